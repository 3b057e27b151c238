// Commit a batch until it is settled.
#include "engine/commit_batch.h"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

#include "base/assert.h"
#include "base/log.h"

namespace holdfast::engine {
namespace asio = boost::asio;

namespace {

// One transaction, measured.
asio::awaitable<batch_result> commit_once(commit_context& context, const batch& asked) {
  const auto started = std::chrono::steady_clock::now();
  batch copy = asked;
  batch_result result = co_await context.store.commit(std::move(copy));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  context.counters.commit_seconds.Observe(took.count());
  context.counters.batches.Increment();
  co_return result;
}

// Runs the same commands, with the same keys and ids, until their outcome is known: whatever the lost commit
// did, the rerun finds it by its keys and answers the same (H3). A SELECT alone could look before the old
// commit has landed.
asio::awaitable<batch_result> commit_until_known(commit_context& context, batch& asked) {
  batch_result result = co_await commit_once(context, asked);
  if (result.status == commit_status::tenure_stale) {
    context.counters.batches_tenure_stale.Increment();
    for (inventory::claim& each : asked.claims) each.held.reset();
    result = co_await commit_once(context, asked);
  }
  const bool was_unknown = result.status == commit_status::unknown;
  // A rerun that fails settles nothing: what it was to settle is still unknown.
  const auto unsettled = [&] {
    return result.status == commit_status::unknown || result.status == commit_status::failed;
  };
  for (int rerun = 0; was_unknown && unsettled() && rerun < context.limits.unknown_reruns; ++rerun) {
    context.counters.batches_unknown.Increment();
    base::log_warning("commit of {} commands unknown ({}): running them again", asked.commands.size(),
                      result.fault);
    asio::steady_timer pause(co_await asio::this_coro::executor, context.limits.unknown_pause);
    boost::system::error_code ignored;
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    for (inventory::claim& each : asked.claims) each.held.reset();
    result = co_await commit_once(context, asked);
  }
  if (was_unknown && unsettled()) result.status = commit_status::unknown;
  co_return result;
}

// The commands [from, to) and the claims that they need. A claim of the whole batch is harmless to a half of
// it.
batch part_of(const batch& whole, std::size_t from, std::size_t to) {
  batch part{.commands = {}, .claims = whole.claims};
  for (std::size_t i = from; i < to; ++i) part.commands.push_back(whole.commands[i]);
  for (inventory::claim& each : part.claims) each.held.reset();
  return part;
}

settled_batch all_answered(const batch& asked, trouble what) {
  settled_batch settled;
  settled.answers.assign(asked.commands.size(), what);
  return settled;
}

void append(settled_batch& whole, settled_batch part) {
  std::move(part.answers.begin(), part.answers.end(), std::back_inserter(whole.answers));
  std::move(part.positions.begin(), part.positions.end(), std::back_inserter(whole.positions));
  whole.now = std::max(whole.now, part.now);
  whole.is_durable = whole.is_durable || part.is_durable;
}

// One bad command must not fail the others (H5): the half without it commits.
asio::awaitable<settled_batch> commit_halves(commit_context context, batch asked) {
  context.counters.batches_halved.Increment();
  const std::size_t size = asked.commands.size();
  batch front = part_of(asked, 0, size / 2);
  settled_batch settled = co_await commit_batch(context, std::move(front));
  batch back = part_of(asked, size / 2, size);
  append(settled, co_await commit_batch(context, std::move(back)));
  co_return settled;
}

}  // namespace

asio::awaitable<settled_batch> commit_batch(commit_context context, batch asked) {
  batch_result result = co_await commit_until_known(context, asked);
  switch (result.status) {
    case commit_status::committed:
    case commit_status::nothing_to_write: {
      HOLDFAST_ASSERT(result.outcomes.size() == asked.commands.size());
      settled_batch settled{.answers = {},
                            .positions = std::move(result.positions),
                            .now = result.now,
                            .is_durable = result.status == commit_status::committed};
      std::move(result.outcomes.begin(), result.outcomes.end(), std::back_inserter(settled.answers));
      co_return settled;
    }
    case commit_status::failed:
      if (asked.commands.size() > 1) co_return co_await commit_halves(context, std::move(asked));
      base::log_error("the ledger refused a {} command: {}", inventory::verb_of(asked.commands.front()),
                      result.fault);
      co_return all_answered(asked, trouble::ledger_unavailable);
    case commit_status::tenure_stale:  // twice: another owner came between; nothing was decided
      co_return all_answered(asked, trouble::busy);
    case commit_status::unknown:
      base::log_error("commit of {} commands stays unknown: {}", asked.commands.size(), result.fault);
      co_return all_answered(asked, trouble::outcome_unknown);
  }
  co_return all_answered(asked, trouble::outcome_unknown);
}

}  // namespace holdfast::engine
