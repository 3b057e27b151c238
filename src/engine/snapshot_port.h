// The port to the snapshot: the salable quantity of each SKU as other programs may read it, versioned.
#pragma once

#include <chrono>
#include <vector>

#include "engine/inventory_store.h"

namespace holdfast::engine {

class snapshot_port {
 public:
  virtual ~snapshot_port() = default;
  // Does not wait. Positions of one SKU that follow each other quickly may be published as one, the newest.
  // `at` is the ledger's clock in the batch; `committed_at` is when the batch was settled: the lag metric
  // counts from it.
  virtual void publish(const std::vector<sku_position>& positions, inventory::time_point at,
                       std::chrono::steady_clock::time_point committed_at) = 0;
};

}  // namespace holdfast::engine
