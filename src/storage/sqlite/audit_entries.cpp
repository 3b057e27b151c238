// First pass: entries, SKU by SKU; stock, positions and outbox beside them.
#include <fmt/format.h>

#include "embedded/holdfast_storage_sqlite.h"
#include "inventory/replay.h"
#include "storage/sqlite/audit_tally.h"
#include "storage/sqlite/row_lookups.h"
#include "storage/sqlite/words.h"

namespace holdfast::storage::sqlite {
namespace {

constexpr std::int64_t progress_step = 100'000;

class entries_pass {
 public:
  entries_pass(connection& on, audit_tally& tally, const audit_options& options)
      : tally_(tally),
        options_(options),
        list_skus_(on, embedded::audit_skus_sql),
        list_entries_(on, embedded::audit_entries_sql),
        find_allocation_(on, embedded::audit_allocation_sql),
        list_stock_(on, embedded::audit_stock_sql),
        list_outbox_(on, embedded::audit_outbox_sql),
        list_strangers_(on, embedded::audit_strangers_sql),
        count_entries_(on, embedded::audit_count_entries_sql) {}

  void run() {
    while (count_entries_.next()) total_ = count_entries_.integer(0);
    while (list_skus_.next()) {
      const auto sku = list_skus_.name<inventory::sku_id>(0);
      check_sku(sku, list_skus_.integer(1), list_skus_.integer(2));
    }
    while (list_strangers_.next()) {
      find({.check = "unknown_sku",
            .sku = std::string(list_strangers_.text(0)),
            .subject = std::string(list_strangers_.text(1)),
            .expected = "a row in skus",
            .found = "none"});
    }
  }

 private:
  void find(audit_finding finding) { tally_.find(std::move(finding)); }

  void check_sku(const inventory::sku_id& sku, std::int64_t sequence, std::int64_t tenure) {
    ++tally_.report.skus;
    audit_tally::sku_totals& totals = tally_.skus[sku.text()];
    totals.is_known = true;
    inventory::replay book;
    for (auto& row = list_entries_.bind(sku); row.next();) {
      const inventory::entry next = to_entry(row, sku);
      for (const inventory::replay_finding& each : book.feed(next)) {
        find({.check = std::string(inventory::to_string(each.what)),
              .sku = sku.text(),
              .seq = each.seq,
              .subject = next.source.text(),
              .expected = std::to_string(each.expected),
              .found = std::to_string(each.found)});
      }
      check_reservation_of(next, totals);
      report_progress();
    }
    if (book.sequence() != sequence) {
      find({.check = "sequence",
            .sku = sku.text(),
            .expected = std::to_string(book.sequence()),
            .found = std::to_string(sequence)});
    }
    if (static_cast<std::int64_t>(book.newest_tenure()) > tenure) {
      find({.check = "tenure",
            .sku = sku.text(),
            .expected = fmt::format("at least {}", static_cast<std::int64_t>(book.newest_tenure())),
            .found = std::to_string(tenure)});
    }
    check_stock(sku, book);
    check_outbox(sku, book.sequence());
    for (const auto& [source, level] : book.levels())
      totals.reserved_by_entries[source.text()] = level.reserved;
  }

