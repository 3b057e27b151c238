// Book loader: reads, inside the write transaction, all that a batch touches, so that the rule can decide
// from it.
#pragma once

#include <map>

#include "engine/inventory_store.h"
#include "storage/sqlite/row_lookups.h"

namespace holdfast::storage::sqlite {

// How many due holds to read of a SKU. One SKU at a time asks for more, when a decision ran short on it.
using due_limits = std::map<inventory::sku_id, int>;

class book_loader {
 public:
  explicit book_loader(connection& on);

  // After a fault of the connection the books are not whole and must not be used.
  inventory::books load(const engine::batch& asked, inventory::time_point now, const due_limits& due);

 private:
  void load_named(const inventory::command& asked, inventory::books& into);
  void load_key(const inventory::idempotency_key& key, inventory::books& into);
  void load_reservation(const inventory::reservation_id& id, inventory::books& into);
  void load_held_order(const inventory::reserve_order& asked, inventory::books& into);
  void load_sku(const inventory::sku_id& sku, inventory::books& into);
  void load_source(const inventory::source_id& id, inventory::books& into);
  void load_due(const inventory::sku_id& sku, int limit, inventory::books& into);
  void load_buyer_units(const engine::batch& asked, inventory::books& into);
  void load_units_of(const inventory::sku_id& sku, const inventory::buyer_id& buyer, bool is_new_limit,
                     inventory::books& into);

  row_lookups rows_;
  statement find_held_order_;
  statement list_due_;
  statement source_has_units_;
  statement find_buyer_units_;
  statement sum_buyer_units_;
};

}  // namespace holdfast::storage::sqlite
