// The lock on a real redis-server. P and case numbers are those of the lock protocols' promises.
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "holdfast/lock/lock_client.h"
#include "redis/client.h"
#include "redis/subscriber.h"
#include "support/redis_server.h"
#include "support/run_coroutine.h"

namespace holdfast::lock {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::redis_server;
using testing::run_coroutine;
using namespace std::chrono_literals;
using acquired = boost::system::result<lease, lock_error>;

// One process of a shop: its own connections.
struct party {
  party(asio::io_context& io, const redis_server& server, bool listens = true)
      : commands(io.get_executor(), *redis::parse_address(server.url()), {.command_timeout = 200ms}),
        wakeups(io.get_executor(), *redis::parse_address(server.url())),
        locks(io.get_executor(), commands, listens ? &wakeups : nullptr) {
    commands.start();
    if (listens) wakeups.start();
  }
  redis::client commands;
  redis::subscriber wakeups;
  lock_client locks;
};

class Lock : public ::testing::Test {
 protected:
  awaitable<void> pause(milliseconds time) {
    asio::steady_timer timer(io, time);
    co_await timer.async_wait(asio::use_awaitable);
  }
  awaitable<void> until(std::function<bool()> condition) {
    for (int i = 0; i < 10'000 && !condition(); ++i) co_await pause(1ms);
    EXPECT_TRUE(condition());
  }
  awaitable<void> connected(party& who) {
    co_await until([&who] { return who.commands.is_available(); });
  }
  std::string value_of(const std::string& key) { return server.ask({"GET", key}); }
  bool exists(const std::string& key) { return server.ask({"EXISTS", key}) == "1"; }

  asio::io_context io{1};
  redis_server server;
};

// P1, I13
TEST_F(Lock, OnlyOneOfManyHoldsIt) {
  party one(io, server), two(io, server);
  int inside = 0, worst = 0, done = 0;
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(one);
    co_await connected(two);
    for (int i = 0; i < 40; ++i) {
      asio::co_spawn(
          io,
          [&, i]() -> awaitable<void> {
            party& who = i % 2 == 0 ? one : two;
            for (int round = 0; round < 5; ++round) {
              acquired got = co_await who.locks.acquire("k", {.wait = 30s});
              if (got.has_error()) co_return;
              worst = std::max(worst, ++inside);
              co_await pause(1ms);
              --inside;
              co_await got->release();
            }
            ++done;
          },
          asio::detached);
    }
    co_await until([&] { return done == 40; });
  }());
  EXPECT_EQ(worst, 1);
  EXPECT_FALSE(exists("k"));
}

TEST_F(Lock, TheKeyHoldsARandomTokenWithATimeToLive) {
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    acquired first = co_await shop.locks.acquire("k", {.ttl = 5s});
    EXPECT_EQ(value_of("k"), first->token());
    EXPECT_EQ(first->token().size(), 32u);
    EXPECT_GT(std::stol(server.ask({"PTTL", "k"})), 4'000);
    EXPECT_GT(first->remaining(), 4'500ms);
    EXPECT_LE(first->remaining(), 4'948ms);  // less than the server's, always
    const std::string token = first->token();
    co_await first->release();
    acquired second = co_await shop.locks.acquire("k", {});
    EXPECT_NE(second->token(), token);
    co_await second->release();
  }());
}

// I14
TEST_F(Lock, ReleasingWhatIsNoLongerOursChangesNothing) {
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    acquired got = co_await shop.locks.acquire("k", {});
    server.ask({"SET", "k", "someone else", "PX", "5000"});
    const release_outcome released = co_await got->release();
    EXPECT_EQ(released.is, release_outcome::status::not_held);
    EXPECT_EQ(value_of("k"), "someone else");
  }());
}

TEST_F(Lock, AWaiterIsWokenWellBeforeItWouldPoll) {
  party one(io, server), two(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(one);
    co_await connected(two);
    std::vector<double> waits;
    for (int round = 0; round < 15; ++round) {
      acquired held = co_await one.locks.acquire("k", {.ttl = 10s});
      std::optional<steady_clock::time_point> taken_at;
      asio::co_spawn(
          io,
          [&]() -> awaitable<void> {
            acquired next = co_await two.locks.acquire("k", {.wait = 10s});
            taken_at = steady_clock::now();
            co_await next->release();
          },
          asio::detached);
      co_await pause(150ms);  // long enough for the polls to have slowed down
      const auto released_at = steady_clock::now();
      const release_outcome released = co_await held->release();
      EXPECT_EQ(released.waiters_reached, 1);
      co_await until([&] { return taken_at.has_value(); });
      waits.push_back(std::chrono::duration<double, std::milli>(*taken_at - released_at).count());
    }
    std::sort(waits.begin(), waits.end());
    EXPECT_LT(waits[waits.size() / 2], 10) << "ms; a poll would take 50 on average";
  }());
}

