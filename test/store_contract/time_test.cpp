// Holds that are due, and the ledger's clock. hold=0 makes a hold that is due at once.
#include "contract_fixture.h"

namespace holdfast::store_contract {
namespace {

TEST_F(StoreContract, ADueHoldNeverBlocksASaleThoughNoSweeperRan) {
  stock(2);
  run(R"(
    reserve k1 R1 b1 SNK-42 1 hold=0 -> held
    reserve k2 R2 b1 SNK-42 1 hold=0 -> held
  )");
  EXPECT_EQ(levels_of("SNK-42"), "salable 2 on_hand 2 reserved 0");
  run(R"(
    reserve k3 R3 b2 SNK-42 2 -> held
    confirm R1                -> reservation_expired expired
    confirm R2                -> reservation_expired expired
  )");
  EXPECT_EQ(levels_of("SNK-42"), "salable 0 on_hand 2 reserved 2");
}

TEST_F(StoreContract, AShortageReadsAsManyDueHoldsAsItNeeds) {
  stock(300);
  for (int i = 0; i < 300; ++i) {
    commit("reserve k" + std::to_string(i) + " R" + std::to_string(i) + " b1 SNK-42 1 hold=0");
  }
  run("reserve big BIG b2 SNK-42 250 -> held");
  EXPECT_EQ(levels_of("SNK-42"), "salable 50 on_hand 300 reserved 250");
  run("reserve rest REST b2 SNK-42 51 -> insufficient_stock 50");
  EXPECT_EQ(levels_of("SNK-42"), "salable 50 on_hand 300 reserved 250");
}

TEST_F(StoreContract, AnExpiredHoldGivesItsOtherSkusBackToo) {
  stock(1);
  run(R"(
    receive s2 CAP-7 W1 1                   -> received 1 on_hand 1
    reserve k1 R1 b1 CAP-7 1 SNK-42 1 hold=0 -> held
    reserve k2 R2 b2 SNK-42 1               -> held
  )");
  EXPECT_EQ(levels_of("CAP-7"), "salable 1 on_hand 1 reserved 0");
  EXPECT_EQ(entries_of("CAP-7").back().kind, inventory::entry_kind::expire);
}

TEST_F(StoreContract, ConfirmAndReleaseOfADueHoldAreRefusedAndTheSweepExpiresItOnce) {
  stock(2);
  run(R"(
    reserve k1 R1 b1 SNK-42 1 hold=0 -> held
    confirm R1                       -> reservation_expired expired
    release R1                       -> reservation_expired expired
    reserve k1 R9 b1 SNK-42 1 hold=0 -> held replayed now expired
    expire R1                        -> expired
    expire R1                        -> not_due
    reserve k2 R2 b1 SNK-42 1        -> held
    expire R2                        -> not_due
  )");
  EXPECT_EQ(entries_of("SNK-42").size(), 4u);
}

TEST_F(StoreContract, DueHoldsAreListedEarliestFirstWithTheirSkus) {
  stock(5);
  run(R"(
    reserve k1 R2 b1 SNK-42 1 hold=0  -> held
    reserve k2 R1 b1 SNK-42 1 hold=-5 -> held
    reserve k3 R3 b1 SNK-42 1         -> held
  )");
  const auto due = wait_for(store().list_due(10)).value();
  ASSERT_EQ(due.size(), 2u);
  EXPECT_EQ(due[0].id, id_of("R1"));
  EXPECT_EQ(due[1].id, id_of("R2"));
  EXPECT_EQ(due[0].allocations.at(0).sku.text(), "SNK-42");
  EXPECT_EQ(wait_for(store().list_due(1)).value().size(), 1u);
}

TEST_F(StoreContract, NextDueIsTheEarliestHoldThatIsNotYetDue) {
  stock(5);
  run(R"(
    reserve k1 R1 b1 SNK-42 1 hold=0   -> held
    reserve k2 R2 b1 SNK-42 1 hold=900 -> held
    reserve k3 R3 b1 SNK-42 1 hold=800 -> held
  )");
  EXPECT_EQ(availability_of("SNK-42").next_due, reservation("R3")->expires_at);
  run("confirm R3 -> confirmed");
  EXPECT_EQ(availability_of("SNK-42").next_due, reservation("R2")->expires_at);
}

TEST_F(StoreContract, TheClockNeverGoesBackAcrossBatchesAndReopening) {
  stock(5);
  auto last = commit("reserve k1 R1 b1 SNK-42 1").now;
  close();
  open();
  EXPECT_GE(wait_for(store().read_clock()).value(), last);
  const auto next = commit("reserve k2 R2 b1 SNK-42 1").now;
  EXPECT_GE(next, last);
  EXPECT_EQ(entries_of("SNK-42").back().at, next);
}

}  // namespace
}  // namespace holdfast::store_contract
