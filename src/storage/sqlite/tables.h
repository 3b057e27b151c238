// Rows to values: what the write side (load_books) and the read side (readings) both read.
#pragma once

#include <optional>
#include <vector>

#include "inventory/books.h"
#include "storage/sqlite/database.h"

namespace holdfast::storage {

// Prepared once for one connection.
class tables {
 public:
  explicit tables(database& of);

  std::optional<inventory::reservation> find_reservation(const inventory::reservation_id& id);
  std::optional<inventory::binding> find_binding(const inventory::idempotency_key& key);
  // Settings, sequence and tenure; no levels.
  std::optional<inventory::sku_book> find_sku(const inventory::sku_id& sku);
  std::optional<inventory::source> find_source(const inventory::source_id& id);

 private:
  statement find_reservation_;
  statement find_allocations_;
  statement find_key_;
  statement find_sku_;
  statement find_source_;
};

}  // namespace holdfast::storage