TEST_F(Lock, WithoutWakeUpsPollingTakesOver) {
  party one(io, server, false), two(io, server, false);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(one);
    co_await connected(two);
    server.ask({"SET", "k", "tells nobody", "PX", "300"});
    const auto asked_at = steady_clock::now();
    acquired got = co_await one.locks.acquire("k", {.wait = 5s});
    EXPECT_TRUE(got.has_value());
    const auto waited = steady_clock::now() - asked_at;
    EXPECT_GE(waited, 250ms);
    EXPECT_LT(waited, 300ms + 500ms) << "L2";
  }());
}

// P-rule of the time limit: the article's recursion never tripped (H24).
TEST_F(Lock, BusyComesWhenTheWaitIsOver) {
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    server.ask({"SET", "k", "other", "PX", "20000"});
    for (const milliseconds wait : {0ms, 100ms}) {
      const auto asked_at = steady_clock::now();
      acquired got = co_await shop.locks.acquire("k", {.wait = wait});
      EXPECT_EQ(got.error(), lock_error::busy);
      EXPECT_GE(steady_clock::now() - asked_at, wait);
      EXPECT_LT(steady_clock::now() - asked_at, wait + 200ms);
    }
  }());
}

// L2
TEST_F(Lock, TheLockOfADeadHolderIsFreeWithinItsTtl) {
  auto dead = std::make_unique<party>(io, server);
  party next(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(*dead);
    co_await connected(next);
    auto held = std::make_unique<acquired>(co_await dead->locks.acquire("k", {.ttl = 400ms}));
    EXPECT_TRUE(held->has_value());
    dead->commands.stop();  // it renews no more and gives nothing back, like a process that was killed
    const auto died_at = steady_clock::now();
    acquired got = co_await next.locks.acquire("k", {.wait = 5s});
    EXPECT_TRUE(got.has_value());
    EXPECT_LT(steady_clock::now() - died_at, 400ms + 500ms);
    held.reset();
  }());
}

// H8
TEST_F(Lock, TheWatchdogKeepsItBeyondItsTtlButNotBeyondTheMaximumHold) {
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    const auto started = steady_clock::now();
    acquired got = co_await shop.locks.acquire("k", {.ttl = 200ms, .max_hold = 700ms});
    int calls = 0;
    got->on_lost([&calls] { ++calls; });
    co_await pause(500ms);
    EXPECT_TRUE(got->is_held());
    EXPECT_EQ(value_of("k"), got->token());
    co_await until([&] { return got->lost().stop_requested(); });
    EXPECT_GE(steady_clock::now() - started, 600ms);
    EXPECT_LT(steady_clock::now() - started, 1'100ms);
    EXPECT_EQ(calls, 1);
    EXPECT_FALSE(got->is_held());
    EXPECT_EQ(got->remaining(), 0ms);
    co_await until([&] { return !exists("k"); });
  }());
}

// The holder hears of the loss before anyone else could own the key.
TEST_F(Lock, AStandstillOfRedisIsSignalledBeforeValidityEnds) {
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    const auto sent_before = steady_clock::now();
    acquired got = co_await shop.locks.acquire("k", {.ttl = 600ms});
    server.pause();
    std::optional<steady_clock::time_point> lost_at;
    got->on_lost([&] { lost_at = steady_clock::now(); });
    co_await until([&] { return lost_at.has_value(); });
    EXPECT_LT(*lost_at - sent_before,
              600ms + 200ms + 50ms);  // one renewal may have gone out before the standstill
    EXPECT_FALSE(got->is_held());
    server.go_on();
  }());
}

// F3
TEST_F(Lock, AFlushIsNoticedAtTheNextRenewal) {
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    acquired got = co_await shop.locks.acquire("k", {.ttl = 300ms});
    server.ask({"FLUSHALL"});
    const auto flushed_at = steady_clock::now();
    co_await until([&] { return got->lost().stop_requested(); });
    EXPECT_LT(steady_clock::now() - flushed_at, 250ms);
  }());
}

