// The schema, brought up to date by the program itself.
#include "storage/sqlite/migrate.h"

#include <fmt/format.h>

#include <array>

#include "base/assert.h"
#include "base/log.h"
#include "embedded/holdfast_storage_sqlite.h"

namespace holdfast::storage {
namespace {

constexpr std::array<std::string_view, newest_schema> migrations{embedded::schema_1_sql};

}  // namespace

int schema_of(database& ledger) {
  statement row(ledger, "PRAGMA user_version");
  HOLDFAST_ASSERT(row.query().step());
  return static_cast<int>(row.integer(0));
}

void migrate(database& ledger) {
  // A lost fsync must never be answered as durable: FULL syncs the WAL at every commit, NORMAL does not.
  ledger.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = "
      "-65536;");
  const int found = schema_of(ledger);
  if (found > newest_schema) {
    throw std::runtime_error(fmt::format(
        "the ledger has schema {} and this program knows up to {}: it was written by a newer holdfast", found,
        newest_schema));
  }
  for (int version = found + 1; version <= newest_schema; ++version) {
    ledger.execute("BEGIN IMMEDIATE");
    ledger.execute(migrations.at(static_cast<std::size_t>(version - 1)));
    ledger.execute(fmt::format("PRAGMA user_version = {}", version));
    ledger.execute("COMMIT");
    base::log_info("ledger: schema {} is in place", version);
  }
}

}  // namespace holdfast::storage
