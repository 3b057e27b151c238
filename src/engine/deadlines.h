// Deadlines of many waiters on one timer: a timer a request would cost more than the rest of the queue.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>

#include "engine/ticket.h"

namespace holdfast::engine {

// Confined to its executor's thread. `passed` is called once for each entry whose time has come and that was
// not removed.
class deadlines {
 public:
  deadlines(const boost::asio::any_io_executor& executor, std::function<void(deadline_entry)> passed);

  deadline_index::iterator add(steady_time when, deadline_entry of);
  void remove(deadline_index::iterator added) { index_.erase(added); }

 private:
  void arm();

  boost::asio::steady_timer timer_;
  std::function<void(deadline_entry)> passed_;
  deadline_index index_;
  steady_time armed_for_ = steady_time::max();
  // Handlers that are already under way when this object dies must not touch it.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace holdfast::engine
