// Levels: how many units of a SKU each source owns, how many of them are reserved, and what may still be
// sold.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "holdfast/inventory/ids.h"
#include "holdfast/inventory/quantity.h"

namespace holdfast::inventory {

enum class source_kind { warehouse, supplier };

// A place that owns units.
struct source {
  source_id id;
  source_kind kind = source_kind::warehouse;
  int priority = 100;   // 0..1,000,000; the lowest is asked first
  bool enabled = true;  // a disabled source keeps its holds and takes no new ones

  friend bool operator==(const source&, const source&) = default;
};

// One SKU in one source. `reserved` counts what is held and not due, and what is confirmed and not yet
// shipped.
struct source_level {
  source_id source;
  int priority = 100;
  bool enabled = true;
  quantity on_hand;
  quantity reserved;

  // What this source can still give, before the SKU's safety stock: 0 while it is disabled.
  quantity available() const { return enabled ? on_hand.less(reserved) : quantity(); }
};

struct sku_settings {
  std::string title;      // 0..200 bytes of UTF-8
  quantity safety_stock;  // never sold; taken once from the sum over the sources
  quantity low_stock_threshold =
      *quantity::of(5);                   // salable below it raises an alert, once a crossing; 0 never does
  std::optional<quantity> max_per_order;  // at least 1
  std::optional<quantity> max_per_buyer;  // at least 1; over the buyer's held and confirmed reservations

  friend bool operator==(const sku_settings&, const sku_settings&) = default;
};

// max(0, sum over sources of max(0, on_hand - reserved) - safety_stock).
quantity salable(std::span<const source_level> levels, quantity safety_stock);

}  // namespace holdfast::inventory
