// The sweeper: expires holds that are due. Only tidies: a due hold blocks no sale whether it was swept or
// not.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include "engine/combiner.h"
#include "engine/inventory_store.h"
#include "engine/metrics.h"
#include "engine/options.h"

namespace holdfast::engine {

// Confined to its executor's thread; must outlive that executor's handlers, or have been stopped and run out.
class sweeper {
 public:
  sweeper(const boost::asio::any_io_executor& executor, inventory_store& store, combiner& queue,
          const options& limits, metrics& counters);

  void start();
  void stop();

 private:
  boost::asio::awaitable<void> run();
  boost::asio::awaitable<void> sweep();
  boost::asio::awaitable<void> expire(inventory::reservation due);

  inventory_store& store_;
  combiner& queue_;
  const options& limits_;
  metrics& counters_;
  boost::asio::steady_timer timer_;
  int expiring_ = 0;
  bool stopped_ = false;
};

}  // namespace holdfast::engine