// F4, H23
TEST_F(Lock, ScriptFlushIsNotNoticed) {
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    acquired got = co_await shop.locks.acquire("k", {.ttl = 200ms});
    for (int i = 0; i < 5; ++i) {
      server.ask({"SCRIPT", "FLUSH"});
      co_await pause(60ms);
      EXPECT_TRUE(got->is_held());
    }
    server.ask({"SCRIPT", "FLUSH"});
    const release_outcome released = co_await got->release();
    EXPECT_EQ(released.is, release_outcome::status::released);
  }());
}

TEST_F(Lock, AnAnswerLostWhileAcquiringLeavesNoLockBehind) {
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    server.pause();
    std::optional<lock_error> error;
    asio::co_spawn(
        io,
        [&]() -> awaitable<void> {
          acquired got = co_await shop.locks.acquire("k", {.ttl = 20s});
          error = got.has_error() ? got.error() : lock_error::busy;
        },
        asio::detached);
    co_await until([&] { return error.has_value(); });
    EXPECT_EQ(*error, lock_error::outcome_unknown);
    server.go_on();  // the server now carries out what it had been sent
    co_await connected(shop);
    co_await until([&] { return !exists("k"); });
    acquired next = co_await shop.locks.acquire("k", {.wait = 5s});
    EXPECT_TRUE(next.has_value());
  }());
}

TEST_F(Lock, ACancelledAcquireLeavesNoLockBehind) {
  using namespace asio::experimental::awaitable_operators;
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    // Without a holder, cancelled while the request is on its way; with one, cancelled while waiting.
    for (const bool is_held : {false, true}) {
      for (const milliseconds after : {0ms, 1ms, 5ms, 30ms}) {
        server.ask({"DEL", "k"});
        if (is_held) server.ask({"SET", "k", "other", "PX", "60000"});
        if (!is_held) server.pause();
        asio::steady_timer soon(io, after);
        co_await (shop.locks.acquire("k", {.ttl = 60s, .wait = 60s}) || soon.async_wait(asio::use_awaitable));
        if (!is_held) server.go_on();
        if (is_held) server.ask({"DEL", "k"});
        acquired next = co_await shop.locks.acquire("k", {.wait = 5s});
        EXPECT_TRUE(next.has_value()) << after.count();
        if (next.has_value()) co_await next->release();
      }
    }
  }());
}

TEST_F(Lock, ALeaseThatIsDroppedIsGivenBackInTheBackground) {
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    { acquired got = co_await shop.locks.acquire("k", {.ttl = 60s}); }
    co_await until([&] { return !exists("k"); });
  }());
}

TEST_F(Lock, AKeyWithoutTimeToLiveOrHeldBeyondReasonIsStuck) {
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    server.ask({"SET", "k", "for ever"});
    acquired at_once = co_await shop.locks.acquire("k", {.wait = 5s});
    EXPECT_EQ(at_once.error(), lock_error::stuck);
    server.ask({"SET", "k", "too long", "PX", "60000"});
    const auto asked_at = steady_clock::now();
    acquired later = co_await shop.locks.acquire("k", {.wait = 5s, .stuck_after = 300ms});
    EXPECT_EQ(later.error(), lock_error::stuck);
    EXPECT_GE(steady_clock::now() - asked_at, 290ms);
    EXPECT_EQ(value_of("k"), "too long");
  }());
}

TEST_F(Lock, AnotherTypeAtTheKeyIsAClearError) {
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    server.ask({"HSET", "k", "field", "value"});  // as a Redisson lock would be
    acquired got = co_await shop.locks.acquire("k", {.wait = 5s});
    EXPECT_EQ(got.error(), lock_error::foreign_type);
  }());
}

TEST_F(Lock, RedisAwayIsSaidAtOnce) {
  party shop(io, server);
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    server.kill();
    co_await until([&] { return !shop.commands.is_available(); });
    const auto asked_at = steady_clock::now();
    acquired got = co_await shop.locks.acquire("k", {.wait = 5s});
    EXPECT_EQ(got.error(), lock_error::unavailable);
    EXPECT_LT(steady_clock::now() - asked_at, 100ms);
  }());
}

TEST_F(Lock, WaitersOfOneClientAreServedInOrderOfArrival) {
  party shop(io, server);
  std::vector<int> order;
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected(shop);
    acquired held = co_await shop.locks.acquire("k", {});
    for (int i = 0; i < 10; ++i) {
      asio::co_spawn(
          io,
          [&, i]() -> awaitable<void> {
            acquired got = co_await shop.locks.acquire("k", {.wait = 10s});
            order.push_back(i);
            co_await got->release();
          },
          asio::detached);
    }
    co_await pause(20ms);
    co_await held->release();
    co_await until([&] { return order.size() == 10; });
  }());
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

}  // namespace
}  // namespace holdfast::lock
