// Requests as they should not be, and requests that come twice.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "workload.h"

namespace holdfast::testing {
namespace {

using RequestTest = WithAndWithoutLocks;

std::string body_with(const std::string& quantity) {
  return R"({"buyer":"b","lines":[{"sku":"A","quantity":)" + quantity + "}]}";
}

// H6: what is not a whole number of units within the limit never reaches the ledger.
TEST_P(RequestTest, QuantitiesThatAreNoneAreRefusedByName) {
  service shop(options());
  shop.stock("A", 10);
  for (const char* quantity : {"0", "-1", "1.5", "1.0", "1e3", "\"1\"", "true", "null", "9223372036854775808",
                               "1000000000000000000000000000000", "-9223372036854775809", "1000001"}) {
    const answer got = shop.send("POST", "/v1/reservations", body_with(quantity), {{"Idempotency-Key", "k"}});
    EXPECT_EQ(got.status, 422) << quantity << " " << got.body;
    EXPECT_EQ(got("code"), "quantity_invalid") << quantity;
  }
  const answer named = shop.send("POST", "/v1/reservations", body_with("1.5"), {{"Idempotency-Key", "k"}});
  EXPECT_EQ(named("field"), "lines[0].quantity");
  EXPECT_EQ(shop.salable("A"), 10);
  EXPECT_EQ(shop.reserve("k", "b", "A").status, 201) << "a refusal binds nothing";
}

TEST_P(RequestTest, MalformedRequestsAreRefusedWithTheReasonAndChangeNothing) {
  service shop(options());
  shop.stock("A", 10);
  const http::client::header_list key{{"Idempotency-Key", "k"}};
  const struct {
    std::string body;
    int status;
    std::string code;
  } cases[] = {
      {R"({"buyer":"b","lines":[{"sku":"A","quantity":1})", 400, "json_malformed"},
      {R"({"buyer":"b","buyer":"c","lines":[{"sku":"A","quantity":1}]})", 400, "json_malformed"},
      {R"({"buyer":"b","lines":[{"sku":"A","quantity":1}]}x)", 400, "json_malformed"},
      {R"([1])", 400, "json_malformed"},
      {R"({"buyer":"b","lines":[{"sku":"A","quantity":1}],"price":5})", 400, "unknown_field"},
      {R"({"buyer":"b","lines":[{"sku":"A","quantity":1,"price":5}]})", 400, "unknown_field"},
      {R"({"lines":[{"sku":"A","quantity":1}]})", 422, "field_missing"},
      {R"({"buyer":"b"})", 422, "field_missing"},
      {R"({"buyer":"b","lines":[]})", 422, "field_invalid"},
      {R"({"buyer":"b","lines":[{"sku":"{A}","quantity":1}]})", 422, "field_invalid"},
      {R"({"buyer":"b","hold_seconds":0,"lines":[{"sku":"A","quantity":1}]})", 422, "field_invalid"},
      {R"({"buyer":"b","hold_seconds":86401,"lines":[{"sku":"A","quantity":1}]})", 422, "field_invalid"},
      {order_body("b", "NOBODY-KNOWS"), 422, "unknown_sku"},
      {R"({"buyer":")" + std::string(70'000, 'x') + "\"}", 413, "body_too_large"}};
  for (const auto& each : cases) {
    const answer got = shop.send("POST", "/v1/reservations", each.body, key);
    EXPECT_EQ(got.status, each.status) << each.body.substr(0, 80) << " " << got.body;
    EXPECT_EQ(got("code"), each.code) << each.body.substr(0, 80);
  }
  EXPECT_EQ(shop.send("POST", "/v1/reservations", order_body("b", "A"))("code"), "idempotency_key_required");
  EXPECT_EQ(shop.salable("A"), 10);
}

TEST_P(RequestTest, LinesOfOneSkuAreSummed) {
  service shop(options());
  shop.stock("A", 3);
  const std::string lines = R"({"buyer":"b","lines":[{"sku":"A","quantity":1},{"sku":"A","quantity":2}]})";
  const answer got = shop.send("POST", "/v1/reservations", lines, {{"Idempotency-Key", "k"}});
  ASSERT_EQ(got.status, 201) << got.body;
  EXPECT_NE(got("lines").find(R"("quantity":3)"), std::string::npos);
  EXPECT_EQ(shop.salable("A"), 0);
  const answer same =
      shop.send("POST", "/v1/reservations", order_body("b", "A", 3), {{"Idempotency-Key", "k"}});
  EXPECT_EQ(same.status, 201) << "bodies are compared parsed, not as bytes";
  EXPECT_TRUE(same.replayed);
}

// I6, H18: every request again with its key: the first answer, and nothing changes.
TEST_P(RequestTest, ARetryOfEveryRequestGetsTheFirstAnswer) {
  service shop(options());
  shop.stock("A", 100);
  struct sent {
    std::string target, body, key;
    answer got;
  };
  std::vector<sent> requests;
  const auto send = [&](std::string target, std::string body, std::string key) {
    answer got = shop.send("POST", target, body, {{"Idempotency-Key", key}});
    requests.push_back({std::move(target), std::move(body), std::move(key), got});
    return got;
  };
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    const answer held = send("/v1/reservations", order_body("b-" + n, "A"), "hold-" + n);
    ASSERT_EQ(held.status, 201);
    const std::string verb = i % 2 == 0 ? "/confirm" : "/release";
    EXPECT_EQ(send("/v1/reservations/" + held("id") + verb, "{}", "end-" + n).status, 200);
    const std::string arrival = R"({"sku":"A","source":"main","quantity":2})";
    EXPECT_EQ(send("/v1/stock/receive", arrival, "more-" + n).status, 200);
  }
  const long left = shop.salable("A");
  for (const sent& each : requests) {
    const answer again = shop.send("POST", each.target, each.body, {{"Idempotency-Key", each.key}});
    EXPECT_EQ(again.status, each.got.status) << each.target << again.body;
    EXPECT_EQ(again.body, each.got.body) << each.target;
    EXPECT_TRUE(again.replayed) << each.target;
    const answer other = shop.send("POST", "/v1/reservations", order_body("someone-else", "A"),
                                   {{"Idempotency-Key", each.key}});
    EXPECT_EQ(other("code"), "idempotency_key_reused") << each.key;
  }
  EXPECT_EQ(shop.salable("A"), left);
  EXPECT_EQ(shop.audit(), 0);
}

