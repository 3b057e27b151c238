// The engine with Redis: leases, other holders, other nodes, Redis that goes away, snapshots.
#include "engine_fixture.h"

namespace holdfast::testing {
namespace {

using engine::answer;
using engine::trouble;

class EngineLocks : public EngineTest {
 protected:
  awaitable<void> connected(node& at) {
    co_await until([&at] { return at.is_connected(); });
  }
  // Leases are given back after the answer.
  awaitable<void> unlocked(std::string sku) {
    const std::vector<std::string> question{"EXISTS", "stock:lock:" + sku};
    co_await until([&] { return server.ask(question) == "0"; });
  }
  redis_server server;
};

TEST_F(EngineLocks, ALeaseServesManyBatchesAndIsGivenBackWhenTheLaneIsEmpty) {
  node shop(io, *store, &server);
  store->delay = 2ms;
  std::vector<std::optional<answer>> answers(200);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    co_await stock(shop, "A", 1'000);
    const double before = shop.counters().leases_taken.Value();
    store->commits = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      start(reserve(shop, "k-" + std::to_string(i), "A"), answers[i]);
      if (i % 20 == 0) co_await pause(1ms);
    }
    co_await until([&] {
      return std::all_of(answers.begin(), answers.end(), [](auto& each) { return each.has_value(); });
    });
    EXPECT_GE(store->commits, 2);
    EXPECT_LT(shop.counters().leases_taken.Value() - before, store->commits);
    co_await until([&] { return server.ask({"EXISTS", "stock:lock:A"}) == "0"; });
  }());
  for (const auto& each : answers) EXPECT_TRUE(is_held(*each));
}

TEST_F(EngineLocks, AKeyHeldByAnotherProgramMakesOrdersWaitAndThenBusy) {
  node shop(io, *store, &server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    co_await stock(shop, "A", 10);
    co_await unlocked("A");
    server.ask({"SET", "stock:lock:A", "php", "PX", "1500"});
    const answer waited = co_await reserve(shop, "k-1", "A", 200ms);
    EXPECT_TRUE(is_trouble(waited, trouble::busy));
    server.ask({"DEL", "stock:lock:A"});  // a program that tells nobody: found by polling
    const answer held = co_await reserve(shop, "k-2", "A");
    EXPECT_TRUE(is_held(held));
    EXPECT_EQ(shop.counters().ledger_only_stuck.Value(), 0);
  }());
}

TEST_F(EngineLocks, AStuckKeyOrOneOfAnotherTypeIsPassedBy) {
  node shop(io, *store, &server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    co_await stock(shop, "A", 10);
    co_await stock(shop, "B", 10);
    co_await unlocked("A");
    co_await unlocked("B");
    server.ask({"SET", "stock:lock:A", "for ever"});
    server.ask({"LPUSH", "stock:lock:B", "not a lock"});
    const answer on_stuck = co_await reserve(shop, "k-1", "A");
    const answer on_foreign = co_await reserve(shop, "k-2", "B");
    EXPECT_TRUE(is_held(on_stuck) && is_held(on_foreign));
    EXPECT_EQ(shop.counters().ledger_only_stuck.Value(), 2);
    EXPECT_EQ(server.ask({"GET", "stock:lock:A"}), "for ever") << "what is not ours is not touched (I14)";
  }());
}

// L8
TEST_F(EngineLocks, RedisAwayMeansTheLedgerAloneAndItComesBackByItself) {
  node shop(io, *store, &server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    co_await stock(shop, "A", 10);
    co_await unlocked("A");
    server.kill();
    for (int i = 0; i < 3; ++i) {
      const answer held = co_await reserve(shop, "away-" + std::to_string(i), "A");
      EXPECT_TRUE(is_held(held));
    }
    EXPECT_GT(shop.counters().ledger_only_unavailable.Value(), 0);
    server.start();
    co_await connected(shop);
    const double taken = shop.counters().leases_taken.Value();
    const answer held = co_await reserve(shop, "back", "A");
    EXPECT_TRUE(is_held(held));
    EXPECT_EQ(shop.counters().leases_taken.Value(), taken + 1);
  }());
}

