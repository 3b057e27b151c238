// The sweeper: expires holds that are due.
#include "engine/sweeper.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "base/log.h"
#include "engine/lanes_of.h"

namespace holdfast::engine {
namespace asio = boost::asio;

sweeper::sweeper(const asio::any_io_executor& executor, inventory_store& store, combiner& queue,
                 const options& limits, metrics& counters)
    : store_(store), queue_(queue), limits_(limits), counters_(counters), timer_(executor) {}

void sweeper::start() {
  asio::co_spawn(timer_.get_executor(), run(), asio::detached);
}

void sweeper::stop() {
  stopped_ = true;
  timer_.cancel();
}

asio::awaitable<void> sweeper::run() {
  while (!stopped_) {
    timer_.expires_after(limits_.sweep_interval);
    boost::system::error_code ignored;
    co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    // A slow sweep is not overtaken by the next one: what it submitted is still on its way.
    if (!stopped_ && expiring_ == 0) co_await sweep();
  }
}

asio::awaitable<void> sweeper::sweep() {
  auto due = co_await store_.list_due(limits_.sweep_limit);
  if (due.has_error()) {
    base::log_warning("cannot read which holds are due: {}", due.error().message);
    co_return;
  }
  if (static_cast<int>(due->size()) == limits_.sweep_limit) {
    base::log_warning("{} holds came due at once: a clock that jumped, or a sale that ended (H16)",
                      due->size());
  }
  for (inventory::reservation& each : *due) {
    ++expiring_;
    asio::co_spawn(timer_.get_executor(), expire(std::move(each)), asio::detached);
  }
}

asio::awaitable<void> sweeper::expire(inventory::reservation due) {
  submission made{.asked = inventory::expire_reservation{due.id},
                  .lanes = lanes_of(due),
                  .deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10)};
  const answer got = co_await queue_.submit(std::move(made));
  --expiring_;
  const auto* outcome = std::get_if<inventory::outcome>(&got);
  const auto* done = outcome == nullptr ? nullptr : std::get_if<inventory::swept>(outcome);
  if (done != nullptr && done->expired) counters_.expired.Increment();
}

}  // namespace holdfast::engine
