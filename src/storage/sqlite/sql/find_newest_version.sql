-- The version of the schema; 0 before the first migration.
SELECT COALESCE(MAX(version), 0) FROM schema_versions