// H19: a cancelled key can never hold, whether it was used or not.
TEST_P(RequestTest, ACancelledKeyNeverHolds) {
  service shop(options());
  shop.stock("A", 2);
  ASSERT_EQ(shop.reserve("used", "b", "A").status, 201);
  for (const char* key : {"used", "unused"}) {
    const std::string body = std::string(R"({"key":")") + key + "\"}";
    EXPECT_EQ(shop.send("POST", "/v1/reservations:cancel", body).status, 200);
    EXPECT_EQ(shop.send("POST", "/v1/reservations:cancel", body).status, 200);
  }
  EXPECT_EQ(shop.salable("A"), 2);
  const answer used = shop.reserve("used", "b", "A");
  EXPECT_EQ(used.state_now, "released") << used.body;
  EXPECT_EQ(shop.reserve("unused", "b", "A")("code"), "idempotency_key_cancelled");
  EXPECT_EQ(shop.salable("A"), 2);
}

// A connection of the test's own, for requests that a well-behaved client would not send.
int connect_to(const service& shop) {
  const std::string& url = shop.url();
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1))));
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int connected = socket(AF_INET, SOCK_STREAM, 0);
  EXPECT_EQ(connect(connected, reinterpret_cast<const sockaddr*>(&place), sizeof(place)), 0);
  return connected;
}

// I7: the client of the last unit is gone before the reply; its retry gets the reservation.
TEST_P(RequestTest, TheReplyThatNobodyReadIsGivenAgain) {
  service shop(options());
  shop.stock("A", 1);
  const std::string body = order_body("b", "A");
  const std::string request =
      "POST /v1/reservations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nIdempotency-Key: "
      "lost\r\n"
      "Content-Length: " +
      std::to_string(body.size()) + "\r\n\r\n" + body;
  const int gone = connect_to(shop);
  ASSERT_EQ(send(gone, request.data(), request.size(), 0), static_cast<ssize_t>(request.size()));
  close(gone);
  ASSERT_TRUE(wait_until([&] { return shop.salable("A") == 0; }));
  EXPECT_EQ(shop.reserve("other", "c", "A").status, 409);
  const answer again = shop.reserve("lost", "b", "A");
  EXPECT_EQ(again.status, 201) << again.body;
  EXPECT_TRUE(again.replayed);
}

// F23: a client that sends one byte now and then is cut off, and disturbs nobody.
TEST(SlowRequest, ASlowBodyIsTimedOut) {
  temporary_folder folder;
  const std::filesystem::path file = folder.path() / "quick.toml";
  std::FILE* config = std::fopen(file.c_str(), "w");
  std::fputs("[http]\nbody_timeout_ms = 300\nheader_timeout_ms = 300\n", config);
  std::fclose(config);
  service shop({.more = {"--config", file.string()}});
  shop.stock("A", 10);
  for (const std::string begun :
       {"POST /v1/reservations HTTP/1.1\r\nHost: x\r\n",
        "POST /v1/reservations HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"}) {
    const int slow = connect_to(shop);
    ASSERT_EQ(send(slow, begun.data(), begun.size(), 0), static_cast<ssize_t>(begun.size()));
    EXPECT_EQ(shop.reserve("k-" + std::to_string(begun.size()), "b", "A").status, 201);
    char answer[256] = {};
    EXPECT_GT(recv(slow, answer, sizeof(answer) - 1, 0), 0);
    EXPECT_EQ(std::string(answer).substr(9, 3), "408") << begun;
    close(slow);
  }
}

INSTANTIATE_TEST_SUITE_P(Lock, RequestTest, ::testing::Values("redis", "none"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace holdfast::testing
