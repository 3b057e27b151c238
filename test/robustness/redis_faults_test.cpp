// Redis that forgets, stalls or goes away under load: slower at most, never wrong.
#include "support/redis_server.h"
#include "workload.h"

namespace holdfast::testing {
namespace {

class RedisFaults : public ::testing::Test {
 protected:
  redis_server redis;
  service shop{{.redis = redis.url()}};

  void expect_all_accepted(const load& done) {
    for (const auto& [key, fate] : done.fates()) EXPECT_EQ(fate.status, 201) << key << " " << fate.body;
    expect_nothing_lost(shop, done, "HOT", 1'000'000);
  }
  void run_while(const std::function<void(int)>& fault, int times) {
    shop.stock("HOT", 1'000'000);
    load running(shop.url(), "HOT", 8);
    for (int i = 0; i < times; ++i) {
      const std::size_t enough = running.accepted() + 50;
      for (int wait = 0; wait < 10'000 && running.accepted() < enough; ++wait) usleep(1'000);
      ASSERT_GE(running.accepted(), enough) << "no order goes through";
      fault(i);
    }
    running.stop();
    expect_all_accepted(running);
  }
};

// F3, H2: the locks vanish under their holders.
TEST_F(RedisFaults, FlushallUnderLoadLosesAndDoublesNothing) {
  run_while([this](int) { redis.ask({"FLUSHALL"}); }, 40);
}

// F4, H23: the scripts vanish.
TEST_F(RedisFaults, ScriptFlushUnderLoadIsNotNoticed) {
  run_while([this](int) { redis.ask({"SCRIPT", "FLUSH"}); }, 40);
}

// F1 of Redis, L8: killed and started again.
TEST_F(RedisFaults, KillsAndRestartsUnderLoadRefuseNobody) {
  run_while(
      [this](int i) {
        if (i % 2 == 0) {
          redis.kill();
        } else {
          redis.start();
        }
      },
      8);
}

// F9, L8: Redis stands still; orders go on, on the ledger alone, and come back to the locks by themselves.
TEST_F(RedisFaults, AStandstillOfRedisMeansSlowerNotStopped) {
  run_while(
      [this](int i) {
        if (i % 2 == 0) {
          redis.pause();
        } else {
          redis.go_on();
        }
      },
      4);
  const std::string metrics = shop.send("GET", "/metrics").body;
  EXPECT_EQ(metrics.find("holdfast_ledger_only_total{why=\"redis_away\"} 0\n"), std::string::npos);
}

}  // namespace
}  // namespace holdfast::testing
