// The snapshot port on Redis: each SKU's newest position, published by compare-and-set, one at a time for a
// SKU.
#pragma once

#include <boost/asio/any_io_executor.hpp>

#include <memory>
#include <unordered_map>

#include "engine/metrics.h"
#include "engine/snapshot_port.h"
#include "redis/client.h"
#include "redis/script.h"

namespace holdfast::engine {

// Confined to its executor's thread. `commands` and `counters` must outlive it and its last publication (stop
// the client first).
class redis_snapshots final : public snapshot_port {
 public:
  redis_snapshots(boost::asio::any_io_executor executor, redis::client& commands, metrics& counters,
                  std::chrono::milliseconds lives);

  void publish(const std::vector<sku_position>& positions, inventory::time_point at,
               std::chrono::steady_clock::time_point committed_at) override;

 private:
  struct waiting {
    sku_position newest;
    inventory::time_point at;
    std::chrono::steady_clock::time_point committed_at;
    bool is_new = false;  // came while the one before was on its way
  };
  boost::asio::awaitable<void> send(inventory::sku_id sku);

  boost::asio::any_io_executor executor_;
  redis::client& commands_;
  metrics& counters_;
  std::string lives_ms_;
  redis::script publish_;
  std::unordered_map<inventory::sku_id, waiting> waiting_;  // of the SKUs that are being published
};

}  // namespace holdfast::engine
