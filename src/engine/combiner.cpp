// The combiner: one batch is whatever queued while the last one was in flight.
#include "engine/combiner.h"

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

#include "base/assert.h"

namespace holdfast::engine {
namespace asio = boost::asio;

namespace {

// A cancel meets the command that it cancels in the ledger, not in the queue: it does not join it.
const inventory::idempotency_key* joining_key(const inventory::command& asked) {
  return std::holds_alternative<inventory::cancel_key>(asked) ? nullptr : inventory::key_of(asked);
}

}  // namespace

combiner::combiner(parts of)
    : parts_(std::move(of)),
      leases_(parts_.executor, parts_.locks, lanes_, parts_.limits, parts_.counters,
              [this](const inventory::sku_id& sku) {
                to_tend_.push_back(sku);
                schedule_pump();
              }),
      deadlines_(parts_.executor, [this](const deadline_entry& passed) { pass_deadline(passed); }) {}

asio::awaitable<answer> combiner::submit(submission made) {
  if (stopping_) co_return trouble::shutting_down;
  ticket_ptr ticket;
  if (const auto* key = joining_key(made.asked)) {
    const auto known = by_key_.find(*key);
    if (known != by_key_.end()) {
      ticket = known->second;
      if (inventory::fingerprint_of(ticket->asked) != inventory::fingerprint_of(made.asked)) {
        co_return inventory::refusal{.code = inventory::refusal_code::idempotency_key_reused,
                                     .subject = key->text()};
      }
    }
  }
  if (!ticket) {
    if (queued_ >= parts_.limits.max_queue) co_return trouble::overloaded;
    ticket = open(made);
  }
  const steady_time deadline = made.deadline;
  auto wait = [this, &ticket, deadline](auto handler) { join(ticket, deadline, std::move(handler)); };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<>, void(answer)>(wait,
                                                                                       asio::use_awaitable);
}

ticket_ptr combiner::open(submission& made) {
  auto opened =
      std::make_shared<ticket>(ticket{.asked = std::move(made.asked), .lanes = std::move(made.lanes)});
  if (const auto* key = joining_key(opened->asked)) by_key_.emplace(*key, opened);
  lanes_.enqueue(opened);
  to_tend_.insert(to_tend_.end(), opened->lanes.begin(), opened->lanes.end());
  parts_.counters.queue.Set(static_cast<double>(++queued_));
  schedule_pump();
  return opened;
}

void combiner::join(const ticket_ptr& ticket, steady_time deadline,
                    asio::any_completion_handler<void(answer)> handler) {
  const std::size_t number = ticket->waiters.size();
  ticket->waiters.push_back({.handler = std::move(handler),
                             .joined = number > 0,
                             .due = deadlines_.add(deadline, {ticket, number})});
  ++ticket->waiting;
}

// A waiter's time is over. What was not yet decided never will be, once nobody waits for it; what is in
// flight may take effect.
void combiner::pass_deadline(const deadline_entry& of) {
  ticket& late = *of.ticket;
  waiter& leaving = late.waiters[of.waiter];
  HOLDFAST_ASSERT(late.at != ticket::stage::done);
  --late.waiting;
  parts_.counters.unanswered.Increment();
  const bool in_flight = late.at == ticket::stage::in_flight;
  complete(leaving, leaving.joined ? trouble::idempotency_key_in_flight
                    : in_flight    ? trouble::outcome_unknown
                                   : trouble::busy);
  if (!late.is_abandoned()) return;
  leave_queue(of.ticket);
  to_tend_.insert(to_tend_.end(), late.lanes.begin(), late.lanes.end());
  schedule_pump();
}

void combiner::leave_queue(const ticket_ptr& ticket) {
  parts_.counters.queue.Set(static_cast<double>(--queued_));
  if (ticket->at != ticket::stage::queued) return;
  if (const auto* key = joining_key(ticket->asked)) by_key_.erase(*key);
}

// Posted, not called: everything that arrived in the same turn of the event loop boards the same batch.
void combiner::schedule_pump() {
  if (pump_scheduled_) return;
  pump_scheduled_ = true;
  asio::post(parts_.executor, [this] {
    pump_scheduled_ = false;
    pump();
  });
}

void combiner::pump() {
  std::vector<inventory::sku_id> to_tend = std::move(to_tend_);
  to_tend_.clear();
  for (const inventory::sku_id& sku : to_tend) {
    lane* of = lanes_.find(sku);
    if (of == nullptr) continue;
    // What changed here may be what the other lanes of the head were waiting for.
    const ticket_ptr head = lanes_.head_of(*of);
    leases_.tend(*of);
    if (!head || head->lanes.size() == 1) continue;
    for (const inventory::sku_id& other : head->lanes) {
      if (lane* its = lanes_.find(other)) leases_.tend(*its);
    }
  }
  while (in_flight_ < parts_.store.parallel_batches()) {
    std::vector<ticket_ptr> taken = lanes_.take_runnable(parts_.limits.max_batch);
    if (taken.empty()) break;
    start(std::move(taken));
  }
  if (!to_tend_.empty()) schedule_pump();
}

void combiner::start(std::vector<ticket_ptr> taken) {
  batch asked;
  std::vector<std::uint64_t> lease_numbers;
  std::vector<inventory::sku_id> lanes;
  for (const ticket_ptr& each : taken) {
    asked.commands.push_back(each->asked);
    lanes.insert(lanes.end(), each->lanes.begin(), each->lanes.end());
    leave_queue(each);
  }
  std::sort(lanes.begin(), lanes.end());
  lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
  for (const inventory::sku_id& sku : lanes) {
    const lane& of = lanes_.at(sku);
    asked.claims.push_back(leases_.claim_of(of));
    lease_numbers.push_back(of.lease_number);
  }
  to_tend_.insert(to_tend_.end(), lanes.begin(), lanes.end());  // the next heads may want other leases
  ++in_flight_;
  parts_.counters.batch_size.Observe(static_cast<double>(taken.size()));
  asio::co_spawn(parts_.executor, run(std::move(taken), std::move(asked), std::move(lease_numbers)),
                 asio::detached);
}

asio::awaitable<void> combiner::run(std::vector<ticket_ptr> taken, batch asked,
                                    std::vector<std::uint64_t> lease_numbers) {
  commit_context context{.store = parts_.store, .limits = parts_.limits, .counters = parts_.counters};
  const std::vector<inventory::claim> claims = asked.claims;
  const settled_batch settled = co_await commit_batch(context, std::move(asked));
  parts_.settled(settled);
  for (std::size_t i = 0; i < taken.size(); ++i) close(taken[i], settled.answers[i]);
  keep_tenures(claims, lease_numbers, settled);
  std::vector<inventory::sku_id> landed;
  for (const inventory::claim& each : claims) landed.push_back(each.sku);
  lanes_.land(landed);
  to_tend_.insert(to_tend_.end(), landed.begin(), landed.end());
  --in_flight_;
  schedule_pump();
}

// The first durable batch of a lease tells its tenure; the later ones claim it. After anything else the next
// batch claims anew.
void combiner::keep_tenures(const std::vector<inventory::claim>& claims,
                            const std::vector<std::uint64_t>& lease_numbers, const settled_batch& settled) {
  for (std::size_t i = 0; i < claims.size(); ++i) {
    lane& of = lanes_.at(claims[i].sku);
    if (of.state != lane::lease_state::leased || of.lease_number != lease_numbers[i]) continue;
    if (!settled.is_durable) {
      if (settled.now == inventory::time_point{}) of.tenure.reset();
      continue;
    }
    const auto named = [&of](const sku_position& each) { return each.sku == of.sku; };
    const auto newest = std::find_if(settled.positions.rbegin(), settled.positions.rend(), named);
    of.tenure = newest == settled.positions.rend() ? std::nullopt : std::optional(newest->tenure);
  }
}

void combiner::close(const ticket_ptr& ticket, const answer& with) {
  ticket->at = ticket::stage::done;
  if (const auto* key = joining_key(ticket->asked)) by_key_.erase(*key);
  for (waiter& each : ticket->waiters) {
    if (!each.handler) continue;
    deadlines_.remove(each.due);
    complete(each, with);
  }
  ticket->waiting = 0;
}

// Posted, so that no waiter's work runs in the middle of ours.
void combiner::complete(waiter& of, answer with) {
  asio::post(parts_.executor, [handler = std::move(of.handler), with = std::move(with)]() mutable {
    std::move(handler)(std::move(with));
  });
}

asio::awaitable<void> combiner::stop(std::chrono::milliseconds grace) {
  stopping_ = true;
  const auto until = std::chrono::steady_clock::now() + grace;
  asio::steady_timer pause(parts_.executor);
  // Ends within the grace: tickets end by their deadlines, leases when their lanes are empty.
  while ((lanes_.size() > 0 || in_flight_ > 0 || !leases_.is_idle()) &&
         std::chrono::steady_clock::now() < until) {
    pause.expires_after(std::chrono::milliseconds(1));
    boost::system::error_code ignored;
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
}

}  // namespace holdfast::engine
