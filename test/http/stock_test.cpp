// Sources, SKUs, stock and alerts over HTTP.
#include <gtest/gtest.h>

#include "support/service.h"

namespace holdfast::testing {
namespace {

class Stock : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { shop = new service({.lock = "none"}); }
  static void TearDownTestSuite() {
    EXPECT_EQ(shop->audit(), 0);
    delete shop;
  }
  answer put(const std::string& target, const std::string& body) { return shop->send("PUT", target, body); }
  answer receive(const std::string& sku, const std::string& source, long units, const std::string& key) {
    return shop->send(
        "POST", "/v1/stock/receive",
        R"({"sku":")" + sku + R"(","source":")" + source + R"(","quantity":)" + std::to_string(units) + "}",
        {{"Idempotency-Key", key}});
  }
  static service* shop;
};
service* Stock::shop = nullptr;

TEST_F(Stock, SourcesAreAskedByPriorityAndADisabledOneKeepsItsHolds) {
  put("/v1/sources/near", R"({"priority":1})");
  put("/v1/sources/far", R"({"priority":2})");
  put("/v1/skus/S1", "{}");
  receive("S1", "near", 2, "s1-n");
  receive("S1", "far", 5, "s1-f");
  EXPECT_NE(shop->reserve("s1-a", "b", "S1")("lines").find(R"("source":"near","quantity":1)"),
            std::string::npos);
  const std::string whole = shop->reserve("s1-b", "b", "S1", 4)("lines");
  EXPECT_NE(whole.find(R"([{"source":"far","quantity":4}])"), std::string::npos)
      << "one source that can supply it all: " << whole;
  const std::string split = shop->reserve("s1-c", "b", "S1", 2)("lines");
  EXPECT_NE(split.find(R"([{"source":"near","quantity":1},{"source":"far","quantity":1}])"),
            std::string::npos)
      << split;
  shop->stock("S1", 3);
  put("/v1/sources/main", R"({"enabled":false})");
  const answer refused = shop->reserve("s1-d", "b", "S1");
  EXPECT_EQ(refused("code"), "insufficient_stock") << "a disabled source takes no new holds";
  put("/v1/sources/main", R"({"enabled":true})");
  EXPECT_EQ(shop->reserve("s1-e", "b", "S1").status, 201);
}

TEST_F(Stock, SourcesAreListedReadAndDeletedOnceTheyAreEmpty) {
  EXPECT_EQ(put("/v1/sources/attic", R"({"kind":"warehouse","priority":7,"enabled":true})").body,
            R"({"source":"attic","kind":"warehouse","priority":7,"enabled":true})");
  EXPECT_EQ(shop->send("GET", "/v1/sources/attic")("priority"), "7");
  EXPECT_NE(shop->send("GET", "/v1/sources").body.find("attic"), std::string::npos);
  put("/v1/skus/S2", "{}");
  receive("S2", "attic", 1, "s2");
  EXPECT_EQ(shop->send("DELETE", "/v1/sources/attic")("code"), "source_in_use");
  put("/v1/sources/cellar", "{}");
  EXPECT_EQ(shop->send("DELETE", "/v1/sources/cellar").status, 200);
  EXPECT_EQ(shop->send("DELETE", "/v1/sources/cellar").status, 404);
  EXPECT_EQ(shop->send("GET", "/v1/sources/cellar").status, 404);
  const answer supplier = put("/v1/sources/factory", R"({"kind":"supplier"})");
  EXPECT_EQ(supplier("code") + " " + supplier("field"), "field_invalid kind")
      << "not enforced yet, so refused";
}

TEST_F(Stock, SkusAreStoredWholeAndPaged) {
  const std::string body =
      R"({"title":"鞋 \"42\"","safety_stock":1,"low_stock_threshold":2,"max_per_order":3,"max_per_buyer":4})";
  EXPECT_EQ(put("/v1/skus/S3", body).status, 200);
  const answer read = shop->send("GET", "/v1/skus/S3");
  EXPECT_EQ(read("title"), "鞋 \"42\"");
  EXPECT_EQ(
      read("safety_stock") + read("low_stock_threshold") + read("max_per_order") + read("max_per_buyer"),
      "1234");
  EXPECT_EQ(put("/v1/skus/S3", R"({"max_per_order":0})")("field"), "max_per_order");
  EXPECT_EQ(put("/v1/skus/S3", R"({"price":5})")("code"), "unknown_field");
  EXPECT_EQ(shop->send("GET", "/v1/skus/NOPE").status, 404);
  EXPECT_EQ(shop->send("GET", "/v1/skus/NOPE/availability").status, 404);
  put("/v1/skus/Z1", "{}");
  put("/v1/skus/Z2", "{}");
  const answer page = shop->send("GET", "/v1/skus?after=S9&limit=1");
  EXPECT_EQ(page("next"), "Z1");
  EXPECT_EQ(shop->send("GET", "/v1/skus?after=Z2")("items"), "[]");
}

