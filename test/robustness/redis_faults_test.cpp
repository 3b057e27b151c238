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
      ASSERT_TRUE(wait_until([&] { return running.accepted() >= enough; })) << "no order goes through";
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
  const std::string away = "holdfast_ledger_only_total{why=\"redis_away\"} ";
  const std::string taken = "holdfast_leases_total{outcome=\"taken\"} ";
  const auto metric = [this](const std::string& name) {
    const std::string text = shop.send("GET", "/metrics").body;
    return std::stol(text.substr(text.find(name) + name.size()));
  };
  run_while(
      [&](int) {
        redis.pause();
        const long before = metric(away);
        EXPECT_TRUE(wait_until([&] { return metric(away) > before; })) << "orders do not go on without Redis";
        redis.go_on();
        const long leases = metric(taken);
        EXPECT_TRUE(wait_until([&] { return metric(taken) > leases; })) << "no lock is taken again";
      },
      2);
}

}  // namespace
}  // namespace holdfast::testing
