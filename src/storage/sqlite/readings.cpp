// The read side: what the API shows.
#include "storage/sqlite/readings.h"

#include "embedded/holdfast_storage_sqlite.h"
#include "storage/sqlite/words.h"

namespace holdfast::storage {
namespace {

inventory::time_point wall_clock() {
  return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

// One state of the ledger for all statements of a reading.
class read_transaction {
 public:
  read_transaction(statement& begin, statement& end) : end_(end) { begin.run(); }
  ~read_transaction() {
    try {
      end_.run();
    } catch (const sqlite_error&) {
      // A reading that failed has ended its transaction already.
    }
  }

 private:
  statement& end_;
};

inventory::quantity sum(inventory::quantity a, inventory::quantity b) {
  return quantity_of(a.value() + b.value());
}

}  // namespace

readings::readings(database& of)
    : tables_(of),
      begin_(of, "BEGIN"),
      end_(of, "COMMIT"),
      list_reservations_(of, embedded::list_reservations_sql),
      list_due_(of, embedded::list_due_sql),
      list_levels_at_(of, embedded::list_levels_at_sql),
      find_next_due_after_(of, embedded::find_next_due_after_sql),
      list_skus_(of, embedded::list_skus_sql),
      list_sources_(of, embedded::list_sources_sql),
      list_entries_(of, embedded::list_entries_sql),
      list_alerts_(of, embedded::list_alerts_sql),
      prove_(of, "SELECT count(*) FROM meta"),
      of_(of) {}

std::optional<engine::bound_key> readings::find_key(const inventory::idempotency_key& key) {
  const read_transaction open(begin_, end_);
  auto bound = tables_.find_binding(key);
  if (!bound) return std::nullopt;
  engine::bound_key found{.bound = std::move(*bound), .made = std::nullopt};
  if (const auto* id = std::get_if<inventory::reservation_id>(&found.bound.to)) {
    found.made = tables_.find_reservation(*id);
  }
  return found;
}

std::optional<inventory::reservation> readings::find_reservation(const inventory::reservation_id& id) {
  const read_transaction open(begin_, end_);
  return tables_.find_reservation(id);
}

std::vector<inventory::reservation> readings::list_reservations(
    const engine::reservation_filter& filter, const std::optional<inventory::reservation_id>& before,
    int limit) {
  const auto text_of = [](const auto& name) {
    return name ? std::optional(std::string_view(name->text())) : std::nullopt;
  };
  const auto state = filter.state ? std::optional(inventory::to_string(*filter.state)) : std::nullopt;
  const auto from = before ? std::optional(before->raw()) : std::nullopt;
  const read_transaction open(begin_, end_);
  std::vector<inventory::reservation> found;
  for (statement& row = list_reservations_.query(from, text_of(filter.order), text_of(filter.buyer), state,
                                                 text_of(filter.sku), milliseconds_of(wall_clock()), limit);
       row.step();) {
    found.push_back(*tables_.find_reservation(id_of(row.blob(0))));
  }
  return found;
}

std::vector<inventory::reservation> readings::list_due(int limit) {
  const read_transaction open(begin_, end_);
  std::vector<inventory::reservation> due;
  for (statement& row = list_due_.query(milliseconds_of(wall_clock()), limit); row.step();) {
    const inventory::reservation_id id = id_of(row.blob(0));
    if (due.empty() || due.back().id != id) due.push_back(*tables_.find_reservation(id));
  }
  return due;
}

std::optional<engine::availability> readings::find_availability(const inventory::sku_id& sku) {
  const read_transaction open(begin_, end_);
  auto book = tables_.find_sku(sku);
  if (!book) return std::nullopt;
  const std::int64_t now = milliseconds_of(wall_clock());
  engine::availability found{.sku = sku, .settings = std::move(book->settings), .version = book->sequence};
  for (statement& row = list_levels_at_.query(sku.text(), now); row.step();) {
    const inventory::source_level level{.source = name_of<inventory::source_id>(row.text(0)),
                                        .priority = static_cast<int>(row.integer(1)),
                                        .enabled = row.integer(2) != 0,
                                        .on_hand = quantity_of(row.integer(3)),
                                        .reserved = quantity_of(row.integer(4) - row.integer(5))};
    found.on_hand = sum(found.on_hand, level.on_hand);
    found.reserved = sum(found.reserved, level.reserved);
    found.sources.push_back(level);
  }
  found.salable = inventory::salable(found.sources, found.settings.safety_stock);
  statement& due = find_next_due_after_.query(sku.text(), now);
  if (due.step() && !due.is_null(0)) found.next_due = time_of(due.integer(0));
  due.rewind();
  return found;
}

std::vector<engine::availability> readings::list_skus(const std::optional<inventory::sku_id>& after,
                                                      int limit) {
  std::vector<inventory::sku_id> names;
  for (statement& row = list_skus_.query(after ? after->text() : std::string(), limit); row.step();) {
    names.push_back(name_of<inventory::sku_id>(row.text(0)));
  }
  std::vector<engine::availability> found;
  for (const inventory::sku_id& each : names) {
    if (auto one = find_availability(each)) found.push_back(*std::move(one));
  }
  return found;
}

std::vector<inventory::source> readings::list_sources() {
  std::vector<inventory::source> found;
  for (statement& row = list_sources_.query(); row.step();) {
    found.push_back({.id = name_of<inventory::source_id>(row.text(0)),
                     .kind = source_kind_of(row.text(1)),
                     .priority = static_cast<int>(row.integer(2)),
                     .enabled = row.integer(3) != 0});
  }
  return found;
}

std::vector<inventory::entry> readings::list_entries(const inventory::sku_id& sku, std::int64_t after_seq,
                                                     int limit) {
  std::vector<inventory::entry> found;
  for (statement& row = list_entries_.query(sku.text(), after_seq, limit); row.step();) {
    found.push_back({.sku = sku,
                     .seq = row.integer(0),
                     .kind = entry_kind_of(row.text(1)),
                     .source = name_of<inventory::source_id>(row.text(2)),
                     .on_hand_delta = row.integer(3),
                     .reserved_delta = row.integer(4),
                     .on_hand_after = quantity_of(row.integer(5)),
                     .reserved_after = quantity_of(row.integer(6)),
                     .reservation = row.is_null(7) ? std::nullopt : std::optional(id_of(row.blob(7))),
                     .reference = row.is_null(8)
                                      ? std::nullopt
                                      : std::optional(name_of<inventory::stock_reference>(row.text(8))),
                     .under = inventory::tenure(row.integer(9)),
                     .at = time_of(row.integer(10))});
  }
  return found;
}

std::vector<engine::alert_record> readings::list_alerts(std::int64_t after_id, int limit) {
  std::vector<engine::alert_record> found;
  for (statement& row = list_alerts_.query(after_id, limit); row.step();) {
    found.push_back({.id = row.integer(0),
                     .alert = {.sku = name_of<inventory::sku_id>(row.text(1)),
                               .seq = row.integer(2),
                               .salable = quantity_of(row.integer(3)),
                               .threshold = quantity_of(row.integer(4))},
                     .at = time_of(row.integer(5))});
  }
  return found;
}

inventory::time_point readings::read_clock() {
  prove_.query().step();
  prove_.rewind();
  return wall_clock();
}

}  // namespace holdfast::storage
