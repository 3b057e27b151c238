// Single rows as values: what the write side loads into the books and the read side shows.
#pragma once

#include <optional>
#include <vector>

#include "inventory/books.h"
#include "inventory/changes.h"
#include "storage/sqlite/connection.h"

namespace holdfast::storage::sqlite {

class row_lookups {
 public:
  explicit row_lookups(connection& on);

  std::optional<inventory::binding> find_key(const inventory::idempotency_key& key);
  std::optional<inventory::reservation> find_reservation(const inventory::reservation_id& id);
  std::optional<inventory::source> find_source(const inventory::source_id& id);
  // Settings, sequence and stored tenure; no levels, nothing due.
  std::optional<inventory::sku_book> find_sku(const inventory::sku_id& sku);

  struct level {
    inventory::source_level amounts;
    inventory::source_kind kind{};
  };
  std::vector<level> list_levels(const inventory::sku_id& sku);
  // The earliest hold on the SKU that expires after `after`.
  std::optional<inventory::time_point> find_next_due(const inventory::sku_id& sku,
                                                     inventory::time_point after);

 private:
  statement find_key_;
  statement find_reservation_;
  statement list_allocations_;
  statement find_source_;
  statement find_sku_;
  statement list_levels_;
  statement find_next_due_;
};

// Columns as list_entries.sql orders them.
inventory::entry to_entry(const statement& row, const inventory::sku_id& sku);

}  // namespace holdfast::storage::sqlite
