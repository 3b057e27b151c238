// The books of a batch: everything its commands touch, read inside the transaction.
#pragma once

#include <span>
#include <vector>

#include "engine/inventory_store.h"
#include "inventory/books.h"
#include "storage/sqlite/tables.h"

namespace holdfast::storage {

// Confined to the write thread. Between BEGIN IMMEDIATE and the end of the transaction nobody else writes, so
// what is read here is what will be changed.
class book_loader {
 public:
  explicit book_loader(database& of);

  inventory::books load(const engine::batch& asked, inventory::time_point now);

  // Reads up to `limit` due holds of each of the SKUs into the books, with all that these hold.
  void load_due(inventory::books& read, std::span<const inventory::sku_id> skus, int limit);

 private:
  void load_key(inventory::books& read, const inventory::idempotency_key& key);
  const inventory::reservation* load_reservation(inventory::books& read, const inventory::reservation_id& id);
  void load_held_order(inventory::books& read, const inventory::reserve_order& asked);
  void load_sku(inventory::books& read, const inventory::sku_id& sku);
  void load_source(inventory::books& read, const inventory::source_id& id);
  void load_buyer_units(inventory::books& read, const inventory::sku_id& sku,
                        const inventory::buyer_id& buyer);
  void load_command(inventory::books& read, const inventory::command& asked);

  tables tables_;
  statement find_held_order_;
  statement find_levels_;
  statement find_next_due_;
  statement list_due_of_sku_;
  statement has_units_;
  statement find_buyer_units_;
};

}  // namespace holdfast::storage
