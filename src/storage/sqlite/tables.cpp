// Rows to values.
#include "storage/sqlite/tables.h"

#include <algorithm>

#include "embedded/holdfast_storage_sqlite.h"
#include "storage/sqlite/words.h"

namespace holdfast::storage {
namespace {

template <class Name>
std::optional<Name> optional_name(const statement& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return name_of<Name>(row.text(column));
}

std::optional<inventory::quantity> optional_quantity(const statement& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return quantity_of(row.integer(column));
}

}  // namespace

tables::tables(database& of)
    : find_reservation_(of, embedded::find_reservation_sql),
      find_allocations_(of, embedded::find_allocations_sql),
      find_key_(of, embedded::find_key_sql),
      find_sku_(of, embedded::find_sku_sql),
      find_source_(of, embedded::find_source_sql) {}

std::optional<inventory::reservation> tables::find_reservation(const inventory::reservation_id& id) {
  statement& row = find_reservation_.query(id.raw());
  if (!row.step()) return std::nullopt;
  inventory::reservation found{.id = id_of(row.blob(0)),
                               .key = name_of<inventory::idempotency_key>(row.text(1)),
                               .buyer = name_of<inventory::buyer_id>(row.text(2)),
                               .order = optional_name<inventory::order_ref>(row, 3),
                               .state = state_of(row.text(4)),
                               .created_at = time_of(row.integer(5)),
                               .expires_at = time_of(row.integer(6)),
                               .allocations = {}};
  row.rewind();
  for (statement& part = find_allocations_.query(id.raw()); part.step();) {
    found.allocations.push_back({.sku = name_of<inventory::sku_id>(part.text(0)),
                                 .source = name_of<inventory::source_id>(part.text(1)),
                                 .units = quantity_of(part.integer(2)),
                                 .seq = part.integer(3),
                                 .procurement = procurement_of(part.text(4))});
  }
  return found;
}

std::optional<inventory::binding> tables::find_binding(const inventory::idempotency_key& key) {
  statement& row = find_key_.query(key.text());
  if (!row.step()) return std::nullopt;
  inventory::binding found;
  const auto print = row.blob(0);
  if (print.size() != found.print.size()) throw_damaged("a fingerprint");
  std::copy(print.begin(), print.end(), found.print.begin());
  const std::string_view kind = row.text(1);
  if (kind == "reservation") {
    found.to = id_of(row.blob(2));
  } else if (kind == "received") {
    found.to = inventory::binding::received{.sku = name_of<inventory::sku_id>(row.text(3)),
                                            .source = name_of<inventory::source_id>(row.text(4)),
                                            .seq = row.integer(5),
                                            .units = quantity_of(row.integer(6)),
                                            .on_hand = quantity_of(row.integer(7))};
  } else if (kind != "cancelled") {
    throw_damaged(kind);
  }
  row.rewind();
  return found;
}

std::optional<inventory::sku_book> tables::find_sku(const inventory::sku_id& sku) {
  statement& row = find_sku_.query(sku.text());
  if (!row.step()) return std::nullopt;
  inventory::sku_book found;
  found.settings = {.title = std::string(row.text(0)),
                    .safety_stock = quantity_of(row.integer(1)),
                    .low_stock_threshold = quantity_of(row.integer(2)),
                    .max_per_order = optional_quantity(row, 3),
                    .max_per_buyer = optional_quantity(row, 4)};
  found.sequence = row.integer(5);
  found.current = inventory::tenure(row.integer(6));
  row.rewind();
  return found;
}

std::optional<inventory::source> tables::find_source(const inventory::source_id& id) {
  statement& row = find_source_.query(id.text());
  if (!row.step()) return std::nullopt;
  inventory::source found{.id = id,
                          .kind = source_kind_of(row.text(0)),
                          .priority = static_cast<int>(row.integer(1)),
                          .enabled = row.integer(2) != 0};
  row.rewind();
  return found;
}

}  // namespace holdfast::storage
