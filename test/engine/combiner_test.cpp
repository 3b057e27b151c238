// The combiner: batches, deadlines, keys, faults of the ledger. Without locks: they change nothing here.
#include <boost/asio/co_spawn.hpp>

#include "engine_fixture.h"

namespace holdfast::testing {
namespace {

using engine::answer;
using engine::trouble;
using inventory::refusal_code;

using Combiner = EngineTest;

TEST_F(Combiner, WhatQueuesDuringABatchTravelsAsTheNextOne) {
  node shop(io, *store, nullptr);
  run_coroutine(io, stock(shop, "A", 100));
  store->commits = 0;
  store->delay = 20ms;
  std::vector<std::optional<answer>> answers(50);
  run_coroutine(io, [&]() -> awaitable<void> {
    for (std::size_t i = 0; i < answers.size(); ++i)
      start(reserve(shop, "k-" + std::to_string(i), "A"), answers[i]);
    co_await until([&] {
      return std::all_of(answers.begin(), answers.end(), [](auto& each) { return each.has_value(); });
    });
  }());
  for (const auto& each : answers) EXPECT_TRUE(is_held(*each));
  EXPECT_LE(store->commits, 3);
  EXPECT_GE(store->largest_batch, 40u);
}

// H3
TEST_F(Combiner, AnUnknownCommitIsSettledByRunningTheSameBatchAgain) {
  node shop(io, *store, nullptr);
  run_coroutine(io, stock(shop, "A", 1));
  store->lose_replies = 2;
  std::optional<answer> got;
  run_coroutine(io, [&]() -> awaitable<void> { got = co_await reserve(shop, "k", "A"); }());
  ASSERT_TRUE(is_held(*got));
  run_coroutine(io, [&]() -> awaitable<void> {
    const auto kept = co_await ledger->find_reservation(id_of(*got));
    EXPECT_TRUE(kept.value().has_value()) << "the answer is what the lost commit wrote, not a second order";
    const std::int64_t left = co_await salable("A");
    EXPECT_EQ(left, 0);
  }());
}

// H3
TEST_F(Combiner, ACommitThatStaysUnknownIsSaidToBeAndTheKeySettlesIt) {
  node shop(io, *store, nullptr, {.unknown_reruns = 2, .unknown_pause = 1ms});
  run_coroutine(io, stock(shop, "A", 1));
  store->lose_replies = 3;
  run_coroutine(io, [&]() -> awaitable<void> {
    const answer first = co_await reserve(shop, "k", "A");
    EXPECT_TRUE(is_trouble(first, trouble::outcome_unknown));
    const answer again = co_await reserve(shop, "k", "A");
    EXPECT_TRUE(is_held(again));
  }());
}

// H5
TEST_F(Combiner, OneBadOrderInABatchFailsAlone) {
  node shop(io, *store, nullptr);
  run_coroutine(io, stock(shop, "A", 100));
  store->delay = 5ms;
  store->fails = [](const engine::batch& asked) {
    return std::any_of(asked.commands.begin(), asked.commands.end(), [](const inventory::command& each) {
      const auto* order = std::get_if<inventory::reserve_order>(&each);
      return order != nullptr && order->key.text() == "k-7";
    });
  };
  std::vector<std::optional<answer>> answers(16);
  run_coroutine(io, [&]() -> awaitable<void> {
    for (std::size_t i = 0; i < answers.size(); ++i)
      start(reserve(shop, "k-" + std::to_string(i), "A"), answers[i]);
    co_await until([&] {
      return std::all_of(answers.begin(), answers.end(), [](auto& each) { return each.has_value(); });
    });
    const std::int64_t left = co_await salable("A");
    EXPECT_EQ(left, 85);
  }());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(is_held(*answers[i]), i != 7) << i;
    EXPECT_EQ(is_trouble(*answers[i], trouble::ledger_unavailable), i == 7) << i;
  }
}

// H19
TEST_F(Combiner, AnOrderWhoseDeadlinePassesInTheQueueIsNeverDecided) {
  node shop(io, *store, nullptr);
  run_coroutine(io, stock(shop, "A", 10));
  store->delay = 100ms;
  std::optional<answer> first;
  run_coroutine(io, [&]() -> awaitable<void> {
    start(reserve(shop, "first", "A"), first);
    co_await pause(10ms);
    const answer late = co_await reserve(shop, "late", "A", 20ms);
    EXPECT_TRUE(is_trouble(late, trouble::busy));
    co_await until([&] { return first.has_value(); });
    co_await pause(150ms);  // a batch more would have run by now
    const std::int64_t left = co_await salable("A");
    EXPECT_EQ(left, 9);
    EXPECT_FALSE(store->may_be_bound(*inventory::idempotency_key::parse("late")));
  }());
}

// H19
TEST_F(Combiner, AnOrderInFlightAtItsDeadlineIsUnknownAndItsKeySettlesIt) {
  node shop(io, *store, nullptr);
  run_coroutine(io, stock(shop, "A", 10));
  store->delay = 80ms;
  run_coroutine(io, [&]() -> awaitable<void> {
    const answer first = co_await reserve(shop, "k", "A", 30ms);
    EXPECT_TRUE(is_trouble(first, trouble::outcome_unknown));
    const answer again = co_await reserve(shop, "k", "A");
    EXPECT_TRUE(is_held(again));
    const std::int64_t left = co_await salable("A");
    EXPECT_EQ(left, 9);
  }());
}

// I6, H18
TEST_F(Combiner, TheSameKeyTwiceInTheQueueIsOneOrderWithTwoWaiters) {
  node shop(io, *store, nullptr);
  run_coroutine(io, stock(shop, "A", 10));
  store->delay = 30ms;
  std::optional<answer> one, two;
  run_coroutine(io, [&]() -> awaitable<void> {
    start(reserve(shop, "k", "A"), one);
    start(reserve(shop, "k", "A"), two);
    const answer impatient = co_await reserve(shop, "k", "A", 10ms);
    EXPECT_TRUE(is_trouble(impatient, trouble::idempotency_key_in_flight));
    const answer other = co_await reserve(shop, "k", "A", 5s, "another-buyer");
    EXPECT_TRUE(is_refused(other, refusal_code::idempotency_key_reused));
    co_await until([&] { return one && two; });
    EXPECT_EQ(id_of(*one), id_of(*two));
    const std::int64_t left = co_await salable("A");
    EXPECT_EQ(left, 9);
  }());
}

// I22
TEST_F(Combiner, AFullQueueRefusesAtOnce) {
  node shop(io, *store, nullptr, {.max_queue = 2});
  run_coroutine(io, stock(shop, "A", 10));
  store->delay = 50ms;
  std::vector<std::optional<answer>> answers(3);
  run_coroutine(io, [&]() -> awaitable<void> {
    start(reserve(shop, "k-0", "A"), answers[0]);
    co_await pause(10ms);  // in flight: it waits no more
    start(reserve(shop, "k-1", "A"), answers[1]);
    start(reserve(shop, "k-2", "A"), answers[2]);
    co_await pause(1ms);
    const answer refused = co_await reserve(shop, "k-3", "A");
    EXPECT_TRUE(is_trouble(refused, trouble::overloaded));
    co_await until([&] { return answers[0] && answers[1] && answers[2]; });
  }());
}

// Keys before refusals, I16
TEST_F(Combiner, ASoldOutFloodIsRefusedFromMemoryButTheWinnerGetsTheReservationAgain) {
  node shop(io, *store, nullptr);
  run_coroutine(io, stock(shop, "A", 1));
  run_coroutine(io, [&]() -> awaitable<void> {
    const answer won = co_await reserve(shop, "winner", "A");
    store->commits = 0;
    for (int i = 0; i < 50; ++i) {
      const answer lost = co_await reserve(shop, "loser-" + std::to_string(i), "A");
      EXPECT_TRUE(is_refused(lost, refusal_code::insufficient_stock));
    }
    EXPECT_LE(store->commits, 2) << "a refusal in memory asks no ledger";
    const answer again = co_await reserve(shop, "winner", "A");
    EXPECT_EQ(id_of(again), id_of(won));
  }());
  EXPECT_GE(shop.counters().refused_early.Value(), 45);
}

// I16: a stale "sold out" lasts at most the freshness bound, and units that this node receives are seen at
// once.
TEST_F(Combiner, SoldOutIsForgottenWhenUnitsArrive) {
  node shop(io, *store, nullptr);
  run_coroutine(io, stock(shop, "A", 1));
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await reserve(shop, "winner", "A");
    const answer lost = co_await reserve(shop, "loser", "A");
    EXPECT_TRUE(is_refused(lost, refusal_code::insufficient_stock));
    co_await stock(shop, "A", 1);
    const answer next = co_await reserve(shop, "next", "A");
    EXPECT_TRUE(is_held(next));
  }());
}

