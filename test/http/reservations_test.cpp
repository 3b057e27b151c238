// Reservations over HTTP: their whole life, and what each step refuses.
#include <gtest/gtest.h>

#include "support/service.h"
#include "support/wait_until.h"

namespace holdfast::testing {
namespace {

class Reservations : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { shop = new service({.lock = "none"}); }
  static void TearDownTestSuite() {
    EXPECT_EQ(shop->audit(), 0);
    EXPECT_EQ(shop->stop(), 0);
    delete shop;
  }
  answer post(const std::string& target, const std::string& body = "{}", const std::string& key = {}) {
    http::client::header_list headers;
    if (!key.empty()) headers.emplace_back("Idempotency-Key", key);
    return shop->send("POST", target, body, headers);
  }
  answer end(const std::string& id, const std::string& verb) {
    return post("/v1/reservations/" + id + "/" + verb);
  }
  static std::string order(const std::string& buyer, const std::string& ref, const std::string& sku,
                           long units) {
    return R"({"buyer":")" + buyer + R"(","order_ref":")" + ref + R"(","lines":[{"sku":")" + sku +
           R"(","quantity":)" + std::to_string(units) + "}]}";
  }
  static service* shop;
};
service* Reservations::shop = nullptr;

TEST_F(Reservations, AHeldOneShowsWhatItHolds) {
  shop->stock("A1", 5);
  const answer held = post("/v1/reservations", order("b-1", "O-1", "A1", 2), "a1");
  ASSERT_EQ(held.status, 201) << held.body;
  EXPECT_EQ(held("state"), "held");
  EXPECT_EQ(held("lines"),
            R"([{"sku":"A1","quantity":2,"seq":2,"allocations":[{"source":"main","quantity":2}]}])");
  const answer read = shop->send("GET", "/v1/reservations/" + held("id"));
  EXPECT_EQ(read.body, held.body);
  EXPECT_EQ(shop->send("GET", "/v1/reservations/00000000-0000-7000-8000-000000000000").status, 404);
  EXPECT_EQ(shop->send("GET", "/v1/reservations/nonsense")("code"), "not_found");
}

// I8: every state and every verb.
TEST_F(Reservations, EachStateAllowsItsVerbsAndNoOthers) {
  shop->stock("A2", 10);
  const std::string confirmed = shop->reserve("a2-c", "b", "A2")("id");
  const std::string released = shop->reserve("a2-r", "b", "A2")("id");
  EXPECT_EQ(end(confirmed, "confirm")("state"), "confirmed");
  EXPECT_EQ(end(released, "release")("state"), "released");
  EXPECT_TRUE(end(confirmed, "confirm").replayed);
  EXPECT_TRUE(end(released, "release").replayed);
  const answer late = end(confirmed, "release");
  EXPECT_EQ(late.status, 409);
  EXPECT_EQ(late("code") + " " + late("state") + " " + late("verb"), "transition_invalid confirmed release");
  EXPECT_EQ(end(released, "confirm")("code"), "transition_invalid");
  EXPECT_EQ(end("00000000-0000-7000-8000-000000000000", "confirm").status, 404);
  EXPECT_EQ(post("/v1/reservations/" + confirmed + "/confirm", R"({"x":1})")("code"), "unknown_field");
  EXPECT_EQ(shop->salable("A2"), 9);
}

// I10: by the clock, swept or not.
TEST_F(Reservations, OnePastItsTimeIsExpiredToEveryoneAndItsUnitsAreFree) {
  shop->stock("A3", 1);
  const std::string body = R"({"buyer":"b","hold_seconds":1,"lines":[{"sku":"A3","quantity":1}]})";
  const answer held = post("/v1/reservations", body, "a3");
  ASSERT_EQ(held.status, 201);
  EXPECT_EQ(shop->salable("A3"), 0);
  ASSERT_TRUE(
      wait_until([&] { return shop->send("GET", "/v1/reservations/" + held("id"))("state") == "expired"; }));
  EXPECT_EQ(shop->salable("A3"), 1);
  EXPECT_EQ(end(held("id"), "confirm")("code"), "reservation_expired");
  const answer again = post("/v1/reservations", body, "a3");
  EXPECT_EQ(again.body, held.body) << "the first answer";
  EXPECT_EQ(again.state_now, "expired");
  EXPECT_EQ(shop->reserve("a3-next", "other", "A3").status, 201);
}

