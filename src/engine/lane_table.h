// Lanes: one FIFO of tickets for each SKU, and the choice of what may run now. Knows nothing of Redis, the
// ledger or time.
//
// A ticket runs when it heads the FIFO of each of its SKUs, each of those lanes is ready, and none is in
// flight in another batch. Since every ticket enters all its lanes at once, the oldest one waiting always
// heads all of its own: there is no deadlock and nobody starves (H14).
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/lease_port.h"
#include "engine/ticket.h"
#include "inventory/books.h"

namespace holdfast::engine {

struct lane {
  explicit lane(inventory::sku_id of) : sku(std::move(of)) {}

  inventory::sku_id sku;
  std::deque<ticket_ptr> queue;  // abandoned tickets stay until they reach the head
  bool in_flight = false;
  std::uint64_t boarded_in = 0;  // the number of the last batch that took from it
  bool is_listed = false;        // in the table's list of lanes to look at

  // The lease, as lane_leases drives it.
  enum class lease_state { none, acquiring, leased, releasing, ledger_only } state = lease_state::none;
  std::unique_ptr<held_lease> lease;        // while leased
  std::uint64_t lease_number = 0;           // grows with each lease of this lane
  std::optional<inventory::tenure> tenure;  // what the ledger gave this lease; none before its first batch
  steady_time since{};                      // of the lease, or of working on the ledger alone
  bool is_stuck = false;                    // why it works on the ledger alone: not for Redis being away

  bool is_ready() const { return state == lease_state::leased || state == lease_state::ledger_only; }
};

class lane_table {
 public:
  void enqueue(const ticket_ptr& ticket);

  // Up to `most` tickets that may run together, in order of arrival within each lane; their lanes are then in
  // flight. A command that changes settings travels alone.
  std::vector<ticket_ptr> take_runnable(std::size_t most);

  // The lanes of a batch are free again.
  void land(const std::vector<inventory::sku_id>& lanes);

  // The lane became ready: its head may run.
  void list(lane& ready);

  // The first ticket that somebody waits for; null when there is none.
  ticket_ptr head_of(lane& of);

  // Whether the lane's head can make use of a lease on it: it heads all its lower lanes and those are leased.
  // Waiting while holding happens only upwards in the order of SKUs, on every node, so nodes cannot block
  // each other for ever.
  bool wants_lease(lane& of);

  lane* find(const inventory::sku_id& sku);
  lane& at(const inventory::sku_id& sku) { return *find(sku); }
  // Forgets the lane if it has no ticket, no batch and no lease.
  void forget_if_idle(lane& of);

  std::size_t size() const { return lanes_.size(); }
  // Every lane, for shutdown and metrics.
  void for_each(const std::function<void(lane&)>& visit);

 private:
  bool may_run(const ticket_ptr& head);
  void board(const ticket_ptr& head);

  std::unordered_map<inventory::sku_id, lane> lanes_;
  std::deque<ticket_ptr> laneless_;
  std::deque<lane*> listed_;
  std::uint64_t batch_ = 0;  // the number of the batch that is boarding
};

// Whether the command must be the only one of its batch: settings, which later commands of a batch would not
// see whole.
bool travels_alone(const inventory::command& asked);

}  // namespace holdfast::engine
