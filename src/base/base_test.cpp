// Randomness, hex, digests and pauses.
#include <gtest/gtest.h>

#include <set>

#include "base/backoff.h"
#include "base/digest.h"
#include "base/hex.h"
#include "base/random.h"

namespace holdfast::base {
namespace {

TEST(Random, TokensNeverRepeat) {
  std::set<std::string> seen;
  for (int i = 0; i < 10'000; ++i) EXPECT_TRUE(seen.insert(random_token()).second);
  EXPECT_EQ(seen.begin()->size(), 32u);
}

TEST(Hex, RoundTripsAndRefusesWhatIsNotHex) {
  std::array<std::uint8_t, 3> bytes{};
  EXPECT_TRUE(from_hex("00fFa1", bytes));
  EXPECT_EQ(to_hex(bytes), "00ffa1");
  EXPECT_FALSE(from_hex("00ff", bytes));
  EXPECT_FALSE(from_hex("00fg00", bytes));
}

TEST(Digest, MatchesThePublishedVectors) {
  EXPECT_EQ(to_hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_hex(sha1("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
}

TEST(Backoff, StaysWithinItsBoundsAndGrows) {
  using namespace std::chrono_literals;
  spread random(7);
  backoff pauses({.base = 1ms, .cap = 50ms});
  backoff::duration longest{};
  for (int i = 0; i < 200; ++i) {
    const auto pause = pauses.next(random);
    EXPECT_GE(pause, 1ms);
    EXPECT_LE(pause, 50ms);
    longest = std::max(longest, pause);
  }
  EXPECT_GT(longest, 20ms);
  pauses.reset();
  EXPECT_LE(pauses.next(random), 3ms);
}

}  // namespace
}  // namespace holdfast::base
