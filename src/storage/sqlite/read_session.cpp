// Reads. A hold that is due counts as expired by the ledger's clock, swept or not.
#include "storage/sqlite/read_session.h"

#include <algorithm>
#include <limits>

#include "embedded/holdfast_storage_sqlite.h"
#include "storage/sqlite/words.h"

namespace holdfast::storage::sqlite {
namespace {

constexpr inventory::reservation_id::bytes above_every_id = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                                             0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

}  // namespace

read_session::read_session(connection& on)
    : on_(on),
      rows_(on),
      begin_(on, "BEGIN"),
      commit_(on, "COMMIT"),
      roll_back_(on, "ROLLBACK"),
      list_reservations_(on, embedded::list_reservations_sql),
      list_reservations_by_order_(on, embedded::list_reservations_by_order_sql),
      list_due_(on, embedded::list_due_sql),
      list_due_units_(on, embedded::list_due_units_sql),
      list_skus_(on, embedded::list_skus_sql),
      list_sources_(on, embedded::list_sources_sql),
      list_entries_(on, embedded::list_entries_sql),
      list_alerts_(on, embedded::list_alerts_sql),
      find_newest_version_(on, embedded::find_newest_version_sql) {}

std::optional<engine::bound_key> read_session::find_key(const inventory::idempotency_key& key) {
  auto bound = rows_.find_key(key);
  if (!bound) return std::nullopt;
  engine::bound_key found{.bound = std::move(*bound), .made = {}};
  if (const auto* id = std::get_if<inventory::reservation_id>(&found.bound.to)) {
    found.made = rows_.find_reservation(*id);
  }
  return found;
}

std::optional<inventory::reservation> read_session::find_reservation(const inventory::reservation_id& id) {
  return rows_.find_reservation(id);
}

std::vector<inventory::reservation> read_session::load(statement& ids) {
  std::vector<inventory::reservation_id> found;
  while (ids.next()) found.push_back(ids.reservation(0));
  std::vector<inventory::reservation> loaded;
  loaded.reserve(found.size());
  for (const inventory::reservation_id& id : found) {
    if (auto each = rows_.find_reservation(id)) loaded.push_back(std::move(*each));
  }
  return loaded;
}

std::vector<inventory::reservation> read_session::list_reservations(const reservation_page& page,
                                                                    inventory::time_point now) {
  const engine::reservation_filter& wanted = page.filter;
  std::optional<std::string_view> state;
  if (wanted.state) state = word_of(*wanted.state);
  const inventory::reservation_id before = page.before.value_or(inventory::reservation_id(above_every_id));
  statement& ids = wanted.order ? list_reservations_by_order_ : list_reservations_;
  return load(ids.bind(before, page.limit, wanted.order, wanted.buyer, state, wanted.sku, now));
}

std::vector<inventory::reservation> read_session::list_due(int limit, inventory::time_point now) {
  return load(list_due_.bind(now, limit));
}

std::optional<engine::availability> read_session::find_availability(const inventory::sku_id& sku,
                                                                    inventory::time_point now) {
  auto book = rows_.find_sku(sku);
  if (!book) return std::nullopt;
  engine::availability found{.sku = sku, .settings = std::move(book->settings), .version = book->sequence};
  for (row_lookups::level& each : rows_.list_levels(sku)) found.sources.push_back(std::move(each.amounts));
  for (auto& row = list_due_units_.bind(sku, now); row.next();) {
    for (inventory::source_level& each : found.sources) {
      if (each.source.text() == row.text(0)) each.reserved = each.reserved.less(row.quantity(1));
    }
  }
  std::int64_t on_hand = 0;
  std::int64_t reserved = 0;
  for (const inventory::source_level& each : found.sources) {
    on_hand += each.on_hand.value();
    reserved += each.reserved.value();
  }
  const auto capped = [](std::int64_t units) {
    return *inventory::quantity::of(std::min(units, inventory::quantity::max));
  };
  found.on_hand = capped(on_hand);
  found.reserved = capped(reserved);
  found.salable = inventory::salable(found.sources, found.settings.safety_stock);
  found.next_due = rows_.find_next_due(sku, now);
  return found;
}

std::vector<engine::availability> read_session::list_skus(const std::optional<inventory::sku_id>& after,
                                                          int limit, inventory::time_point now) {
  std::vector<inventory::sku_id> names;
  const std::string_view above = after ? std::string_view(after->text()) : std::string_view();
  for (auto& row = list_skus_.bind(above, limit); row.next();)
    names.push_back(row.name<inventory::sku_id>(0));
  std::vector<engine::availability> found;
  found.reserve(names.size());
  for (const inventory::sku_id& sku : names) {
    if (auto each = find_availability(sku, now)) found.push_back(std::move(*each));
  }
  return found;
}

std::vector<inventory::source> read_session::list_sources() {
  std::vector<inventory::source> found;
  while (list_sources_.next()) {
    found.push_back({.id = list_sources_.name<inventory::source_id>(0),
                     .kind = list_sources_.word<inventory::source_kind>(1, source_words),
                     .priority = static_cast<int>(list_sources_.integer(2)),
                     .enabled = list_sources_.integer(3) != 0});
  }
  return found;
}

std::vector<inventory::entry> read_session::list_entries(const inventory::sku_id& sku, std::int64_t after_seq,
                                                         int limit) {
  std::vector<inventory::entry> found;
  for (auto& row = list_entries_.bind(sku, after_seq, limit); row.next();)
    found.push_back(to_entry(row, sku));
  return found;
}

std::vector<engine::alert_record> read_session::list_alerts(std::int64_t after_id, int limit) {
  std::vector<engine::alert_record> found;
  for (auto& row = list_alerts_.bind(after_id, limit); row.next();) {
    found.push_back({.id = row.integer(0),
                     .alert = {.sku = row.name<inventory::sku_id>(1),
                               .seq = row.integer(2),
                               .salable = row.quantity(3),
                               .threshold = row.quantity(4)},
                     .at = row.time(5)});
  }
  return found;
}

bool read_session::is_readable() {
  while (find_newest_version_.next()) {
  }
  return true;
}

}  // namespace holdfast::storage::sqlite