  // A hold entry is an allocation; an ending is what the reservation's state says.
  void check_reservation_of(const inventory::entry& of, audit_tally::sku_totals& totals) {
    if (of.kind == inventory::entry_kind::receive) {
      ++tally_.receives;
      return;
    }
    const auto wrong = [&](std::string_view check, std::string expected, std::string found) {
      find({.check = std::string(check),
            .sku = of.sku.text(),
            .seq = of.seq,
            .subject = of.reservation ? of.reservation->to_string() : std::string(),
            .expected = std::move(expected),
            .found = std::move(found)});
    };
    if (!of.reservation) return wrong("entry_without_reservation", "a reservation", "none");
    std::optional<std::int64_t> units;
    std::int64_t seq = 0;
    auto state = inventory::reservation_state::held;
    for (auto& row = find_allocation_.bind(*of.reservation, of.sku, of.source); row.next();) {
      units = row.integer(0);
      seq = row.integer(1);
      state = row.word<inventory::reservation_state>(2, state_words);
    }
    if (!units) return wrong("entry_without_allocation", "an allocation", "none");
    if (of.kind == inventory::entry_kind::hold) {
      ++tally_.holds;
      if (*units != of.reserved_delta)
        wrong("allocation", std::to_string(of.reserved_delta), std::to_string(*units));
      if (seq != of.seq) wrong("allocation_seq", std::to_string(of.seq), std::to_string(seq));
      return;
    }
    const auto to = of.kind == inventory::entry_kind::confirm   ? inventory::reservation_state::confirmed
                    : of.kind == inventory::entry_kind::release ? inventory::reservation_state::released
                                                                : inventory::reservation_state::expired;
    if (state != to) wrong("state", std::string(word_of(to)), std::string(word_of(state)));
    if (to != inventory::reservation_state::confirmed && of.reserved_delta != -*units) {
      wrong("units_given_back", std::to_string(-*units), std::to_string(of.reserved_delta));
    }
    audit_tally::endings& ended = totals.by_entries[static_cast<std::size_t>(to)];
    ++ended.count;
    ended.hashes += hash_of_ending(*of.reservation, of.source.text());
  }

  void check_stock(const inventory::sku_id& sku, const inventory::replay& book) {
    std::map<std::string, inventory::replay::level> expected;
    for (const auto& [source, level] : book.levels()) expected[source.text()] = level;
    const auto compare = [&](const std::string& source, inventory::replay::level want,
                             inventory::replay::level got) {
      if (want.on_hand == got.on_hand && want.reserved == got.reserved) return;
      find({.check = "level",
            .sku = sku.text(),
            .seq = book.sequence(),
            .subject = source,
            .expected = fmt::format("on_hand {} reserved {}", want.on_hand, want.reserved),
            .found = fmt::format("on_hand {} reserved {}", got.on_hand, got.reserved)});
    };
    for (auto& row = list_stock_.bind(sku); row.next();) {
      const std::string source(row.text(0));
      compare(source, expected[source], {.on_hand = row.integer(1), .reserved = row.integer(2)});
      expected.erase(source);
    }
    for (const auto& [source, level] : expected)
      compare(source, level, {});  // no row: the source has nothing
  }

  void check_outbox(const inventory::sku_id& sku, std::int64_t sequence) {
    std::int64_t covered = 0;
    for (auto& row = list_outbox_.bind(sku); row.next();) {
      ++tally_.report.outbox_rows;
      if (row.integer(0) != covered + 1) {
        find({.check = "outbox",
              .sku = sku.text(),
              .seq = row.integer(0),
              .expected = fmt::format("a range from {}", covered + 1),
              .found = fmt::format("{} to {}", row.integer(0), row.integer(1))});
      }
      covered = row.integer(1);
    }
    if (covered != sequence) {
      find({.check = "outbox",
            .sku = sku.text(),
            .seq = sequence,
            .expected = fmt::format("ranges up to {}", sequence),
            .found = fmt::format("up to {}", covered)});
    }
  }

  void report_progress() {
    if (++tally_.report.entries % progress_step != 0 || !options_.progress) return;
    options_.progress({.entries_read = tally_.report.entries, .entries = total_});
  }

  audit_tally& tally_;
  const audit_options& options_;
  std::int64_t total_ = 0;
  statement list_skus_;
  statement list_entries_;
  statement find_allocation_;
  statement list_stock_;
  statement list_outbox_;
  statement list_strangers_;
  statement count_entries_;
};

}  // namespace

void audit_entries(connection& on, audit_tally& tally, const audit_options& options) {
  entries_pass(on, tally, options).run();
}

}  // namespace holdfast::storage::sqlite
