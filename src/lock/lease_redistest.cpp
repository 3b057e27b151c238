// What a lease promises at its edges: late grants, limits without bound, moves, destruction with Redis gone.
// P and case numbers are those of the lock protocols' promises.
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <functional>
#include <optional>

#include "holdfast/lock/lock_client.h"
#include "redis/client.h"
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

class Lease : public ::testing::Test {
 protected:
  Lease() { commands.start(); }
  awaitable<void> until(std::function<bool()> condition) {
    asio::steady_timer timer(io);
    for (int i = 0; i < 10'000 && !condition(); ++i) {
      timer.expires_after(1ms);
      co_await timer.async_wait(asio::use_awaitable);
    }
    EXPECT_TRUE(condition());
  }
  awaitable<void> connected() {
    co_await until([this] { return commands.is_available(); });
  }
  bool exists(const std::string& key) { return server.ask({"EXISTS", key}) == "1"; }

  asio::io_context io{1};
  redis_server server;
  redis::client commands{io.get_executor(), *redis::parse_address(server.url()), {.command_timeout = 2s}};
  lock_client locks{io.get_executor(), commands, nullptr};
};

// P3, case 37: the answer came, but later than the time to live counted from the request.
TEST_F(Lease, AGrantThatArrivesExpiredIsNotALeaseAndLeavesNoKey) {
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected();
    server.pause();
    std::optional<acquired> got;
    asio::co_spawn(
        io, [&]() -> awaitable<void> { got.emplace(co_await locks.acquire("k", {.ttl = 100ms})); },
        asio::detached);
    asio::steady_timer longer_than_ttl(io, 300ms);
    co_await longer_than_ttl.async_wait(asio::use_awaitable);
    server.go_on();
    co_await until([&] { return got.has_value(); });
    EXPECT_TRUE(got->has_error()) << "a lease that was born expired";
    EXPECT_TRUE(got->has_error() && got->error() == lock_error::busy);
    EXPECT_FALSE(exists("k"));
  }());
}

// P3: with time left it asks again rather than giving up.
TEST_F(Lease, AGrantThatArrivesExpiredIsAskedForAgainWithinTheWait) {
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected();
    server.pause();
    std::optional<acquired> got;
    asio::co_spawn(
        io,
        [&]() -> awaitable<void> { got.emplace(co_await locks.acquire("k", {.ttl = 100ms, .wait = 10s})); },
        asio::detached);
    asio::steady_timer longer_than_ttl(io, 300ms);
    co_await longer_than_ttl.async_wait(asio::use_awaitable);
    server.go_on();
    co_await until([&] { return got.has_value(); });
    EXPECT_TRUE(got->has_value());
    EXPECT_TRUE(got->has_value() && (*got)->remaining() > 0ms);
  }());
}

// P14, case 11
TEST_F(Lease, LimitsWithoutBoundAreTakenAsVeryLongOnes) {
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected();
    constexpr auto forever = milliseconds::max();
    server.ask({"SET", "k", "other", "PX", "150"});
    acquired got = co_await locks.acquire(
        "k", {.ttl = 5s, .wait = forever, .max_hold = forever, .stuck_after = forever});
    EXPECT_TRUE(got.has_value()) << "waiting without a bound is not 'busy at once'";
    if (got.has_value()) {
      EXPECT_TRUE(got->is_held());
      EXPECT_GT(got->remaining(), 4s);
      co_await got->release();
    }
  }());
}

TEST_F(Lease, AssigningOverAHeldLeaseGivesTheOldOneBackAtOnce) {
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected();
    acquired one = co_await locks.acquire("one", {.ttl = 60s});
    acquired two = co_await locks.acquire("two", {.ttl = 60s});
    *one = std::move(*two);
    EXPECT_EQ(one->key(), "two");
    EXPECT_TRUE(one->is_held());
    co_await until([&] { return !exists("one"); });
    EXPECT_FALSE(two->is_held()) << "moved from";
    EXPECT_EQ(two->remaining(), 0ms);
    EXPECT_TRUE(exists("two"));
  }());
}

