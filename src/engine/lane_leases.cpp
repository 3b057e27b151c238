// Lane leases: takes, keeps, and gives back the Redis lock of each lane.
#include "engine/lane_leases.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "base/assert.h"
#include "base/log.h"

namespace holdfast::engine {
namespace asio = boost::asio;

namespace {

// A waiter for a lock asks again after this long even if its tickets could wait longer: every wait is
// bounded.
constexpr std::chrono::milliseconds longest_wait{30'000};

}  // namespace

lane_leases::lane_leases(asio::any_io_executor executor, lease_port* locks, lane_table& lanes,
                         const options& limits, metrics& counters,
                         std::function<void(const inventory::sku_id&)> changed)
    : executor_(std::move(executor)),
      locks_(locks),
      lanes_(lanes),
      limits_(limits),
      counters_(counters),
      changed_(std::move(changed)) {
  HOLDFAST_ASSERT(limits.lock == lock_mode::none || locks != nullptr);
}

void lane_leases::tend(lane& of) {
  using state = lane::lease_state;
  const bool wanted = lanes_.wants_lease(of);
  if (of.state == state::leased && !of.lease->is_held()) {
    counters_.leases_lost.Increment();
    of.lease.reset();
    of.tenure.reset();
    of.state = state::none;
  }
  if (of.state == state::ledger_only && !of.in_flight && (!wanted || may_return_to_redis(of)))
    of.state = state::none;
  if (of.state == state::leased && !of.in_flight) {
    const bool outstayed = std::chrono::steady_clock::now() - of.since > limits_.fairness_bound;
    if (!wanted || outstayed) start_give_back(of, wanted);
  }
  if (of.state == state::none && wanted) start_take(of);
  if (of.is_ready() && wanted) lanes_.list(of);
  lanes_.forget_if_idle(of);
}

bool lane_leases::may_return_to_redis(const lane& of) const {
  if (limits_.lock == lock_mode::none || !locks_->is_available()) return false;
  return !of.is_stuck || std::chrono::steady_clock::now() - of.since > limits_.stuck_pause;
}

void lane_leases::work_on_ledger_alone(lane& of, bool is_stuck) {
  of.state = lane::lease_state::ledger_only;
  of.since = std::chrono::steady_clock::now();
  of.is_stuck = is_stuck;
  of.tenure.reset();
}

void lane_leases::start_take(lane& of) {
  if (limits_.lock == lock_mode::none || !locks_->is_available()) {
    if (limits_.lock == lock_mode::redis) counters_.ledger_only_unavailable.Increment();
    work_on_ledger_alone(of, false);
    return;
  }
  of.state = lane::lease_state::acquiring;
  ++running_;
  asio::co_spawn(executor_, take(of.sku, longest_wait), asio::detached);
}

asio::awaitable<void> lane_leases::take(inventory::sku_id sku, std::chrono::milliseconds wait) {
  const auto asked_at = std::chrono::steady_clock::now();
  auto got = co_await locks_->acquire(sku, wait);
  counters_.lease_wait.Observe(
      std::chrono::duration<double>(std::chrono::steady_clock::now() - asked_at).count());
  lane& of = lanes_.at(sku);
  HOLDFAST_ASSERT(of.state == lane::lease_state::acquiring);
  if (auto* lease = std::get_if<std::unique_ptr<held_lease>>(&got)) {
    counters_.leases_taken.Increment();
    of.state = lane::lease_state::leased;
    of.lease = std::move(*lease);
    ++of.lease_number;
    of.tenure.reset();
    of.since = std::chrono::steady_clock::now();
  } else {
    const auto why = std::get<lease_trouble>(got);
    of.state = lane::lease_state::none;
    if (why == lease_trouble::busy) {
      counters_.leases_busy.Increment();
    } else {
      const bool is_stuck = why == lease_trouble::stuck;
      (is_stuck ? counters_.ledger_only_stuck : counters_.ledger_only_unavailable).Increment();
      if (is_stuck)
        base::log_warning("lock of {} is stuck: working on the ledger alone for a while", sku.text());
      work_on_ledger_alone(of, is_stuck);
    }
  }
  --running_;
  changed_(sku);
}

void lane_leases::start_give_back(lane& of, bool for_fairness) {
  of.state = lane::lease_state::releasing;
  of.tenure.reset();
  ++running_;
  asio::co_spawn(executor_, give_back(of.sku, std::move(of.lease), for_fairness), asio::detached);
}

asio::awaitable<void> lane_leases::give_back(inventory::sku_id sku, std::unique_ptr<held_lease> lease,
                                             bool for_fairness) {
  const int woken = co_await lease->release();
  lease.reset();
  if (for_fairness && woken > 0) {
    // The woken waiter needs a round trip to take the key; without this pause we would always be faster (L2).
    asio::steady_timer pause(executor_, limits_.abstain);
    boost::system::error_code ignored;
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
  lane& of = lanes_.at(sku);
  HOLDFAST_ASSERT(of.state == lane::lease_state::releasing);
  of.state = lane::lease_state::none;
  --running_;
  changed_(sku);
}

}  // namespace holdfast::engine
