// A ledger with faults at chosen moments, in front of a real one.
#include "faulty_store.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace holdfast::testing {

boost::asio::awaitable<engine::batch_result> faulty_store::commit(engine::batch asked) {
  ++commits;
  largest_batch = std::max(largest_batch, asked.commands.size());
  if (delay.count() > 0) {
    boost::asio::steady_timer timer(io_, delay);
    co_await timer.async_wait(boost::asio::use_awaitable);
  }
  if (fails && fails(asked))
    co_return engine::batch_result{.status = engine::commit_status::failed, .fault = "planted"};
  engine::batch_result result = co_await real_.commit(std::move(asked));
  if (lose_replies > 0) {
    --lose_replies;
    co_return engine::batch_result{.status = engine::commit_status::unknown, .fault = "reply lost"};
  }
  co_return result;
}

}  // namespace holdfast::testing