// H2: after FLUSHALL two nodes own the same lock. The ledger's tenure tells them apart, and every order is
// answered rightly.
TEST_F(EngineLocks, TwoOwnersAfterFlushallAreToldApartByTheLedger) {
  node one(io, *store, &server), two(io, *store, &server);
  std::vector<std::optional<answer>> answers(400);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(one);
    co_await connected(two);
    co_await stock(one, "A", 300);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      start(reserve(i % 2 == 0 ? one : two, "k-" + std::to_string(i), "A", 20s), answers[i]);
      if (i % 8 == 0) {
        server.ask({"FLUSHALL"});
        co_await pause(1ms);
      }
    }
    co_await until([&] {
      return std::all_of(answers.begin(), answers.end(), [](auto& each) { return each.has_value(); });
    });
    const std::int64_t left = co_await salable("A");
    EXPECT_EQ(left, 0);
  }());
  const auto held = std::count_if(answers.begin(), answers.end(), [](auto& each) { return is_held(*each); });
  EXPECT_EQ(held, 300);
}

// H14, between nodes: carts in opposite order on two nodes that share the locks.
TEST_F(EngineLocks, OppositeCartsOnTwoNodesDoNotBlockEachOther) {
  node one(io, *store, &server), two(io, *store, &server);
  std::vector<std::optional<answer>> answers(400);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(one);
    co_await connected(two);
    co_await stock(one, "A", 1'000);
    co_await stock(one, "B", 1'000);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const std::string cart = i % 3 == 0 ? "A,B" : i % 3 == 1 ? "B,A" : "B";
      start(reserve(i % 2 == 0 ? one : two, "k-" + std::to_string(i), cart, 20s), answers[i]);
      if (i % 10 == 0) co_await pause(1ms);
    }
    co_await until([&] {
      return std::all_of(answers.begin(), answers.end(), [](auto& each) { return each.has_value(); });
    });
  }());
  for (const auto& each : answers) EXPECT_TRUE(is_held(*each));
}

// Fairness between nodes: one that is always busy does not starve the other.
TEST_F(EngineLocks, ABusyNodeLetsTheOtherHaveItsTurn) {
  const engine::options quick{.fairness_bound = 20ms};
  node busy(io, *store, &server, quick), modest(io, *store, &server, quick);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(busy);
    co_await connected(modest);
    co_await stock(busy, "A", 1'000'000);
    bool stop = false;
    int running = 0;
    for (int i = 0; i < 16; ++i) {
      ++running;
      boost::asio::co_spawn(
          io,
          [this, &busy, &stop, i]() -> awaitable<void> {
            int n = 0;
            while (!stop) {
              const std::string key = "busy-" + std::to_string(i) + "-" + std::to_string(n);
              co_await reserve(busy, key, "A");
              ++n;
            }
          },
          [&running](std::exception_ptr) { --running; });
    }
    for (int i = 0; i < 10; ++i) {
      const answer held = co_await reserve(modest, "modest-" + std::to_string(i), "A", 2s);
      EXPECT_TRUE(is_held(held)) << i;
    }
    stop = true;
    co_await until([&] { return running == 0; });
  }());
}

// H11
TEST_F(EngineLocks, AnOlderSnapshotNeverReplacesANewerOne) {
  node shop(io, *store, &server);
  engine::redis_snapshots slow(io.get_executor(), shop.redis(), shop.counters(), 10'000ms);
  const auto position = [](std::int64_t version, std::int64_t salable) {
    return std::vector{engine::sku_position{.sku = *inventory::sku_id::parse("A"),
                                            .version = version,
                                            .salable = *inventory::quantity::of(salable)}};
  };
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    const auto key = "holdfast:{stock:lock:A}:snapshot";
    slow.publish(position(7, 3), {}, std::chrono::steady_clock::now());
    co_await until([&] { return server.ask({"HGET", key, "version"}) == "7"; });
    engine::redis_snapshots paused(io.get_executor(), shop.redis(), shop.counters(), 10'000ms);
    const auto before = server.ask({"HGET", key, "salable"});
    paused.publish(position(5, 0), {}, std::chrono::steady_clock::now());
    co_await pause(50ms);
    EXPECT_EQ(server.ask({"HGET", key, "version"}), "7");
    EXPECT_EQ(server.ask({"HGET", key, "salable"}), before);
  }());
}

// H11: the snapshot follows the ledger, and lives no longer than it may refuse.
TEST_F(EngineLocks, TheSnapshotCarriesTheNewestVersionAndExpires) {
  node shop(io, *store, &server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    co_await stock(shop, "A", 10);
    co_await reserve(shop, "k", "A");
    const auto key = "holdfast:{stock:lock:A}:snapshot";
    co_await until([&] { return server.ask({"HGET", key, "salable"}) == "9"; });
    EXPECT_EQ(server.ask({"HGET", key, "version"}), "2");
    co_await until([&] { return server.ask({"EXISTS", key}) == "0"; });
  }());
  EXPECT_GT(shop.counters().snapshot_lag.Collect().histogram.sample_count, 0u);
}

}  // namespace
}  // namespace holdfast::testing
