// The filter may be wrong in one direction only.
#include "storage/sqlite/key_filter.h"

#include <gtest/gtest.h>

#include <string>

namespace holdfast::storage::sqlite {
namespace {

TEST(KeyFilter, KnowsEveryKeyThatWasAddedAndHardlyAnyOther) {
  key_filter filter;
  EXPECT_FALSE(filter.may_contain("key-0"));
  for (int i = 0; i < 200'000; ++i) filter.add("key-" + std::to_string(i));
  for (int i = 0; i < 200'000; ++i) ASSERT_TRUE(filter.may_contain("key-" + std::to_string(i)));
  int mistaken = 0;
  for (int i = 200'000; i < 400'000; ++i) mistaken += filter.may_contain("key-" + std::to_string(i)) ? 1 : 0;
  EXPECT_LE(mistaken, 1);  // 64-bit hashes
}

TEST(KeyFilter, AKeyAddedTwiceCountsOnce) {
  key_filter filter;
  filter.add("key");
  filter.add("key");
  EXPECT_EQ(filter.size(), 1u);
}

}  // namespace
}  // namespace holdfast::storage::sqlite
