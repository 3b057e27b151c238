// Batches: tenure, order, positions, what a second run finds, and what a crash leaves.
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "contract_fixture.h"

namespace holdfast::store_contract {
namespace {

using engine::commit_status;

const auto snk = named<inventory::sku_id>("SNK-42");

TEST_F(StoreContract, ABatchUnderAnOldTenureIsRefusedWhole) {  // H2, I12
  stock(5);
  const auto first = commit("reserve k1 R1 b1 SNK-42 1", {{snk, std::nullopt}});
  ASSERT_EQ(first.positions.size(), 1u);
  const auto held = first.positions[0].tenure;
  EXPECT_EQ(commit("reserve k2 R2 b1 SNK-42 1", {{snk, held}}).status, commit_status::committed);
  const auto other = commit("reserve k3 R3 b1 SNK-42 1", {{snk, std::nullopt}});
  EXPECT_GT(other.positions.at(0).tenure, held);
  const auto stale = commit("reserve k4 R4 b1 SNK-42 1", {{snk, held}});
  EXPECT_EQ(stale.status, commit_status::tenure_stale);
  EXPECT_TRUE(stale.outcomes.empty());
  EXPECT_EQ(reservation("R4"), std::nullopt);
  EXPECT_EQ(levels_of("SNK-42"), "salable 2 on_hand 5 reserved 3");
}

TEST_F(StoreContract, ATenureIsNeverGivenTwiceAlsoAcrossReopening) {  // H2
  stock(9);
  std::vector<inventory::tenure> given;
  for (int i = 0; i < 4; ++i) {
    const auto result = commit(fmt::format("reserve k{0} R{0} b1 SNK-42 1", i), {{snk, std::nullopt}});
    given.push_back(result.positions.at(0).tenure);
    close();
    open();
  }
  EXPECT_TRUE(std::is_sorted(given.begin(), given.end()));
  EXPECT_EQ(std::adjacent_find(given.begin(), given.end()), given.end());
}

TEST_F(StoreContract, ABatchThatOnlyRefusesWritesNothingNotEvenATenure) {
  stock(1);
  commit("reserve k1 R1 b1 SNK-42 1", {{snk, std::nullopt}});
  const auto before = commit("reserve k2 R2 b1 SNK-42 1", {{snk, std::nullopt}});
  EXPECT_EQ(before.status, commit_status::nothing_to_write);
  const auto after = commit("reserve k3 R3 b1 SNK-42 1", {{snk, std::nullopt}});
  EXPECT_EQ(after.positions.at(0).tenure, before.positions.at(0).tenure);
  EXPECT_EQ(after.positions.at(0).version, 2);
}

TEST_F(StoreContract, AHolderThatWasPausedWithOldLevelsCannotOversell) {  // H1
  stock(5);
  const auto paused = commit("reserve k0 R0 b1 SNK-42 1", {{snk, std::nullopt}}).positions.at(0);
  ASSERT_EQ(paused.salable, units(4));
  run("reserve k1 R1 b2 SNK-42 4 -> held");  // while it slept
  // It wakes up, still believing in four units; its batch is decided on the rows, not on what it believes.
  const auto woken = commit("reserve k2 R2 b1 SNK-42 4", {{snk, std::nullopt}});
  EXPECT_EQ(to_words(woken.outcomes.at(0)), "insufficient_stock 0");
  EXPECT_EQ(levels_of("SNK-42"), "salable 0 on_hand 5 reserved 5");
}

TEST_F(StoreContract, PositionsCoverWhatWasClaimedOrChanged) {
  stock(5);
  const auto result = commit({to_command("receive s2 CAP-7 W1 7"), to_command("reserve k1 R1 b1 SNK-42 1")},
                             {{named<inventory::sku_id>("NONE"), std::nullopt}, {snk, std::nullopt}});
  ASSERT_EQ(result.status, commit_status::committed);
  ASSERT_EQ(result.positions.size(), 2u);
  EXPECT_EQ(result.positions[0].sku.text(), "CAP-7");
  EXPECT_EQ(result.positions[0].version, 1);
  EXPECT_EQ(result.positions[0].salable, units(7));
  EXPECT_EQ(result.positions[1].salable, units(4));
  EXPECT_EQ(result.positions[1].next_due, reservation("R1")->expires_at);
}

TEST_F(StoreContract, TheSameBatchRunTwiceAnswersTheSame) {  // H3
  stock(5);
  const std::vector<inventory::command> commands = {
      to_command("reserve k1 R1 b1 SNK-42 2"), to_command("receive k2 SNK-42 W1 3"), to_command("cancel k3"),
      to_command("reserve k4 R4 b1 SNK-42 9")};
  const auto first = commit(commands);
  const auto entries = entries_of("SNK-42").size();
  const auto again = commit(commands);
  EXPECT_EQ(again.status, commit_status::nothing_to_write);
  EXPECT_EQ(to_words(again.outcomes.at(0)), "held replayed now held");
  EXPECT_EQ(to_words(again.outcomes.at(1)), "received 3 on_hand 8 replayed");
  EXPECT_EQ(to_words(again.outcomes.at(2)), to_words(first.outcomes.at(2)));
  EXPECT_EQ(to_words(again.outcomes.at(3)), to_words(first.outcomes.at(3)));
  const auto& answer = std::get<inventory::reservation_answer>(again.outcomes.at(0)).answered;
  EXPECT_EQ(answer.id, id_of("R1"));
  EXPECT_EQ(answer.expires_at,
            std::get<inventory::reservation_answer>(first.outcomes.at(0)).answered.expires_at);
  EXPECT_EQ(entries_of("SNK-42").size(), entries);
}

TEST_F(StoreContract, EntriesAreDenseAndChainedPerSku) {  // I2, I3
  stock(9);
  run(R"(
    reserve k1 R1 b1 SNK-42 2   -> held
    + reserve k2 R2 b1 SNK-42 1 -> held
    + confirm R1                -> confirmed
    + release R2                -> released
  )");
  const auto entries = entries_of("SNK-42");
  ASSERT_EQ(entries.size(), 5u);
  for (std::size_t i = 0; i < entries.size(); ++i)
    EXPECT_EQ(entries[i].seq, static_cast<std::int64_t>(i) + 1);
  EXPECT_EQ(entries.back().reserved_after, units(2));
  EXPECT_EQ(wait_for(store().list_entries(snk, 3, 1)).value().at(0).seq, 4);
  EXPECT_EQ(availability_of("SNK-42").version, 5);
}

TEST_F(StoreContract, KeysMayBeBoundFromTheMomentTheBatchIsReported) {
  stock(5);
  const auto key = named<inventory::idempotency_key>("k1");
  EXPECT_FALSE(store().may_be_bound(key));
  run("reserve k1 R1 b1 SNK-42 1 -> held");
  EXPECT_TRUE(store().may_be_bound(key));
  close();
  open();
  EXPECT_TRUE(store().may_be_bound(key));
  EXPECT_TRUE(store().may_be_bound(named<inventory::idempotency_key>("stock")));
  EXPECT_FALSE(store().may_be_bound(named<inventory::idempotency_key>("k2")));
  EXPECT_EQ(wait_for(store().find_key(key)).value().value().made->id, id_of("R1"));
}

TEST_F(StoreContract, ALowStockAlertIsRaisedOnceACrossing) {  // I20
  stock(5);
  run(R"(
    sku SNK-42 threshold=3    -> changed
    reserve k1 R1 b1 SNK-42 2 -> held
    reserve k2 R2 b1 SNK-42 1 -> held
    reserve k3 R3 b1 SNK-42 1 -> held
    release R3                -> released
    release R2                -> released
    reserve k4 R4 b1 SNK-42 1 -> held
  )");
  const auto alerts = wait_for(store().list_alerts(0, 10)).value();
  ASSERT_EQ(alerts.size(), 2u);
  EXPECT_EQ(alerts[0].alert.salable, units(2));
  EXPECT_EQ(wait_for(store().list_alerts(alerts[0].id, 10)).value().size(), 1u);
}

TEST_F(StoreContract, ReservationsAreListedNewestFirstByEachFilter) {
  stock(9);
  run(R"(
    reserve k1 R1 b1 SNK-42 1 order=A-1 -> held
    reserve k2 R2 b2 SNK-42 1 order=A-2 -> held
    reserve k3 R3 b1 SNK-42 1 hold=0    -> held
    confirm R1                          -> confirmed
  )");
  const auto list = [this](engine::reservation_filter filter,
                           std::optional<inventory::reservation_id> before = {}) {
    std::string names;
    for (const auto& each : wait_for(store().list_reservations(std::move(filter), before, 10)).value()) {
      for (const char* name : {"R1", "R2", "R3"}) {
        if (each.id == id_of(name)) names += std::string(name) + " ";
      }
    }
    return names;
  };
  EXPECT_EQ(list({}), "R3 R2 R1 ");
  EXPECT_EQ(list({}, id_of("R3")), "R2 R1 ");
  EXPECT_EQ(list({.buyer = named<inventory::buyer_id>("b1")}), "R3 R1 ");
  EXPECT_EQ(list({.order = named<inventory::order_ref>("A-2")}), "R2 ");
  EXPECT_EQ(list({.order = named<inventory::order_ref>("A-2"), .buyer = named<inventory::buyer_id>("b1")}),
            "");
  EXPECT_EQ(list({.state = inventory::reservation_state::expired}), "R3 ");
  EXPECT_EQ(list({.state = inventory::reservation_state::held}), "R2 ");
  EXPECT_EQ(list({.sku = snk}), "R3 R2 R1 ");
  EXPECT_EQ(list({.sku = named<inventory::sku_id>("CAP-7")}), "");
}

TEST_F(StoreContract, SkusAreListedByNameAndUnknownOnesAreNotFound) {
  stock(5);
  const auto all = wait_for(store().list_skus(std::nullopt, 10)).value();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].sku.text(), "CAP-7");
  EXPECT_EQ(wait_for(store().list_skus(all[0].sku, 10)).value().size(), 1u);
  EXPECT_FALSE(wait_for(store().find_availability(named<inventory::sku_id>("NONE"))).value().has_value());
}

