// Crowds: many processes want the same few units.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <barrier>

#include "workload.h"

namespace holdfast::testing {
namespace {

using CrowdTest = WithAndWithoutLocks;

constexpr int buyers = 64;
constexpr int rounds = 1'000;

// What the processes share: a barrier between rounds, and the statuses of each buyer in each round.
struct board {
  std::atomic<int> arrived = 0;
  std::atomic<int> round = 0;
  std::atomic<short> status[rounds][buyers];
};

// The last one to arrive opens the round.
void wait_for_round(board& shared, int round) {
  if (shared.arrived.fetch_add(1) + 1 == buyers * (round + 1)) shared.round = round + 1;
  wait_until([&] { return shared.round > round; });
}

[[noreturn]] void buy_all_rounds(const std::string& url, board& shared, int buyer) {
  http::client shop(url);
  for (int round = 0; round < rounds; ++round) {
    wait_for_round(shared, round);
    const std::string sku = "PAIR-" + std::to_string(round);
    const std::string key = sku + "-" + std::to_string(buyer);
    const auto got = shop.send("POST", "/v1/reservations", order_body("b-" + std::to_string(buyer), sku),
                               {{"Idempotency-Key", key}});
    shared.status[round][buyer] = static_cast<short>(got.has_error() ? 0 : got->status);
  }
  _exit(0);
}

// I1: 64 processes, one unit, 1,000 rounds: exactly one winner each.
TEST_P(CrowdTest, SixtyFourProcessesForOneUnitHaveExactlyOneWinnerInEachOfAThousandRounds) {
  service shop(options());
  for (int round = 0; round < rounds; ++round) shop.stock("PAIR-" + std::to_string(round), 1);
  void* memory = mmap(nullptr, sizeof(board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  board& shared = *new (memory) board;
  std::vector<pid_t> children;
  for (int buyer = 0; buyer < buyers; ++buyer) {
    const pid_t child = fork();
    if (child == 0) buy_all_rounds(shop.url(), shared, buyer);
    children.push_back(child);
  }
  for (const pid_t each : children) waitpid(each, nullptr, 0);
  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto* row = shared.status[round];
    const auto winners = std::count(row, row + buyers, 201);
    const auto refused = std::count(row, row + buyers, 409);
    wrong += winners == 1 && refused == buyers - 1 ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0) << "rounds without exactly one winner and 63 clear refusals";
  EXPECT_EQ(shop.audit(), 0);
  munmap(memory, sizeof(board));
}

// Keys before refusals: the winner of the last unit who lost the reply, while a crowd keeps "sold out" fresh
// in memory.
TEST_P(CrowdTest, TheWinnerWhoLostTheReplyGetsTheReservationNotSoldOut) {
  service shop(options());
  shop.stock("LAST", 1);
  const answer won = shop.reserve("winner", "b-1", "LAST");
  ASSERT_EQ(won.status, 201);
  load crowd(shop.url(), "LAST", 8);
  for (int i = 0; i < 200; ++i) {
    const answer again = shop.reserve("winner", "b-1", "LAST");
    ASSERT_EQ(again.status, 201);
    ASSERT_TRUE(again.replayed);
    ASSERT_EQ(again.body, won.body);
    ASSERT_EQ(again.state_now, "held");
  }
  crowd.stop();
  for (const auto& [key, fate] : crowd.fates()) EXPECT_EQ(fate.status, 409) << key;
}

// H14: carts of two and three SKUs in every order, from many threads.
TEST_P(CrowdTest, OppositeCartsOfManyThreadsAllEndAndHoldAllOrNothing) {
  service shop(options());
  for (const char* sku : {"A", "B", "C"}) shop.stock(sku, 900);
  const std::vector<std::vector<std::string>> carts{
      {"A", "B"}, {"B", "A"}, {"C", "B", "A"}, {"A", "C"}, {"C", "A"}};
  std::atomic<int> next = 0;
  std::atomic<int> held[5] = {};
  std::atomic<int> other = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&] {
      http::client client = shop.connect();
      for (int n = next++; n < 1'000; n = next++) {
        const auto& cart = carts[static_cast<std::size_t>(n) % carts.size()];
        std::string lines;
        for (const std::string& sku : cart) {
          lines += (lines.empty() ? "" : ",") + (R"({"sku":")" + sku + R"(","quantity":1})");
        }
        const auto got = client.send("POST", "/v1/reservations", R"({"buyer":"b","lines":[)" + lines + "]}",
                                     {{"Idempotency-Key", "cart-" + std::to_string(n)}});
        if (!got.has_error() && got->status == 201) {
          ++held[static_cast<std::size_t>(n) % carts.size()];
        } else if (got.has_error() || got->status != 409) {
          ++other;
        }
      }
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(other, 0);
  EXPECT_EQ(shop.salable("A"), 900 - held[0] - held[1] - held[2] - held[3] - held[4]);
  EXPECT_EQ(shop.salable("B"), 900 - held[0] - held[1] - held[2]);
  EXPECT_EQ(shop.salable("C"), 900 - held[2] - held[3] - held[4]);
  EXPECT_EQ(shop.audit(), 0);
}

INSTANTIATE_TEST_SUITE_P(Lock, CrowdTest, ::testing::Values("redis", "none"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace holdfast::testing
