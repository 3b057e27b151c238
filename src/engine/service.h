// The engine as its callers hold it: the parts that the use cases (one verb a file) work with.
#pragma once

#include <boost/asio/any_io_executor.hpp>

#include "engine/combiner.h"
#include "engine/inventory_store.h"
#include "engine/level_cache.h"
#include "engine/metrics.h"
#include "engine/options.h"
#include "engine/snapshot_port.h"
#include "engine/sweeper.h"

namespace holdfast::engine {

// Confined to its executor's thread. The parts given must outlive it.
class service {
 public:
  struct parts {
    boost::asio::any_io_executor executor;
    inventory_store& store;
    lease_port* locks;         // may be null with lock_mode::none
    snapshot_port* snapshots;  // null: none are published
    metrics& counters;
  };
  service(const parts& of, const options& limits);

  // Starts the sweeper.
  void start();
  // See combiner::stop(). No use case may be called afterwards.
  boost::asio::awaitable<void> stop(std::chrono::milliseconds grace);

  inventory_store& store() { return store_; }
  combiner& queue() { return combiner_; }
  level_cache& levels() { return levels_; }
  metrics& counters() { return metrics_; }
  const options& limits() const { return limits_; }

 private:
  void note(const settled_batch& settled);

  options limits_;
  inventory_store& store_;
  snapshot_port* snapshots_;
  metrics& metrics_;
  level_cache levels_;
  combiner combiner_;
  sweeper sweeper_;
};

}  // namespace holdfast::engine
