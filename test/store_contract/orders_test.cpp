// Orders, keys and reservations: what the ledger answers and what it keeps.
#include "contract_fixture.h"

namespace holdfast::store_contract {
namespace {

TEST_F(StoreContract, AReservationIsHeldReplayedAndItsKeyRefusedForAnotherRequest) {
  stock(5);
  run(R"(
    reserve k1 R1 b1 SNK-42 2 -> held
    reserve k1 R2 b1 SNK-42 2 -> held replayed now held
    reserve k1 R3 b1 SNK-42 1 -> idempotency_key_reused
    receive k1 SNK-42 W1 2    -> idempotency_key_reused
  )");
  EXPECT_EQ(levels_of("SNK-42"), "salable 3 on_hand 5 reserved 2");
  EXPECT_EQ(reservation("R2"), std::nullopt);
  const auto held = reservation("R1").value();
  EXPECT_EQ(held.state, inventory::reservation_state::held);
  EXPECT_EQ(held.expires_at - held.created_at, std::chrono::seconds(900));
  ASSERT_EQ(held.allocations.size(), 1u);
  EXPECT_EQ(held.allocations[0].seq, 2);
}

TEST_F(StoreContract, TheLastUnitGoesToOneBuyerAndTheRefusalLeavesNoTrace) {
  stock(1);
  run(R"(
    reserve k1 R1 b1 SNK-42 1 -> held
    + reserve k2 R2 b2 SNK-42 1 -> insufficient_stock 0
    reserve k2 R2 b2 SNK-42 1 -> insufficient_stock 0
  )");
  EXPECT_EQ(entries_of("SNK-42").size(), 2u);
  EXPECT_FALSE(wait_for(store().find_key(named<inventory::idempotency_key>("k2"))).value().has_value());
}

TEST_F(StoreContract, EveryRefusalIsAnAnswer) {
  stock(5);
  run(R"(
    sku SNK-42 per_order=3 per_buyer=4 -> changed
    reserve k1 R1 b1 NONE 1     -> unknown_sku
    reserve k1 R1 b1 SNK-42 4   -> limit_exceeded 3
    reserve k1 R1 b1 SNK-42 3   -> held
    reserve k2 R2 b1 SNK-42 2   -> limit_exceeded 1
    receive k3 SNK-42 NONE 1    -> unknown_source
    receive k3 NONE W1 1        -> unknown_sku
    receive k3 SNK-42 W1 1000000000000 -> quantity_invalid 999999999995
    confirm R9                  -> reservation_not_found
    delete W1                   -> source_in_use
    delete W9                   -> unknown_source
  )");
}

TEST_F(StoreContract, ConfirmAndReleaseHappenOnceAndReplay) {
  stock(5);
  run(R"(
    reserve k1 R1 b1 SNK-42 2 -> held
    reserve k2 R2 b1 SNK-42 1 -> held
    confirm R1 c1  -> confirmed
    confirm R1 c1  -> confirmed replayed now confirmed
    confirm R1     -> confirmed replayed now confirmed
    release R1     -> transition_invalid confirmed
    release R2     -> released
    + release R2   -> released replayed now released
    confirm R2     -> transition_invalid released
    reserve k1 R9 b1 SNK-42 2 -> held replayed now confirmed
  )");
  EXPECT_EQ(levels_of("SNK-42"), "salable 3 on_hand 5 reserved 2");
}

TEST_F(StoreContract, ACancelledKeyCanNeverHold) {
  stock(5);
  run(R"(
    cancel k1                 -> cancelled
    reserve k1 R1 b1 SNK-42 1 -> idempotency_key_cancelled
    reserve k2 R2 b1 SNK-42 1 -> held
    cancel k2                 -> cancelled released
    cancel k2                 -> cancelled released
    reserve k2 R3 b1 SNK-42 1 -> held replayed now released
    reserve k3 R4 b1 SNK-42 1 -> held
    confirm R4                -> confirmed
    cancel k3                 -> transition_invalid confirmed
    cancel stock              -> idempotency_key_reused
  )");
  EXPECT_EQ(levels_of("SNK-42"), "salable 4 on_hand 5 reserved 1");
}

TEST_F(StoreContract, SeveralSkusAreHeldTogetherOrNotAtAll) {
  stock(5);
  run(R"(
    receive s2 CAP-7 W2 1 -> received 1 on_hand 1
    reserve k1 R1 b1 CAP-7 2 SNK-42 1 -> insufficient_stock 1
    reserve k2 R2 b1 CAP-7 1 SNK-42 4 -> held
    release R2 -> released
  )");
  EXPECT_EQ(levels_of("SNK-42"), "salable 5 on_hand 5 reserved 0");
  EXPECT_EQ(levels_of("CAP-7"), "salable 1 on_hand 1 reserved 0");
}

TEST_F(StoreContract, AnOrderIsSplitOverSourcesByPriorityOnlyWhereThatIsAllowed) {
  stock(3);
  run(R"(
    receive s2 SNK-42 W2 3    -> received 3 on_hand 3
    reserve k1 R1 b1 SNK-42 5 -> held
  )");
  const auto split = reservation("R1").value();
  ASSERT_EQ(split.allocations.size(), 2u);
  EXPECT_EQ(split.allocations[0].source.text(), "W1");
  EXPECT_EQ(split.allocations[0].units, units(3));
  EXPECT_EQ(split.allocations[1].units, units(2));
  close();
  open({.allocation = inventory::policy::split::forbidden});
  run(R"(
    release R1                -> released
    reserve k2 R2 b1 SNK-42 5 -> insufficient_stock 3
  )");
}

TEST_F(StoreContract, TheSameOrderRefReplacesAHeldReservationAndNeverAConfirmedOne) {
  stock(3);
  run(R"(
    reserve k1 R1 b1 SNK-42 3 order=A-1 -> held
    reserve k2 R2 b1 SNK-42 2 order=A-1 -> held
    confirm R1                          -> transition_invalid released
    reserve k3 R3 b1 SNK-42 9 order=A-1 -> insufficient_stock 3
    reserve k4 R4 b2 SNK-42 1 order=A-1 -> held
    confirm R2                          -> confirmed
    reserve k5 R5 b1 SNK-42 1 order=A-1 -> insufficient_stock 0
  )");
  EXPECT_EQ(reservation("R2")->state, inventory::reservation_state::confirmed);
}

TEST_F(StoreContract, OneBatchMayMakeReplaceAndEndTheSameOrder) {
  stock(5);
  run(R"(
    reserve k1 R1 b1 SNK-42 3 order=A-1   -> held
    + reserve k2 R2 b1 SNK-42 4 order=A-1 -> held
    + reserve k3 R3 b1 SNK-42 1 order=A-1 -> held
    + confirm R3                          -> confirmed
    + reserve k4 R4 b1 SNK-42 1 order=A-1 -> held
    + reserve k1 R9 b1 SNK-42 3 order=A-1 -> held replayed now released
  )");
  EXPECT_EQ(levels_of("SNK-42"), "salable 3 on_hand 5 reserved 2");
}

TEST_F(StoreContract, LimitsPerBuyerCountFromReservationsMadeBeforeTheLimit) {
  stock(20);
  run(R"(
    reserve k1 R1 b1 SNK-42 3        -> held
    reserve k2 R2 b1 SNK-42 2        -> held
    confirm R2                       -> confirmed
    sku SNK-42 per_buyer=6           -> changed
    + reserve k3 R3 b1 SNK-42 2      -> limit_exceeded 1
    + reserve k4 R4 b1 SNK-42 1      -> held
    reserve k5 R5 b1 SNK-42 1        -> limit_exceeded 0
    release R1                       -> released
    reserve k6 R6 b1 SNK-42 3        -> held
    reserve k7 R7 b2 SNK-42 6        -> held
    sku SNK-42                       -> changed
    reserve k8 R8 b1 SNK-42 3        -> held
    sku SNK-42 per_buyer=9           -> changed
    reserve k9 R9 b1 SNK-42 1        -> limit_exceeded 0
  )");
}

TEST_F(StoreContract, ASourceIsDeletedOnlyWhenItHasNothing) {
  stock(1);
  run(R"(
    source W3                 -> created
    source W3                 -> unchanged
    source W3 priority=5      -> changed
    delete W3                 -> deleted
    delete W3                 -> unknown_source
    delete W1                 -> source_in_use
    source W4                 -> created
    + delete W4               -> deleted
  )");
  const auto sources = wait_for(store().list_sources()).value();
  ASSERT_EQ(sources.size(), 2u);
  EXPECT_EQ(sources[0].id.text(), "W1");
}

TEST_F(StoreContract, ADisabledSourceKeepsItsHoldsAndTakesNoNewOnes) {
  stock(3);
  run(R"(
    reserve k1 R1 b1 SNK-42 1 -> held
    source W1 enabled=0       -> changed
    reserve k2 R2 b1 SNK-42 1 -> insufficient_stock 0
    confirm R1                -> confirmed
  )");
}

TEST_F(StoreContract, ASupplierAllocationNeedsProcurement) {
  stock(1);
  run(R"(
    source S1 kind=supplier priority=900 -> created
    receive s2 SNK-42 S1 5               -> received 5 on_hand 5
    reserve k1 R1 b1 SNK-42 3            -> held
  )");
  EXPECT_EQ(reservation("R1")->allocations.at(0).procurement, inventory::procurement_state::needed);
}

}  // namespace
}  // namespace holdfast::store_contract
