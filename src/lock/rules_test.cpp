// The rules of a lease, by tables.
#include "lock/rules.h"

#include <gtest/gtest.h>

namespace holdfast::lock {
namespace {

using namespace std::chrono_literals;
using redis::failure;
using redis::reply;

redis::result status(std::string text) {
  return reply{.is = reply::kind::status, .text = std::move(text)};
}
redis::result nil() {
  return reply{};
}
redis::result number(std::int64_t value) {
  return reply{.is = reply::kind::integer, .number = value};
}
redis::result error(failure::kind kind, std::string text) {
  return failure{kind, std::move(text)};
}

TEST(LockRules, ValidityCountsFromBeforeTheRequestLessDrift) {
  const steady_time sent_at{};
  EXPECT_EQ(validity_of(sent_at, 3'000ms), sent_at + 2'968ms);  // 1% and 2 ms
  EXPECT_LT(validity_of(sent_at, 20ms), sent_at + 20ms);
  EXPECT_EQ(loss_margin(3'000ms), 150ms);
  EXPECT_EQ(loss_margin(20ms), 1ms);
}

// P3, case 37
TEST(LockRules, AGrantIsUsableUntilItsLossWouldBeSignalled) {
  const steady_time end = steady_time{} + 10s;
  EXPECT_TRUE(is_usable(end, 3'000ms, end - 151ms));
  EXPECT_FALSE(is_usable(end, 3'000ms, end - 150ms));
  EXPECT_FALSE(is_usable(end, 3'000ms, end + 1h));
}

// P14, case 11
TEST(LockRules, ALimitWithoutBoundIsAYearAndNotThePast) {
  const steady_time now = std::chrono::steady_clock::now();
  EXPECT_EQ(later(now, 5s), now + 5s);
  EXPECT_EQ(later(now, 0ms), now);
  EXPECT_EQ(later(now, milliseconds::max()), now + 365 * 24h);
}

TEST(LockRules, EachAnswerOfAnAttemptHasItsMeaning) {
  EXPECT_EQ(decide_attempt(status("OK")), attempt::taken);
  EXPECT_EQ(decide_attempt(nil()), attempt::held_by_other);
  EXPECT_EQ(decide_attempt(error(failure::kind::unavailable, "away")), attempt::unavailable);
  EXPECT_EQ(decide_attempt(error(failure::kind::outcome_unknown, "reset")), attempt::outcome_unknown);
  EXPECT_EQ(decide_attempt(error(failure::kind::cancelled, "")), attempt::outcome_unknown);
  for (const char* refusal :
       {"OOM command not allowed", "READONLY You can't write", "LOADING Redis is loading"}) {
    EXPECT_EQ(decide_attempt(error(failure::kind::server_error, refusal)), attempt::unavailable) << refusal;
  }
}

TEST(LockRules, EachAnswerOfARenewalHasItsMeaning) {
  EXPECT_EQ(decide_renewal(number(1)), renewal::renewed);
  EXPECT_EQ(decide_renewal(number(0)), renewal::lost);
  EXPECT_EQ(decide_renewal(error(failure::kind::server_error, "WRONGTYPE Operation against a key")),
            renewal::lost);
  EXPECT_EQ(decide_renewal(error(failure::kind::server_error, "LOADING")), renewal::try_again);
  EXPECT_EQ(decide_renewal(error(failure::kind::unavailable, "")), renewal::try_again);
  EXPECT_EQ(decide_renewal(error(failure::kind::outcome_unknown, "")), renewal::try_again);
}

TEST(LockRules, AnotherHolderIsWaitedForOrGivenUp) {
  using action = next_step::action;
  const holder alive{.type = "string", .token = "t", .ttl_ms = 700};
  EXPECT_EQ(decide_wait(alive, 0ms, 30s).what, action::wait);
  EXPECT_EQ(decide_wait(alive, 0ms, 30s).most, 701ms) << "then the key is free at the latest";
  EXPECT_EQ(decide_wait({.type = "none", .ttl_ms = -2}, 0ms, 30s).what, action::try_now);
  const struct {
    holder other;
    milliseconds seen_for;
    lock_error expected;
  } hopeless[] = {{{.type = "string", .token = "t", .ttl_ms = -1}, 0ms, lock_error::stuck},
                  {alive, 30'000ms, lock_error::stuck},
                  {{.type = "hash", .ttl_ms = 500}, 0ms, lock_error::foreign_type}};
  for (const auto& each : hopeless) {
    const next_step step = decide_wait(each.other, each.seen_for, 30s);
    EXPECT_EQ(step.what, action::give_up);
    EXPECT_EQ(step.error, each.expected);
  }
}

}  // namespace
}  // namespace holdfast::lock