TEST_F(Stock, LimitsAndSafetyStockAreKept) {
  shop->stock("S4", 10);
  put("/v1/skus/S4", R"({"safety_stock":2,"max_per_order":3,"max_per_buyer":5})");
  EXPECT_EQ(shop->salable("S4"), 8);
  const answer order = shop->reserve("s4-a", "b", "S4", 4);
  EXPECT_EQ(order("code") + " " + order("limit") + " " + order("allowed"), "limit_exceeded max_per_order 3");
  EXPECT_EQ(shop->reserve("s4-b", "b", "S4", 3).status, 201);
  const answer buyer = shop->reserve("s4-c", "b", "S4", 3);
  EXPECT_EQ(buyer("code") + " " + buyer("limit") + " " + buyer("allowed"), "limit_exceeded max_per_buyer 2");
  EXPECT_EQ(shop->reserve("s4-d", "b", "S4", 2).status, 201);
  EXPECT_EQ(shop->reserve("s4-e", "c", "S4", 3).status, 201);
  EXPECT_EQ(shop->reserve("s4-f", "d", "S4", 1)("salable"), "0") << "two are kept back";
}

// I20
TEST_F(Stock, ALowStockAlertIsRaisedOnceACrossing) {
  const auto alerts = [&] {
    const std::string all = shop->send("GET", "/v1/alerts?limit=1000").body;
    int found = 0;
    for (std::size_t at = all.find("\"S5\""); at != std::string::npos; at = all.find("\"S5\"", at + 1))
      ++found;
    return found;
  };
  shop->stock("S5", 6);
  EXPECT_EQ(alerts(), 0);
  shop->reserve("s5-a", "b", "S5");
  EXPECT_EQ(alerts(), 0) << "five left, the threshold is five";
  shop->reserve("s5-b", "b", "S5");
  shop->reserve("s5-c", "b", "S5");
  EXPECT_EQ(alerts(), 1);
  shop->stock("S5", 5);
  shop->reserve("s5-d", "b", "S5", 5);
  EXPECT_EQ(alerts(), 2) << "armed again by the units that came";
}

// I2, I3
TEST_F(Stock, EveryUnitIsExplainedByTheLedger) {
  shop->stock("S6", 3);
  const answer held = shop->reserve("s6", "b", "S6", 2);
  shop->send("POST", "/v1/reservations/" + held("id") + "/release", "{}");
  const std::string items = shop->send("GET", "/v1/skus/S6/ledger")("items");
  for (const char* part :
       {R"("seq":1,"kind":"receive","source":"main","on_hand_delta":3,"reserved_delta":0,"on_hand_after":3)",
        R"("seq":2,"kind":"hold","source":"main","on_hand_delta":0,"reserved_delta":2,)",
        R"("seq":3,"kind":"release","source":"main","on_hand_delta":0,"reserved_delta":-2,)"}) {
    EXPECT_NE(items.find(part), std::string::npos) << part << "\n" << items;
  }
  EXPECT_EQ(shop->send("GET", "/v1/skus/S6/ledger?after=1&limit=1")("next"), "2");
}

TEST_F(Stock, ReceivingIsRefusedByNameAndReplayed) {
  put("/v1/sources/main", "{}");
  put("/v1/skus/S7", "{}");
  EXPECT_EQ(receive("NOPE", "main", 1, "s7-a")("code"), "unknown_sku");
  EXPECT_EQ(receive("S7", "nowhere", 1, "s7-b")("code"), "unknown_source");
  EXPECT_EQ(receive("S7", "main", 0, "s7-c")("code"), "quantity_invalid");
  const answer first = receive("S7", "main", 4, "s7-d");
  EXPECT_EQ(first("on_hand"), "4");
  const answer again = receive("S7", "main", 4, "s7-d");
  EXPECT_TRUE(again.replayed);
  EXPECT_EQ(again.body, first.body);
  EXPECT_EQ(receive("S7", "main", 5, "s7-d")("code"), "idempotency_key_reused");
  EXPECT_EQ(receive("S7", "main", 1'000'000'000'000, "s7-e")("code"), "quantity_invalid")
      << "more than can be counted";
  EXPECT_EQ(shop->salable("S7"), 4);
}

}  // namespace
}  // namespace holdfast::testing
