// Lane leases: takes, keeps, and gives back the Redis lock of each lane. One lock serves all batches while
// the lane's queue is not empty, within the fairness bound. Confined to the engine's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>

#include <functional>
#include <random>

#include "engine/lane_table.h"
#include "engine/lease_port.h"
#include "engine/metrics.h"
#include "engine/options.h"

namespace holdfast::engine {

class lane_leases {
 public:
  // `changed` is called when a lane may have become ready. With lock_mode::none
  // `locks` is not used and may be null. `locks` and `lanes` must outlive this object, which must outlive the
  // coroutines it starts: see is_idle().
  lane_leases(boost::asio::any_io_executor executor, lease_port* locks, lane_table& lanes,
              const options& limits, metrics& counters,
              std::function<void(const inventory::sku_id&)> changed);

  // Brings the lane's lease in step with its queue: takes one that is wanted, gives back one that is not, and
  // forgets a lane that is idle. The lane must be looked up anew after the call.
  void tend(lane& of);

  // The lane's claim for a batch.
  inventory::claim claim_of(const lane& of) const { return {.sku = of.sku, .held = of.tenure}; }

  // Gives every lease back as soon as its lane is empty, and takes no new one for a lane without tickets.
  bool is_idle() const { return running_ == 0; }

 private:
  boost::asio::awaitable<void> take(inventory::sku_id sku, std::chrono::milliseconds wait);
  boost::asio::awaitable<void> give_back(inventory::sku_id sku, std::unique_ptr<held_lease> lease,
                                         bool for_fairness);
  void start_take(lane& of);
  void start_give_back(lane& of, bool for_fairness);
  void work_on_ledger_alone(lane& of, bool is_stuck);
  bool may_return_to_redis(const lane& of) const;

  boost::asio::any_io_executor executor_;
  lease_port* locks_;
  lane_table& lanes_;
  const options& limits_;
  metrics& counters_;
  std::function<void(const inventory::sku_id&)> changed_;
  int running_ = 0;  // coroutines
};

}  // namespace holdfast::engine
