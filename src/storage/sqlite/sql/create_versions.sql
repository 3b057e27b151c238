-- Which migrations the ledger has had. The only table that is not itself made by a migration.
CREATE TABLE IF NOT EXISTS schema_versions (
  version INTEGER NOT NULL PRIMARY KEY,
  applied_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT
