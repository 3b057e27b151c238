// Lanes: order within a SKU, conflict between carts, bounds.
#include "engine/lane_table.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/random.h"

namespace holdfast::engine {
namespace {

using inventory::sku_id;

sku_id sku(const std::string& name) {
  return *sku_id::parse(name);
}

ticket_ptr order(std::initializer_list<const char*> skus) {
  auto made =
      std::make_shared<ticket>(ticket{.asked = inventory::expire_reservation{inventory::reservation_id({})}});
  for (const char* each : skus) made->lanes.push_back(sku(each));
  made->waiting = 1;
  return made;
}

class LaneTable : public testing::Test {
 protected:
  ticket_ptr enqueue(std::initializer_list<const char*> skus) {
    auto made = order(skus);
    table.enqueue(made);
    return made;
  }
  void make_ready(const char* name) {
    table.at(sku(name)).state = lane::lease_state::ledger_only;
    table.list(table.at(sku(name)));
  }
  void land(const std::vector<ticket_ptr>& batch) {
    std::set<sku_id> lanes;
    for (const ticket_ptr& each : batch) lanes.insert(each->lanes.begin(), each->lanes.end());
    table.land({lanes.begin(), lanes.end()});
  }
  lane_table table;
};

TEST_F(LaneTable, NothingRunsBeforeItsLaneIsReady) {
  enqueue({"A"});
  EXPECT_TRUE(table.take_runnable(10).empty());
  make_ready("A");
  EXPECT_EQ(table.take_runnable(10).size(), 1u);
}

TEST_F(LaneTable, OrdersOfOneSkuShareABatchInOrderOfArrival) {
  const auto first = enqueue({"A"});
  const auto second = enqueue({"A"});
  const auto third = enqueue({"A"});
  make_ready("A");
  EXPECT_EQ(table.take_runnable(2), (std::vector{first, second}));
  EXPECT_TRUE(table.take_runnable(2).empty()) << "A is in flight";
  table.land({sku("A")});
  EXPECT_EQ(table.take_runnable(2), (std::vector{third}));
}

TEST_F(LaneTable, ACartWaitsUntilItHeadsEachOfItsLanes) {
  const auto single = enqueue({"B"});
  const auto cart = enqueue({"A", "B"});
  make_ready("A");
  EXPECT_TRUE(table.take_runnable(10).empty());
  make_ready("B");
  const std::vector<ticket_ptr> batch = table.take_runnable(10);
  EXPECT_EQ(batch, (std::vector{single, cart})) << "the single one boards first and frees the head";
}

TEST_F(LaneTable, ALaneInFlightKeepsItsOrdersOutOfAnotherBatch) {
  enqueue({"A"});
  make_ready("A");
  const auto flying = table.take_runnable(10);
  const auto cart = enqueue({"A", "B"});
  make_ready("B");
  EXPECT_TRUE(table.take_runnable(10).empty());
  land(flying);
  EXPECT_EQ(table.take_runnable(10), (std::vector{cart}));
}

TEST_F(LaneTable, AnAbandonedOrderIsNeverTaken) {
  const auto gone = enqueue({"A", "B"});
  const auto next = enqueue({"B"});
  gone->waiting = 0;
  make_ready("A");
  make_ready("B");
  EXPECT_EQ(table.take_runnable(10), (std::vector{next}));
  EXPECT_EQ(gone->at, ticket::stage::queued);
}

TEST_F(LaneTable, SettingsTravelAlone) {
  const auto before = enqueue({"A"});
  auto settings = order({"A"});
  settings->asked = inventory::put_sku{.sku = sku("A"), .settings = {}};
  table.enqueue(settings);
  const auto after = enqueue({"A"});
  make_ready("A");
  for (const auto& expected : {before, settings, after}) {
    EXPECT_EQ(table.take_runnable(10), (std::vector{expected}));
    table.land({sku("A")});
  }
}

TEST_F(LaneTable, ALeaseIsWantedOnlyUpwards) {
  enqueue({"A", "B"});
  EXPECT_TRUE(table.wants_lease(table.at(sku("A"))));
  EXPECT_FALSE(table.wants_lease(table.at(sku("B")))) << "A comes first, on every node";
  make_ready("A");
  EXPECT_TRUE(table.wants_lease(table.at(sku("B"))));
}

TEST_F(LaneTable, IsForgottenWhenIdleAndOnlyThen) {
  enqueue({"A"});
  make_ready("A");
  const auto batch = table.take_runnable(1);
  table.forget_if_idle(table.at(sku("A")));
  EXPECT_NE(table.find(sku("A")), nullptr) << "in flight";
  land(batch);
  table.at(sku("A")).state = lane::lease_state::none;
  table.forget_if_idle(table.at(sku("A")));
  EXPECT_EQ(table.find(sku("A")), nullptr);
}

// H14: carts in every order, lanes that come and go: each ticket runs once, in order within each lane, and
// none is left over.
TEST_F(LaneTable, RandomCartsAllRunInOrderWithinEachLane) {
  base::spread random(20261201);
  const std::vector<const char*> names{"A", "B", "C", "D"};
  std::map<sku_id, std::vector<ticket_ptr>> arrived;
  std::map<sku_id, std::vector<ticket_ptr>> ran;
  std::size_t total = 0;
  std::vector<std::vector<ticket_ptr>> flying;
  for (int step = 0; step < 5'000 || !flying.empty() || ran.size() < arrived.size() || total > 0; ++step) {
    ASSERT_LT(step, 50'000) << total << " tickets never ran";
    if (step < 5'000) {
      auto made = order({});
      for (const char* name : names) {
        if (random() % 3 == 0) made->lanes.push_back(sku(name));
      }
      if (made->lanes.empty()) continue;
      table.enqueue(made);
      ++total;
      for (const sku_id& each : made->lanes) arrived[each].push_back(made);
    }
    for (const char* name : names) {
      if (table.find(sku(name)) != nullptr && random() % 4 == 0) make_ready(name);
    }
    if (flying.size() < 2) {
      auto batch = table.take_runnable(1 + random() % 4);
      total -= batch.size();
      for (const ticket_ptr& each : batch) {
        for (const sku_id& lane : each->lanes) ran[lane].push_back(each);
      }
      if (!batch.empty()) flying.push_back(std::move(batch));
    }
    if (!flying.empty() && random() % 2 == 0) {
      land(flying.front());
      flying.erase(flying.begin());
    }
  }
  EXPECT_EQ(ran, arrived);
}

}  // namespace
}  // namespace holdfast::engine