TEST_F(Reservations, ANewHoldOfTheSameOrderReplacesTheOldOneOrLeavesIt) {
  shop->stock("A4", 3);
  const answer first = post("/v1/reservations", order("b", "O-4", "A4", 2), "a4-1");
  const answer more = post("/v1/reservations", order("b", "O-4", "A4", 3), "a4-2");
  ASSERT_EQ(more.status, 201) << "never blocked by the buyer's own hold: " << more.body;
  EXPECT_EQ(shop->send("GET", "/v1/reservations/" + first("id"))("state"), "released");
  const answer too_many = post("/v1/reservations", order("b", "O-4", "A4", 4), "a4-3");
  EXPECT_EQ(too_many("code"), "insufficient_stock");
  EXPECT_EQ(shop->send("GET", "/v1/reservations/" + more("id"))("state"), "held")
      << "a refusal leaves the old hold";
  EXPECT_EQ(end(more("id"), "confirm").status, 200);
  shop->stock("A4", 1);
  EXPECT_EQ(post("/v1/reservations", order("b", "O-4", "A4", 1), "a4-4").status, 201);
  EXPECT_EQ(shop->send("GET", "/v1/reservations/" + more("id"))("state"), "confirmed") << "never replaced";
}

TEST_F(Reservations, ACartHoldsAllLinesOrNone) {
  shop->stock("A5", 5);
  shop->stock("A6", 1);
  const std::string cart = R"({"buyer":"b","lines":[{"sku":"A6","quantity":2},{"sku":"A5","quantity":1}]})";
  const answer refused = post("/v1/reservations", cart, "a5");
  EXPECT_EQ(refused("code") + " " + refused("sku") + " " + refused("salable"), "insufficient_stock A6 1");
  EXPECT_EQ(shop->salable("A5"), 5);
}

TEST_F(Reservations, ListsAreFilteredAndPaged) {
  shop->stock("A7", 10);
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) {
    ids.push_back(post("/v1/reservations", order("lister", "L-" + std::to_string(i), "A7", 1),
                       "a7-" + std::to_string(i))("id"));
  }
  end(ids[0], "confirm");
  const answer by_ref = shop->send("GET", "/v1/reservations?order_ref=L-3");
  EXPECT_NE(by_ref.body.find(ids[3]), std::string::npos);
  EXPECT_EQ(by_ref("next"), "null");
  const answer confirmed = shop->send("GET", "/v1/reservations?sku=A7&state=confirmed");
  EXPECT_NE(confirmed.body.find(ids[0]), std::string::npos);
  EXPECT_EQ(confirmed.body.find(ids[1]), std::string::npos);
  // Page by page: each once. (Ids of one millisecond come in any order.)
  std::string seen, next = "";
  do {
    const answer page =
        shop->send("GET", "/v1/reservations?buyer=lister&limit=2" + (next.empty() ? "" : "&after=" + next));
    seen += page("items");
    next = page("next");
  } while (next != "null");
  for (const std::string& id : ids) {
    EXPECT_NE(seen.find(id), std::string::npos);
    EXPECT_EQ(seen.find(id), seen.rfind(id));
  }
  for (const char* bad : {"?limit=0", "?limit=1001", "?limit=x", "?state=lost", "?sku={A}"}) {
    EXPECT_EQ(shop->send("GET", std::string("/v1/reservations") + bad).status, 400) << bad;
  }
}

TEST_F(Reservations, TheDeadlineHeaderIsBounded) {
  shop->stock("A8", 1);
  for (const char* bad : {"49", "30001", "x", "-1", "5s"}) {
    const answer got = shop->send("POST", "/v1/reservations", order_body("b", "A8"),
                                  {{"Idempotency-Key", "a8"}, {"Request-Timeout-Ms", bad}});
    EXPECT_EQ(got.status, 400) << bad;
    EXPECT_EQ(got("field"), "Request-Timeout-Ms");
  }
}

}  // namespace
}  // namespace holdfast::testing