// The child sells one unit a batch and tells each sale only after the ledger reported it committed.
[[noreturn]] void sell_until_killed(ledger_place& place, int tell) {
  auto store = place.open({});
  for (int i = 0;; ++i) {
    const auto result = wait_for(store->commit(
        {.commands = {to_command(fmt::format("reserve k{0} R{0} b1 SNK-42 1", i))}, .claims = {}}));
    const bool is_answered = !result.outcomes.empty();  // replayed, in the later rounds
    if (!is_answered || ::write(tell, &i, sizeof(i)) != sizeof(i)) ::_exit(1);
  }
}

TEST_F(StoreContract, WhatWasReportedCommittedSurvivesKillNine) {  // I4, F1
  stock(1'000'000);
  close();
  int sold = -1;
  for (int round = 0; round < 3; ++round) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) sell_until_killed(place(), ends[1]);
    ::close(ends[1]);
    const int enough = sold + 200;
    for (int told = 0; sold < enough && ::read(ends[0], &told, sizeof(told)) == sizeof(told);) {
      sold = std::max(sold, told);
    }
    ::kill(child, SIGKILL);
    for (int told = 0; ::read(ends[0], &told, sizeof(told)) == sizeof(told);) sold = std::max(sold, told);
    ::close(ends[0]);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    open();
    ASSERT_GE(sold, enough) << "the child died by itself";
    for (int i = 0; i <= sold; ++i) ASSERT_TRUE(reservation(fmt::format("R{}", i)).has_value()) << i;
    EXPECT_EQ(place().audit(), std::vector<std::string>());
    close();
  }
  open();
}

}  // namespace
}  // namespace holdfast::store_contract