TEST_F(Combiner, TheSweeperExpiresWhatIsDue) {
  node shop(io, *store, nullptr, {.sweep_interval = 20ms});
  run_coroutine(io, stock(shop, "A", 1));
  run_coroutine(io, [&]() -> awaitable<void> {
    engine::reserve_request asked{.key = *inventory::idempotency_key::parse("k"),
                                  .buyer = *inventory::buyer_id::parse("b"),
                                  .order = std::nullopt,
                                  .hold = 1s,
                                  .lines = {{*inventory::sku_id::parse("A"), *inventory::quantity::of(1)}},
                                  .deadline = std::chrono::steady_clock::now() + 5s};
    const answer held = co_await engine::reserve_stock(shop.engine(), std::move(asked));
    shop.engine().start();
    co_await until([&] { return shop.counters().expired.Value() == 1; });
    const auto found = co_await ledger->find_reservation(id_of(held));
    EXPECT_EQ(found.value()->state, inventory::reservation_state::expired);
    co_await shop.engine().stop(1s);
  }());
}

// H19: shutdown answers every queued request.
TEST_F(Combiner, StoppingAnswersWhatWaitsAndRefusesWhatComes) {
  node shop(io, *store, nullptr);
  run_coroutine(io, stock(shop, "A", 10));
  store->delay = 20ms;
  std::vector<std::optional<answer>> answers(5);
  run_coroutine(io, [&]() -> awaitable<void> {
    for (std::size_t i = 0; i < answers.size(); ++i)
      start(reserve(shop, "k-" + std::to_string(i), "A"), answers[i]);
    co_await pause(1ms);
    co_await shop.engine().stop(5s);
    for (const auto& each : answers) EXPECT_TRUE(each.has_value() && is_held(*each));
    const answer late = co_await reserve(shop, "late", "A");
    EXPECT_TRUE(is_trouble(late, trouble::shutting_down));
  }());
}

}  // namespace
}  // namespace holdfast::testing
