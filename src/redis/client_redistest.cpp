// The Redis client against a real server.
#include "redis/client.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "redis/subscriber.h"
#include "support/redis_server.h"
#include "support/run_coroutine.h"

namespace holdfast::redis {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using testing::redis_server;
using testing::run_coroutine;
using namespace std::chrono_literals;

class RedisClient : public ::testing::Test {
 protected:
  std::unique_ptr<client> connect(const std::string& url, client_options options = {}) {
    auto made = std::make_unique<client>(io.get_executor(), *parse_address(url), options);
    made->start();
    return made;
  }
  awaitable<void> pause(std::chrono::milliseconds time) {
    asio::steady_timer timer(io, time);
    co_await timer.async_wait(asio::use_awaitable);
  }
  awaitable<void> until(std::function<bool()> condition) {
    for (int i = 0; i < 5'000 && !condition(); ++i) co_await pause(2ms);
    EXPECT_TRUE(condition());
  }
  asio::io_context io{1};
  redis_server server;
};

TEST_F(RedisClient, PipelinesManyCoroutinesAndGivesEachItsOwnAnswer) {
  auto redis = connect(server.url());
  int wrong = 0;
  int done = 0;
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await until([&] { return redis->is_available(); });
    for (int i = 0; i < 200; ++i) {
      asio::co_spawn(
          io,
          [&, i]() -> awaitable<void> {
            for (int round = 0; round < 50; ++round) {
              const std::string word = std::to_string(i) + ":" + std::to_string(round);
              const result got = co_await redis->command("ECHO", word);
              wrong += got.has_error() || got->text != word ? 1 : 0;
            }
            ++done;
          },
          asio::detached);
    }
    co_await until([&] { return done == 200; });
  }());
  EXPECT_EQ(wrong, 0);
}

TEST_F(RedisClient, WorksOverTcpWithPasswordAndDatabase) {
  redis_server secured({"--requirepass", "s3cret"});
  auto wrong = connect("redis://:bad@127.0.0.1:" + std::to_string(secured.port()) + "/2");
  auto redis = connect("redis://:s3cret@127.0.0.1:" + std::to_string(secured.port()) + "/2");
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await until([&] { return redis->is_available(); });
    const result set = co_await redis->command("SET", "k", "v");
    EXPECT_TRUE(set.has_value());
    const result space = co_await redis->command("INFO", "keyspace");
    EXPECT_NE(space->text.find("db2:keys=1"), std::string::npos);
    EXPECT_FALSE(wrong->is_available());
  }());
}

TEST_F(RedisClient, AServersRefusalIsAnErrorWithItsText) {
  auto redis = connect(server.url());
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await until([&] { return redis->is_available(); });
    const result got = co_await redis->command("INCR");
    EXPECT_EQ(got.error().is, failure::kind::server_error);
    EXPECT_EQ(got.error().code(), "ERR");
  }());
}

TEST_F(RedisClient, AwayFailsAtOnceAndIsBackByItself) {
  auto redis = connect(server.url());
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await until([&] { return redis->is_available(); });
    server.kill();
    co_await until([&] { return !redis->is_available(); });
    const auto asked_at = std::chrono::steady_clock::now();
    const result got = co_await redis->command("PING");
    EXPECT_EQ(got.error().is, failure::kind::unavailable);
    EXPECT_LT(std::chrono::steady_clock::now() - asked_at, 100ms);
    server.start();
    co_await until([&] { return redis->is_available(); });
    const result again = co_await redis->command("PING");
    EXPECT_TRUE(again.has_value());
    EXPECT_EQ(redis->connections(), 2);
  }());
}

// H3's kin on the Redis side: a reply lost in a disconnect is unknown, not failed.
TEST_F(RedisClient, AnAnswerLostWithTheConnectionIsUnknown) {
  auto redis = connect(server.url());
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await until([&] { return redis->is_available(); });
    server.pause();
    std::optional<result> got;
    asio::co_spawn(
        io, [&]() -> awaitable<void> { got = co_await redis->command("INCR", "n"); }, asio::detached);
    co_await pause(20ms);  // the command is written; a stopped server cannot answer
    EXPECT_FALSE(got.has_value());
    server.kill();
    co_await until([&] { return got.has_value(); });
    EXPECT_EQ(got->error().is, failure::kind::outcome_unknown);
  }());
}

TEST_F(RedisClient, ASilentServerTimesOutAsUnknown) {
  auto redis = connect(server.url(), {.command_timeout = 100ms});
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await until([&] { return redis->is_available(); });
    server.pause();
    const result got = co_await redis->command("INCR", "n");
    EXPECT_EQ(got.error().is, failure::kind::outcome_unknown);
    EXPECT_FALSE(redis->is_available());
    server.go_on();
    co_await until([&] { return redis->is_available(); });
  }());
}

// H23
TEST_F(RedisClient, RunsAScriptAgainAfterScriptFlush) {
  auto redis = connect(server.url());
  const script twice("return tonumber(ARGV[1]) * 2");
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await until([&] { return redis->is_available(); });
    const std::array<std::string_view, 1> arguments{"21"};
    for (int round = 0; round < 3; ++round) {
      const result got = co_await redis->run(twice, {}, arguments);
      EXPECT_EQ(got->number, 42);
      server.ask({"SCRIPT", "FLUSH"});
    }
  }());
}

