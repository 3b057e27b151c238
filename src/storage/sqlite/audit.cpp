// Runs the audit's passes over one snapshot; the short passes are here.
#include "storage/sqlite/audit.h"

#include <fmt/format.h>

#include "embedded/holdfast_storage_sqlite.h"
#include "storage/sqlite/audit_tally.h"
#include "storage/sqlite/data_folder.h"
#include "storage/sqlite/migrations.h"

namespace holdfast::storage::sqlite {
namespace {

// Pages that are torn or rotten, and values that a CHECK forbids (F17).
void audit_pages(connection& on, audit_tally& tally) {
  statement check(on, "PRAGMA quick_check(100)");
  while (check.next()) {
    if (check.text(0) == "ok") continue;
    tally.find({.check = "database", .expected = "ok", .found = std::string(check.text(0))});
  }
}

}  // namespace

void audit_keys(connection& on, audit_tally& tally) {
  statement list(on, embedded::audit_keys_sql);
  std::int64_t receives = 0;
  while (list.next()) {
    ++tally.report.keys;
    const std::string_view kind = list.text(1);
    if (kind == "received") ++receives;
    if (kind == "cancelled" || list.integer(2) != 0) continue;
    tally.find({.check = "key",
                .sku = std::string(list.text(3)),
                .seq = list.integer(4),
                .subject = std::string(list.text(0)),
                .expected = kind == "received" ? "the receive entry that it answers with" : "its reservation",
                .found = "none"});
  }
  if (receives != tally.receives) {
    tally.find({.check = "receive_without_key",
                .expected = fmt::format("{} keys, one a receive entry", tally.receives),
                .found = std::to_string(receives)});
  }
}

void audit_buyer_units(connection& on, audit_tally& tally) {
  statement list(on, embedded::audit_buyer_units_sql);
  while (list.next()) {
    tally.find({.check = "buyer_units",
                .sku = std::string(list.text(0)),
                .subject = std::string(list.text(1)),
                .expected = std::to_string(list.integer(2)),
                .found = std::to_string(list.integer(3))});
  }
}

base::result<audit_report, engine::store_fault> audit(const audit_options& options) {
  auto opened = connection::open(options.folder / ledger_file, {.mode = connection::access::read_only});
  if (!opened) return opened.error();
  connection& on = **opened;
  on.execute("PRAGMA query_only = ON");
  on.execute("BEGIN");
  std::int64_t version = 0;
  {
    statement newest(on, embedded::find_newest_version_sql);
    while (newest.next()) version = newest.integer(0);
  }
  const auto known = static_cast<std::int64_t>(known_migrations().size());
  if (!on.failed() && version != known) {
    return engine::store_fault{
        fmt::format("the ledger's schema is version {}, this program audits version {}", version, known)};
  }
  audit_tally tally{.report = {}, .most_findings = options.most_findings};
  audit_pages(on, tally);
  audit_entries(on, tally, options);
  audit_reservations(on, tally);
  audit_keys(on, tally);
  audit_buyer_units(on, tally);
  if (on.failed()) return engine::store_fault{fmt::format("audit: {}", on.failed()->message)};
  if (options.progress)
    options.progress({.entries_read = tally.report.entries, .entries = tally.report.entries});
  return std::move(tally.report);
}

}  // namespace holdfast::storage::sqlite