// P6: the call may replace itself, or drop the lease that it belongs to.
TEST_F(Lease, TheCallOnLossMayReplaceItselfAndDropItsLease) {
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected();
    auto got = std::make_unique<acquired>(co_await locks.acquire("k", {.ttl = 100ms}));
    int calls = 0;
    const std::string long_enough_for_the_heap(200, 'x');
    (*got)->on_lost([&, kept = long_enough_for_the_heap] {
      (*got)->on_lost([] {});
      got.reset();
      calls += kept == long_enough_for_the_heap ? 1 : 100;
    });
    server.ask({"DEL", "k"});
    co_await until([&] { return calls != 0; });
    EXPECT_EQ(calls, 1);
  }());
}

// Cases 29, 38: a release that comes too late says so, at once, and is told from a failure.
TEST_F(Lease, ReleasingAnExpiredLeaseSaysThatItIsNotHeld) {
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected();
    acquired got = co_await locks.acquire("k", {.ttl = 60ms, .max_hold = 30ms});
    co_await until([&] { return got->lost().stop_requested() && !exists("k"); });
    const auto asked_at = steady_clock::now();
    const release_outcome released = co_await got->release();
    EXPECT_EQ(released.is, release_outcome::status::not_held);
    EXPECT_LT(steady_clock::now() - asked_at, 500ms);
    const release_outcome again = co_await got->release();
    EXPECT_EQ(again.is, release_outcome::status::not_held);
  }());
}

// P7, case 58: taken over behind our back.
TEST_F(Lease, ATakeOverIsNoticedAtTheNextRenewalAndNeverUndone) {
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected();
    acquired got = co_await locks.acquire("k", {.ttl = 300ms});
    server.ask({"SET", "k", "usurper", "PX", "60000"});
    co_await until([&] { return got->lost().stop_requested(); });
    EXPECT_FALSE(got->is_held());
    co_await got->release();
    EXPECT_EQ(server.ask({"GET", "k"}), "usurper");
  }());
}

// P15, case 59; cases 1 and 7: what is over is never renewed.
TEST_F(Lease, DroppedWhileRedisIsAwayItThrowsNothingAndIsGivenBackLater) {
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected();
    std::optional<acquired> got;
    got.emplace(co_await locks.acquire("k", {.ttl = 30s}));
    server.pause();
    got.reset();
    server.go_on();
    co_await until([&] { return !exists("k"); });
  }());
}

// P5, case 49: a release that nobody waits for any more is still carried out.
TEST_F(Lease, ACancelledReleaseStillGivesTheLockBack) {
  using namespace asio::experimental::awaitable_operators;
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected();
    for (const milliseconds after : {0ms, 5ms}) {
      acquired got = co_await locks.acquire("k", {.ttl = 60s});
      server.pause();
      asio::steady_timer soon(io, after);
      co_await (got->release() || soon.async_wait(asio::use_awaitable));
      EXPECT_FALSE(got->is_held());
      server.go_on();
      co_await until([&] { return !exists("k"); });
    }
  }());
}

// Case 1: a renewal on its way while the lock is released brings nothing back to life.
TEST_F(Lease, NoRenewalComesAfterARelease) {
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected();
    for (int round = 0; round < 60; ++round) {
      // The release falls before, upon and after the first renewal, which is due after 7 ms.
      acquired got = co_await locks.acquire("k", {.ttl = 21ms});
      asio::steady_timer about(io, std::chrono::microseconds(6'000 + round * 40));
      co_await about.async_wait(asio::use_awaitable);
      co_await got->release();
      EXPECT_FALSE(exists("k"));
    }
    asio::steady_timer longer_than_ttl(io, 50ms);
    co_await longer_than_ttl.async_wait(asio::use_awaitable);
    EXPECT_FALSE(exists("k"));
  }());
}

// P9: a Redis that hangs costs the wait and one command's time limit, never more.
TEST_F(Lease, AHangingRedisEndsTheWaitWithinTheCommandTimeout) {
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await connected();
    server.pause();
    const auto asked_at = steady_clock::now();
    acquired got = co_await locks.acquire("k", {.ttl = 30s, .wait = 50ms});
    EXPECT_EQ(got.error(), lock_error::outcome_unknown);
    EXPECT_LT(steady_clock::now() - asked_at, 50ms + 2s + 500ms);
    server.go_on();
    co_await until([&] { return commands.is_available() && !exists("k"); });
  }());
}

}  // namespace
}  // namespace holdfast::lock
