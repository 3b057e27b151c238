// Applies migrations.
#include "storage/sqlite/migrations.h"

#include <fmt/format.h>

#include <array>

#include "embedded/holdfast_storage_sqlite.h"

namespace holdfast::storage::sqlite {
namespace {

engine::store_fault fault_of(connection& on) {
  std::string message = on.failed()->message;
  on.forget_fault();
  if (on.in_transaction()) on.execute("ROLLBACK");
  return {fmt::format("migration of the ledger: {}", message)};
}

std::int64_t newest_version(connection& on) {
  statement newest(on, embedded::find_newest_version_sql);
  std::int64_t version = 0;
  while (newest.next()) version = newest.integer(0);
  return version;
}

}  // namespace

std::span<const std::string_view> known_migrations() {
  static constexpr std::array<std::string_view, 1> all = {embedded::migration_1_sql};
  return all;
}

base::result<void, engine::store_fault> migrate(connection& on,
                                                std::span<const std::string_view> migrations) {
  on.execute(embedded::create_versions_sql);
  const std::int64_t found = newest_version(on);
  if (on.failed()) return fault_of(on);
  const auto known = static_cast<std::int64_t>(migrations.size());
  if (found > known) {
    return engine::store_fault{
        fmt::format("the ledger's schema is version {}, this program knows up to {}: start the newer program",
                    found, known)};
  }
  for (std::int64_t version = found + 1; version <= known; ++version) {
    on.execute("BEGIN IMMEDIATE");
    on.execute(migrations[static_cast<std::size_t>(version - 1)]);
    statement note(on, embedded::insert_version_sql);
    note.bind(version).run();
    on.execute("COMMIT");
    if (on.failed()) return fault_of(on);
  }
  return {};
}

}  // namespace holdfast::storage::sqlite
