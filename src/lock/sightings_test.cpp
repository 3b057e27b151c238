// Sightings of other holders.
#include "lock/sightings.h"

#include <gtest/gtest.h>

namespace holdfast::lock {
namespace {

using namespace std::chrono_literals;

TEST(Sightings, CountFromTheFirstSightOfAToken) {
  sightings seen(10);
  const steady_time start{};
  EXPECT_EQ(seen.seen_for("k", "a", start), 0ms);
  EXPECT_EQ(seen.seen_for("k", "a", start + 3s), 3s);
  EXPECT_EQ(seen.seen_for("k", "b", start + 4s), 0ms) << "another holder";
  EXPECT_EQ(seen.seen_for("other", "b", start + 5s), 0ms) << "another key";
  EXPECT_EQ(seen.seen_for("k", "b", start + 6s), 2s);
  seen.forget("k");
  EXPECT_EQ(seen.seen_for("k", "b", start + 7s), 0ms);
}

// I22: keys that nobody asks for again must not pile up.
TEST(Sightings, NeverExceedTheirLimit) {
  sightings seen(10);
  for (int i = 0; i < 1'000; ++i) {
    seen.seen_for("key" + std::to_string(i), "t", steady_time{});
    ASSERT_LE(seen.size(), 10u);
  }
  EXPECT_EQ(seen.size(), 10u);
  EXPECT_EQ(seen.seen_for("key999", "t", steady_time{} + 1s), 1s) << "the newest is kept";
}

}  // namespace
}  // namespace holdfast::lock
