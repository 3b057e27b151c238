// Lanes: one FIFO of tickets for each SKU, and the choice of what may run now.
#include "engine/lane_table.h"

#include <algorithm>

#include "base/assert.h"

namespace holdfast::engine {

bool travels_alone(const inventory::command& asked) {
  return std::holds_alternative<inventory::put_sku>(asked) ||
         std::holds_alternative<inventory::put_source>(asked) ||
         std::holds_alternative<inventory::delete_source>(asked);
}

void lane_table::enqueue(const ticket_ptr& ticket) {
  HOLDFAST_ASSERT(std::is_sorted(ticket->lanes.begin(), ticket->lanes.end()));
  if (ticket->lanes.empty()) laneless_.push_back(ticket);
  for (const inventory::sku_id& sku : ticket->lanes) {
    lane& joined = lanes_.try_emplace(sku, sku).first->second;
    joined.queue.push_back(ticket);
    if (joined.is_ready()) list(joined);
  }
}

std::vector<ticket_ptr> lane_table::take_runnable(std::size_t most) {
  std::vector<ticket_ptr> batch;
  if (!laneless_.empty()) {
    const ticket_ptr first = laneless_.front();
    laneless_.pop_front();
    if (first->is_abandoned()) return take_runnable(most);
    first->at = ticket::stage::in_flight;
    return {first};
  }
  ++batch_;
  // A ticket of several SKUs may come to head its lanes while this batch boards, so lanes are looked at until
  // none gives.
  for (bool boarded = true; boarded && batch.size() < most;) {
    boarded = false;
    for (std::size_t left = listed_.size(); left > 0 && batch.size() < most; --left) {
      lane& next = *listed_.front();
      listed_.pop_front();
      ticket_ptr head;
      while (batch.size() < most && (head = head_of(next)) && may_run(head)) {
        const bool alone = travels_alone(head->asked);
        if (alone && !batch.empty()) break;
        board(head);
        batch.push_back(head);
        boarded = true;
        if (alone) most = batch.size();
      }
      next.is_listed = false;
      if (head_of(next)) list(next);
    }
  }
  return batch;
}

bool lane_table::may_run(const ticket_ptr& head) {
  return std::all_of(head->lanes.begin(), head->lanes.end(), [&](const inventory::sku_id& sku) {
    lane& each = at(sku);
    return each.is_ready() && (!each.in_flight || each.boarded_in == batch_) && head_of(each) == head;
  });
}

void lane_table::board(const ticket_ptr& head) {
  for (const inventory::sku_id& sku : head->lanes) {
    lane& each = at(sku);
    each.queue.pop_front();
    each.in_flight = true;
    each.boarded_in = batch_;
  }
  head->at = ticket::stage::in_flight;
}

void lane_table::land(const std::vector<inventory::sku_id>& lanes) {
  for (const inventory::sku_id& sku : lanes) {
    lane& landed = at(sku);
    HOLDFAST_ASSERT(landed.in_flight);
    landed.in_flight = false;
    if (landed.is_ready() && head_of(landed)) list(landed);
  }
}

void lane_table::list(lane& ready) {
  if (ready.is_listed) return;
  ready.is_listed = true;
  listed_.push_back(&ready);
}

ticket_ptr lane_table::head_of(lane& of) {
  while (!of.queue.empty() && of.queue.front()->is_abandoned()) of.queue.pop_front();
  return of.queue.empty() ? nullptr : of.queue.front();
}

bool lane_table::wants_lease(lane& of) {
  const ticket_ptr head = head_of(of);
  if (!head) return false;
  for (const inventory::sku_id& sku : head->lanes) {
    lane& lower = at(sku);
    if (&lower == &of) return true;
    if (!lower.is_ready() || head_of(lower) != head) return false;
  }
  HOLDFAST_ASSERT(false && "a ticket is only in its own lanes");
  return false;
}

lane* lane_table::find(const inventory::sku_id& sku) {
  const auto found = lanes_.find(sku);
  return found == lanes_.end() ? nullptr : &found->second;
}

void lane_table::forget_if_idle(lane& of) {
  const bool idle = !head_of(of) && !of.in_flight && of.state == lane::lease_state::none;
  if (!idle) return;
  if (of.is_listed) listed_.erase(std::find(listed_.begin(), listed_.end(), &of));
  lanes_.erase(inventory::sku_id(of.sku));
}

void lane_table::for_each(const std::function<void(lane&)>& visit) {
  for (auto& [sku, each] : lanes_) visit(each);
}

}  // namespace holdfast::engine
