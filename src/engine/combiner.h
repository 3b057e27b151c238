// The combiner: commands that wait for the same SKUs travel as one batch, which is whatever queued while the
// last one was in flight. No timer: an idle service adds no delay, a busy one pays one lock, one commit and
// one fsync a batch.
//
// Invariants
//  - a command is decided at most once at a time, and never after its last waiter was told that it was not
//  (H19);
//  - every waiter is answered exactly once, by its deadline (L1);
//  - at most max_queue commands wait (I22).
// Confined to its executor's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <functional>
#include <unordered_map>

#include "engine/commit_batch.h"
#include "engine/deadlines.h"
#include "engine/lane_leases.h"
#include "engine/lane_table.h"
#include "engine/metrics.h"
#include "engine/options.h"

namespace holdfast::engine {

struct submission {
  inventory::command asked;
  std::vector<inventory::sku_id> lanes;  // the SKUs that it touches, sorted, each once; empty for sources
  steady_time deadline;
};

class combiner {
 public:
  struct parts {
    boost::asio::any_io_executor executor;
    inventory_store& store;
    lease_port* locks;  // may be null with lock_mode::none
    const options& limits;
    metrics& counters;
    // Called with each settled batch before its commands are answered, so that nobody reads a level older
    // than their answer.
    std::function<void(const settled_batch&)> settled;
  };
  explicit combiner(parts of);

  // The answer by the deadline. A second submission of a key that is waiting or in flight joins the first
  // when its body is the same, and is refused (idempotency_key_reused) when it is not. Cancelling the caller
  // does not take the command back.
  boost::asio::awaitable<answer> submit(submission made);

  // Whether a command with this key waits or is in flight.
  bool is_known(const inventory::idempotency_key& key) const { return by_key_.contains(key); }

  // Refuses what comes from now on, answers everything that waits, gives the leases back. Completes when all
  // that is done, or when `grace` is over.
  boost::asio::awaitable<void> stop(std::chrono::milliseconds grace);

  std::size_t queued() const { return queued_; }

 private:
  void join(const ticket_ptr& ticket, steady_time deadline,
            boost::asio::any_completion_handler<void(answer)> handler);
  ticket_ptr open(submission& made);
  void pass_deadline(const deadline_entry& of);
  void schedule_pump();
  void pump();
  void start(std::vector<ticket_ptr> taken);
  boost::asio::awaitable<void> run(std::vector<ticket_ptr> taken, batch asked,
                                   std::vector<std::uint64_t> lease_numbers);
  void keep_tenures(const std::vector<inventory::claim>& claims,
                    const std::vector<std::uint64_t>& lease_numbers, const settled_batch& settled);
  void close(const ticket_ptr& ticket, const answer& with);
  void complete(waiter& of, answer with);
  void leave_queue(const ticket_ptr& ticket);

  parts parts_;
  lane_table lanes_;
  lane_leases leases_;
  deadlines deadlines_;
  std::unordered_map<inventory::idempotency_key, ticket_ptr> by_key_;
  std::vector<inventory::sku_id> to_tend_;  // lanes whose lease may have to change
  std::size_t queued_ = 0;
  unsigned in_flight_ = 0;  // batches
  bool pump_scheduled_ = false;
  bool stopping_ = false;
};

}  // namespace holdfast::engine
