// Rows to values.
#include "storage/sqlite/row_lookups.h"

#include "embedded/holdfast_storage_sqlite.h"
#include "storage/sqlite/words.h"

namespace holdfast::storage::sqlite {
namespace {

std::optional<inventory::quantity> optional_quantity(const statement& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return row.quantity(column);
}

inventory::binding to_binding(const statement& row) {
  inventory::binding bound{.print = row.fingerprint(0), .to = inventory::binding::cancelled{}};
  const std::string_view kind = row.text(1);
  if (kind == "reservation") {
    bound.to = row.reservation(2);
  } else if (kind == "received") {
    bound.to = inventory::binding::received{.sku = row.name<inventory::sku_id>(3),
                                            .source = row.name<inventory::source_id>(4),
                                            .seq = row.integer(5),
                                            .units = row.quantity(6),
                                            .on_hand = row.quantity(7)};
  } else if (kind != "cancelled") {
    row.corrupt(1);
  }
  return bound;
}

}  // namespace

row_lookups::row_lookups(connection& on)
    : find_key_(on, embedded::find_key_sql),
      find_reservation_(on, embedded::find_reservation_sql),
      list_allocations_(on, embedded::list_allocations_sql),
      find_source_(on, embedded::find_source_sql),
      find_sku_(on, embedded::find_sku_sql),
      list_levels_(on, embedded::list_levels_sql),
      find_next_due_(on, embedded::find_next_due_sql) {}

std::optional<inventory::binding> row_lookups::find_key(const inventory::idempotency_key& key) {
  std::optional<inventory::binding> found;
  for (auto& row = find_key_.bind(key); row.next();) found = to_binding(row);
  return found;
}

std::optional<inventory::reservation> row_lookups::find_reservation(const inventory::reservation_id& id) {
  std::optional<inventory::reservation> found;
  for (auto& row = find_reservation_.bind(id); row.next();) {
    found = inventory::reservation{.id = id,
                                   .key = row.name<inventory::idempotency_key>(0),
                                   .buyer = row.name<inventory::buyer_id>(1),
                                   .order = row.optional_name<inventory::order_ref>(2),
                                   .state = row.word<inventory::reservation_state>(3, state_words),
                                   .created_at = row.time(4),
                                   .expires_at = row.time(5),
                                   .allocations = {}};
  }
  if (!found) return found;
  for (auto& row = list_allocations_.bind(id); row.next();) {
    found->allocations.push_back(
        {.sku = row.name<inventory::sku_id>(0),
         .source = row.name<inventory::source_id>(1),
         .units = row.quantity(2),
         .seq = row.integer(3),
         .procurement = row.word<inventory::procurement_state>(4, procurement_words)});
  }
  return found;
}

std::optional<inventory::source> row_lookups::find_source(const inventory::source_id& id) {
  std::optional<inventory::source> found;
  for (auto& row = find_source_.bind(id); row.next();) {
    found = inventory::source{.id = id,
                              .kind = row.word<inventory::source_kind>(0, source_words),
                              .priority = static_cast<int>(row.integer(1)),
                              .enabled = row.integer(2) != 0};
  }
  return found;
}

std::optional<inventory::sku_book> row_lookups::find_sku(const inventory::sku_id& sku) {
  std::optional<inventory::sku_book> found;
  for (auto& row = find_sku_.bind(sku); row.next();) {
    found.emplace();
    found->settings = {.title = std::string(row.text(0)),
                       .safety_stock = row.quantity(1),
                       .low_stock_threshold = row.quantity(2),
                       .max_per_order = optional_quantity(row, 3),
                       .max_per_buyer = optional_quantity(row, 4)};
    found->sequence = row.integer(5);
    found->current = inventory::tenure(row.integer(6));
  }
  return found;
}

std::vector<row_lookups::level> row_lookups::list_levels(const inventory::sku_id& sku) {
  std::vector<level> levels;
  for (auto& row = list_levels_.bind(sku); row.next();) {
    levels.push_back({.amounts = {.source = row.name<inventory::source_id>(0),
                                  .priority = static_cast<int>(row.integer(4)),
                                  .enabled = row.integer(5) != 0,
                                  .on_hand = row.quantity(1),
                                  .reserved = row.quantity(2)},
                      .kind = row.word<inventory::source_kind>(3, source_words)});
  }
  return levels;
}

std::optional<inventory::time_point> row_lookups::find_next_due(const inventory::sku_id& sku,
                                                                inventory::time_point after) {
  std::optional<inventory::time_point> due;
  for (auto& row = find_next_due_.bind(sku, after); row.next();) {
    if (!row.is_null(0)) due = row.time(0);
  }
  return due;
}

inventory::entry to_entry(const statement& row, const inventory::sku_id& sku) {
  inventory::entry found{.sku = sku,
                         .seq = row.integer(0),
                         .kind = row.word<inventory::entry_kind>(1, entry_words),
                         .source = row.name<inventory::source_id>(2),
                         .on_hand_delta = row.integer(3),
                         .reserved_delta = row.integer(4),
                         .on_hand_after = row.quantity(5),
                         .reserved_after = row.quantity(6),
                         .reservation = std::nullopt,
                         .reference = row.optional_name<inventory::stock_reference>(8),
                         .under = inventory::tenure(row.integer(9)),
                         .at = row.time(10)};
  if (!row.is_null(7)) found.reservation = row.reservation(7);
  return found;
}

}  // namespace holdfast::storage::sqlite
