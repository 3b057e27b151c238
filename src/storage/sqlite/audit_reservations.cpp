// Second pass: reservations with their allocations, in order of time.
#include <fmt/format.h>

#include "embedded/holdfast_storage_sqlite.h"
#include "storage/sqlite/audit_tally.h"
#include "storage/sqlite/words.h"

namespace holdfast::storage::sqlite {
namespace {

using inventory::reservation_state;

class reservations_pass {
 public:
  reservations_pass(connection& on, audit_tally& tally)
      : tally_(tally),
        list_reservations_(on, embedded::audit_reservations_sql),
        list_allocations_(on, embedded::audit_allocations_sql),
        count_allocations_(on, embedded::audit_count_allocations_sql) {}

  void run() {
    while (list_reservations_.next()) check_reservation(list_reservations_);
    std::int64_t rows = 0;
    while (count_allocations_.next()) rows = count_allocations_.integer(0);
    if (rows != allocations_) {
      tally_.find({.check = "allocation_without_reservation",
                   .expected = std::to_string(allocations_),
                   .found = std::to_string(rows)});
    }
    if (tally_.holds != rows) {
      tally_.find({.check = "allocations_by_entries",
                   .expected = std::to_string(tally_.holds),
                   .found = std::to_string(rows)});
    }
    for (const auto& [sku, totals] : tally_.skus) compare(sku, totals);
  }

 private:
  void check_reservation(const statement& row) {
    ++tally_.report.reservations;
    const inventory::reservation_id id = row.reservation(0);
    const auto state = row.word<reservation_state>(1, state_words);
    const std::int64_t expires_at = row.integer(2);
    const auto wrong = [&](std::string_view check, std::string sku, std::string expected, std::string found) {
      tally_.find({.check = std::string(check),
                   .sku = std::move(sku),
                   .subject = id.to_string(),
                   .expected = std::move(expected),
                   .found = std::move(found)});
    };
    // Its key must be bound to it.
    if (row.integer(3) == 0)
      wrong("reservation_without_key", "", "its key bound to it", std::string(row.text(4)));
    std::int64_t parts = 0;
    for (auto& part = list_allocations_.bind(id); part.next(); ++parts) {
      const std::string sku(part.text(0));
      const std::string source(part.text(1));
      const std::int64_t units = part.integer(2);
      audit_tally::sku_totals& totals = tally_.skus[sku];
      if (state == reservation_state::held || state == reservation_state::confirmed)
        totals.reserved[source] += units;
      if (state != reservation_state::held) {
        audit_tally::endings& ended = totals.by_reservations[static_cast<std::size_t>(state)];
        ++ended.count;
        ended.hashes += hash_of_ending(id, source);
      }
      const std::string due = part.is_null(3) ? "null" : std::to_string(part.integer(3));
      const std::string due_wanted = state == reservation_state::held ? std::to_string(expires_at) : "null";
      if (due != due_wanted) wrong("due", sku, due_wanted, due);
      if (part.is_null(4)) wrong("allocation_without_entry", sku, "a hold entry of it", "none");
    }
    allocations_ += parts;
    if (parts == 0) wrong("reservation_without_allocation", "", "at least one", "none");
  }

  void compare(const std::string& sku, const audit_tally::sku_totals& totals) {
    for (const auto state :
         {reservation_state::confirmed, reservation_state::released, reservation_state::expired}) {
      const auto& by_entries = totals.by_entries[static_cast<std::size_t>(state)];
      const auto& by_rows = totals.by_reservations[static_cast<std::size_t>(state)];
      if (by_entries == by_rows) continue;
      tally_.find({.check = "endings",
                   .sku = sku,
                   .subject = std::string(word_of(state)),
                   .expected = fmt::format("{} by the reservations, once each", by_rows.count),
                   .found = fmt::format("{} by the entries", by_entries.count)});
    }
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> both;
    for (const auto& [source, units] : totals.reserved) both[source].first = units;
    for (const auto& [source, units] : totals.reserved_by_entries) both[source].second = units;
    for (const auto& [source, units] : both) {
      if (units.first == units.second) continue;
      tally_.find({.check = "reserved",
                   .sku = sku,
                   .subject = source,
                   .expected = fmt::format("{} by held and confirmed reservations", units.first),
                   .found = fmt::format("{} by the entries", units.second)});
    }
  }

  audit_tally& tally_;
  std::int64_t allocations_ = 0;
  statement list_reservations_;
  statement list_allocations_;
  statement count_allocations_;
};

}  // namespace

std::uint64_t hash_of_ending(const inventory::reservation_id& id, std::string_view source) {
  const std::uint64_t of_id = std::hash<inventory::reservation_id>()(id);
  const std::uint64_t of_source = std::hash<std::string_view>()(source);
  return (of_id ^ (of_source + 0x9e3779b97f4a7c15U)) * 0xbf58476d1ce4e5b9U;
}

void audit_reservations(connection& on, audit_tally& tally) {
  reservations_pass(on, tally).run();
}

}  // namespace holdfast::storage::sqlite
