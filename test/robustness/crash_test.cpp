// Crashes: kill -9 of the service and of its Redis under load; SIGTERM under load.
#include <signal.h>

#include <fstream>

#include "workload.h"

namespace holdfast::testing {
namespace {

using CrashTest = WithAndWithoutLocks;

void wait_for_orders(const load& running, std::size_t more) {
  const std::size_t enough = running.accepted() + more;
  ASSERT_TRUE(wait_until([&] { return running.accepted() >= enough; })) << "the service takes no orders";
}

// The redis-server that the service started.
pid_t redis_of(const child_process& service) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stat(entry.path() / "stat");
    std::string pid, name, state;
    pid_t parent = 0;
    if (stat >> pid >> name >> state >> parent && parent == service.pid() && name == "(redis-server)") {
      return std::stoi(pid);
    }
  }
  return 0;
}

// F1, I4: kill -9 of the service, again and again.
TEST_P(CrashTest, EveryAcceptedOrderSurvivesKillsOfTheService) {
  service shop(options());
  shop.stock("HOT", 1'000'000);
  load running(shop.url(), "HOT", 8);
  for (int crash = 0; crash < 5; ++crash) {
    wait_for_orders(running, 200);
    shop.kill();
    shop.start();
    running.redirect(shop.url());
  }
  wait_for_orders(running, 200);
  running.stop();
  expect_nothing_lost(shop, running, "HOT", 1'000'000);
}

// F1, L8: kill -9 of the private Redis. The service starts it again and no order is refused for it.
TEST(RedisCrash, KillsOfThePrivateRedisCostNoOrder) {
  service shop;
  shop.stock("HOT", 1'000'000);
  load running(shop.url(), "HOT", 8);
  for (int crash = 0; crash < 5; ++crash) {
    wait_for_orders(running, 200);
    pid_t redis = 0;
    ASSERT_TRUE(wait_until([&] { return (redis = redis_of(shop.process())) != 0; }))
        << "Redis was not started again";
    kill(redis, SIGKILL);
  }
  wait_for_orders(running, 200);
  running.stop();
  for (const auto& [key, fate] : running.fates()) EXPECT_EQ(fate.status, 201) << key << " " << fate.body;
  expect_nothing_lost(shop, running, "HOT", 1'000'000);
}

// H19, B21: SIGTERM answers every request that was sent, and a clean stop is exit code 0.
TEST_P(CrashTest, AStopUnderLoadAnswersEveryQueuedRequest) {
  service shop(options());
  shop.stock("HOT", 1'000'000);
  load running(shop.url(), "HOT", 16);
  wait_for_orders(running, 500);
  EXPECT_EQ(shop.stop(), 0) << shop.log();
  running.stop();
  std::size_t answered = 0, refused = 0;
  for (const auto& [key, fate] : running.fates()) {
    answered += fate.status == 201 ? 1 : 0;
    refused += fate.status != 201 && fate.status != 0 ? 1 : 0;
  }
  EXPECT_EQ(answered, running.accepted());
  EXPECT_EQ(refused, 0u);
  shop.start();
  for (const auto& [key, fate] : running.fates()) {
    if (fate.status != 0) continue;
    // No answer means that the request was never taken: it came after the stop. A request that was taken is
    // answered.
    const answer cancelled = shop.send("POST", "/v1/reservations:cancel", R"({"key":")" + key + "\"}");
    EXPECT_EQ(cancelled("reservation"), "null") << key << ": taken, decided, and not answered";
  }
  EXPECT_EQ(shop.audit(), 0);
}

INSTANTIATE_TEST_SUITE_P(Lock, CrashTest, ::testing::Values("redis", "none"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace holdfast::testing
