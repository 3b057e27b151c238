// Names in Redis: the lock of a SKU, and what lies beside it in the same hash slot.
#pragma once

#include <string>

#include "holdfast/inventory/ids.h"

namespace holdfast::engine {

// The article's key: its braces are PHP string interpolation, so SKU SNK-42 has the key stock:lock:SNK-42.
// Other programs that lock the same key are excluded, and exclude us.
inline std::string lock_key(const inventory::sku_id& sku) {
  return "stock:lock:" + sku.text();
}

inline std::string snapshot_key(const inventory::sku_id& sku) {
  return "holdfast:{" + lock_key(sku) + "}:snapshot";
}

}  // namespace holdfast::engine
