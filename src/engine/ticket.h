// Ticket: a command in the combiner's queue, with whoever waits for its answer.
#pragma once

#include <boost/asio/any_completion_handler.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <vector>

#include "holdfast/engine/answer.h"
#include "holdfast/inventory/command.h"

namespace holdfast::engine {

using steady_time = std::chrono::steady_clock::time_point;

struct ticket;
using ticket_ptr = std::shared_ptr<ticket>;

// Who waits, by the time until which it does.
struct deadline_entry {
  ticket_ptr ticket;
  std::size_t waiter;  // index into ticket->waiters
};
using deadline_index = std::multimap<steady_time, deadline_entry>;

struct waiter {
  boost::asio::any_completion_handler<void(answer)> handler;  // empty once it was answered
  bool joined = false;                                        // came later, with the same key
  deadline_index::iterator due;                               // valid until it was answered
};

struct ticket {
  inventory::command asked;
  std::vector<inventory::sku_id> lanes;  // the SKUs that it touches, sorted, each once
  std::vector<waiter> waiters;
  std::size_t waiting = 0;  // waiters that are not answered yet
  enum class stage { queued, in_flight, done } at = stage::queued;

  // Nobody waits any more and nothing was decided: it must not be decided at all (H19).
  bool is_abandoned() const { return at == stage::queued && waiting == 0; }
};

}  // namespace holdfast::engine
