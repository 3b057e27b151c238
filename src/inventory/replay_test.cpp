// The replay finds each kind of broken link in a SKU's entries.
#include "inventory/replay.h"

#include <gtest/gtest.h>

namespace holdfast::inventory {
namespace {

entry entry_of(std::int64_t seq, entry_kind kind, std::int64_t on_hand, std::int64_t reserved,
               std::int64_t on_hand_after, std::int64_t reserved_after) {
  return {.sku = *sku_id::parse("SNK-42"),
          .seq = seq,
          .kind = kind,
          .source = *source_id::parse("W1"),
          .on_hand_delta = on_hand,
          .reserved_delta = reserved,
          .on_hand_after = *quantity::of(on_hand_after),
          .reserved_after = *quantity::of(reserved_after),
          .reservation = std::nullopt,
          .reference = std::nullopt,
          .under = tenure(3),
          .at = time_point(std::chrono::milliseconds(1'000))};
}

std::vector<replay_fault> kinds_of(const std::vector<replay_finding>& findings) {
  std::vector<replay_fault> kinds;
  for (const replay_finding& each : findings) kinds.push_back(each.what);
  return kinds;
}

struct ReplayAfterReceiveAndHold : testing::Test {
  ReplayAfterReceiveAndHold() {
    EXPECT_TRUE(book.feed(entry_of(1, entry_kind::receive, 5, 0, 5, 0)).empty());
    EXPECT_TRUE(book.feed(entry_of(2, entry_kind::hold, 0, 2, 5, 2)).empty());
  }
  replay book;
};

TEST_F(ReplayAfterReceiveAndHold, KnowsSequenceTenureAndLevels) {
  EXPECT_EQ(book.sequence(), 2);
  EXPECT_EQ(book.newest_tenure(), tenure(3));
  const auto& level = book.levels().at(*source_id::parse("W1"));
  EXPECT_EQ(level.on_hand, 5);
  EXPECT_EQ(level.reserved, 2);
}

TEST_F(ReplayAfterReceiveAndHold, LegalEndsAreClean) {
  EXPECT_TRUE(book.feed(entry_of(3, entry_kind::confirm, 0, 0, 5, 2)).empty());
  EXPECT_TRUE(book.feed(entry_of(4, entry_kind::release, 0, -1, 5, 1)).empty());
  EXPECT_TRUE(book.feed(entry_of(5, entry_kind::expire, 0, -1, 5, 0)).empty());
}

TEST_F(ReplayAfterReceiveAndHold, GapAndRepeatAreFoundOnce) {
  EXPECT_EQ(kinds_of(book.feed(entry_of(4, entry_kind::confirm, 0, 0, 5, 2))),
            std::vector{replay_fault::seq_not_dense});
  EXPECT_TRUE(book.feed(entry_of(5, entry_kind::confirm, 0, 0, 5, 2)).empty());
  EXPECT_EQ(kinds_of(book.feed(entry_of(5, entry_kind::confirm, 0, 0, 5, 2))),
            std::vector{replay_fault::seq_not_dense});
}

TEST_F(ReplayAfterReceiveAndHold, BrokenChainNamesExpectedAndFound) {
  const auto findings = book.feed(entry_of(3, entry_kind::receive, 1, 0, 9, 2));
  ASSERT_EQ(kinds_of(findings), std::vector{replay_fault::on_hand_chain_broken});
  EXPECT_EQ(findings[0].expected, 6);
  EXPECT_EQ(findings[0].found, 9);
  EXPECT_EQ(findings[0].seq, 3);
}

TEST_F(ReplayAfterReceiveAndHold, MoreReservedThanOwnedIsFound) {
  EXPECT_EQ(kinds_of(book.feed(entry_of(3, entry_kind::hold, 0, 4, 5, 6))),
            std::vector{replay_fault::reserved_above_on_hand});
}

TEST_F(ReplayAfterReceiveAndHold, NegativeLevelIsFound) {
  EXPECT_EQ(kinds_of(book.feed(entry_of(3, entry_kind::release, 0, -3, 5, 0))),
            (std::vector{replay_fault::reserved_chain_broken, replay_fault::reserved_negative}));
}

TEST_F(ReplayAfterReceiveAndHold, DeltaThatItsKindCannotHaveIsFound) {
  EXPECT_EQ(kinds_of(book.feed(entry_of(3, entry_kind::confirm, 0, 1, 5, 3))),
            std::vector{replay_fault::delta_not_of_kind});
}

TEST_F(ReplayAfterReceiveAndHold, TenureAndTimeThatGoBackAreFound) {
  entry back = entry_of(3, entry_kind::confirm, 0, 0, 5, 2);
  back.under = tenure(2);
  back.at -= std::chrono::milliseconds(1);
  EXPECT_EQ(kinds_of(book.feed(back)),
            (std::vector{replay_fault::tenure_went_back, replay_fault::time_went_back}));
}

}  // namespace
}  // namespace holdfast::inventory