// I22: the queue is bounded, and one more command had no effect.
TEST_F(RedisClient, OneCommandTooManyIsRefusedAndTheOthersAreAnswered) {
  auto redis = connect(server.url(), {.max_pending = 3});
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await until([&] { return redis->is_available(); });
    server.pause();
    std::vector<result> answers;
    for (int i = 0; i < 4; ++i) {
      asio::co_spawn(
          io, [&]() -> awaitable<void> { answers.push_back(co_await redis->command("INCR", "n")); },
          asio::detached);
    }
    co_await until([&] { return answers.size() == 1; });
    EXPECT_EQ(answers[0].error().is, failure::kind::unavailable);
    EXPECT_NE(answers[0].error().text.find("too many"), std::string::npos);
    server.go_on();
    co_await until([&] { return answers.size() == 4; });
    EXPECT_EQ(answers[3]->number, 3) << "three were carried out";
  }());
}

// F1 in the middle of a pipeline: each answer is its own or unknown, never another's.
TEST_F(RedisClient, AKillAmongManyCommandsShiftsNoAnswer) {
  auto redis = connect(server.url());
  int wrong = 0, unsure = 0, right = 0, done = 0;
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await until([&] { return redis->is_available(); });
    for (int i = 0; i < 64; ++i) {
      asio::co_spawn(
          io,
          [&, i]() -> awaitable<void> {
            for (int round = 0; right < 50'000; ++round) {
              const std::string word = std::to_string(i) + ":" + std::to_string(round);
              const result got = co_await redis->command("ECHO", word);
              if (got.has_error()) {
                unsure += got.error().is == failure::kind::outcome_unknown ? 1 : 0;
                co_await pause(1ms);
              } else {
                (got->text == word ? right : wrong) += 1;
              }
            }
            ++done;
          },
          asio::detached);
    }
    for (int kills = 0; kills < 3; ++kills) {
      const int before = right;
      co_await until([&] { return right > before + 2'000; });
      server.kill();
      server.start();
    }
    co_await until([&] { return done == 64; });
  }());
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(unsure, 0) << "no kill hit a command on its way";
}

TEST_F(RedisClient, StopEndsAllItsWorkSoThatTheIoContextRunsOut) {
  const address nowhere = *parse_address("redis://127.0.0.1:1");
  auto up = connect(server.url());
  client down(io.get_executor(), nowhere);
  subscriber listening(io.get_executor(), *parse_address(server.url()));
  subscriber deaf(io.get_executor(), nowhere);
  down.start();
  listening.start();
  deaf.start();
  auto subscription = listening.subscribe("channel", [] {});
  std::optional<result> pending;
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await until([&] { return up->is_available(); });
    server.pause();
    asio::co_spawn(
        io, [&]() -> awaitable<void> { pending = co_await up->command("PING"); }, asio::detached);
    co_await pause(20ms);
    up->stop();
    down.stop();
    listening.stop();
    deaf.stop();
  }());
  io.restart();
  io.run_for(5s);
  EXPECT_TRUE(io.stopped()) << "something still runs";
  ASSERT_TRUE(pending.has_value());
  EXPECT_EQ(pending->error().is, failure::kind::outcome_unknown);
}

TEST_F(RedisClient, ACancelledCallerLeavesTheAnswersOfOthersInStep) {
  using namespace asio::experimental::awaitable_operators;
  auto redis = connect(server.url());
  run_coroutine(io, [&]() -> awaitable<void> {
    co_await until([&] { return redis->is_available(); });
    server.pause();
    asio::steady_timer soon(io, 10ms);
    co_await (redis->command("ECHO", "left") || soon.async_wait(asio::use_awaitable));
    server.go_on();
    const result got = co_await redis->command("ECHO", "stayed");
    EXPECT_EQ(got->text, "stayed");
  }());
}

TEST_F(RedisClient, ASubscriberHearsMessagesAlsoAfterTheServerCameBack) {
  subscriber wakeups(io.get_executor(), *parse_address(server.url()));
  wakeups.start();
  auto redis = connect(server.url());
  int heard = 0;
  int heard_too = 0;
  auto one = wakeups.subscribe("channel", [&] { ++heard; });
  {
    auto two = wakeups.subscribe("channel", [&] { ++heard_too; });
    run_coroutine(io, [&]() -> awaitable<void> {
      co_await until([&] { return redis->is_available() && heard == 1; });  // listening has started
      co_await redis->command("PUBLISH", "channel", "1");
      co_await until([&] { return heard == 2 && heard_too >= 1; });
    }());
  }
  const int before = heard_too;
  run_coroutine(io, [&]() -> awaitable<void> {
    server.kill();
    server.start();
    co_await until([&] { return redis->is_available() && heard == 3; });  // told that listening started anew
    co_await redis->command("PUBLISH", "channel", "1");
    co_await until([&] { return heard == 4; });
  }());
  EXPECT_EQ(heard_too, before) << "a subscription that is gone is never called";
}

TEST(RedisAddress, IsParsedOrRefusedWithAReason) {
  const address tcp = *parse_address("redis://u:p@host:7000/3");
  EXPECT_EQ(tcp.host + tcp.user + tcp.password, "hostup");
  EXPECT_EQ(tcp.port, 7000);
  EXPECT_EQ(tcp.database, 3);
  EXPECT_EQ(tcp.to_string(), "redis://host:7000/3") << "no password in logs";
  EXPECT_EQ(parse_address("redis://[::1]:7")->host, "::1");
  EXPECT_EQ(parse_address("redis://h")->port, 6379);
  EXPECT_EQ(parse_address("unix:/run/r.sock?db=2&password=x")->database, 2);
  for (const char* bad : {"", "http://h", "rediss://h", "redis://", "redis://h:0", "redis://h:70000",
                          "redis://h/x", "redis://u@h", "unix:relative", "unix:/s?bd=1", "unix:/s?user=u",
                          "redis://[::1", "redis://::1]:7", "redis://[]:7", "redis://:@h"}) {
    EXPECT_TRUE(parse_address(bad).has_error()) << bad;
  }
}

}  // namespace
}  // namespace holdfast::redis
