// The article's PHP class and Holdfast on one SKU: each excludes the other.
#include <fstream>

#include "support/redis_server.h"
#include "workload.h"

namespace holdfast::testing {
namespace {

class ArticleLock : public ::testing::Test {
 protected:
  child_process php(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{"php", HOLDFAST_SOURCE_DIR "/test/interop/article_lock.php",
                                     redis.socket()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return child_process(command, {.log = log()});
  }
  std::filesystem::path log() const { return folder.path() / "php.log"; }
  std::string said() const {
    std::ifstream in(log());
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void wait_until_said(const std::string& what) const {
    ASSERT_TRUE(wait_until([&] { return said().find(what) != std::string::npos; })) << said();
  }
  // A lease is given back after the answer.
  void wait_until_unlocked() const {
    ASSERT_TRUE(wait_until([&] { return redis.ask({"EXISTS", "stock:lock:SNK-42"}) == "0"; }));
  }

  temporary_folder folder;
  redis_server redis;
  service shop{{.redis = redis.url()}};
};

TEST_F(ArticleLock, WhatPhpHoldsMakesOrdersWaitUntilItIsReleased) {
  shop.stock("SNK-42", 10);
  wait_until_unlocked();
  child_process holder = php({"SNK-42", "hold", "1000"});
  wait_until_said("held");
  const answer busy =
      to_answer(shop.connect().send("POST", "/v1/reservations", order_body("b", "SNK-42"),
                                    {{"Idempotency-Key", "k"}, {"Request-Timeout-Ms", "200"}}));
  EXPECT_EQ(busy.status, 503) << busy.body;
  EXPECT_EQ(busy("code"), "busy");
  EXPECT_EQ(shop.salable("SNK-42"), 10);
  const answer held = shop.reserve("k", "b", "SNK-42");  // waits for the rest of PHP's second
  EXPECT_EQ(held.status, 201) << held.body;
  EXPECT_EQ(holder.wait(), 0);
  EXPECT_NE(said().find("released"), std::string::npos) << "PHP kept its lock to the end";
}

TEST_F(ArticleLock, WhatHoldfastHoldsPhpDoesNotGet) {
  shop.stock("SNK-42", 1'000'000);
  load running(shop.url(), "SNK-42", 16);
  ASSERT_TRUE(wait_until([&] { return running.accepted() >= 100; }));
  // Under load the key is Holdfast's nearly all the time: of many tries without waiting some must meet it
  // held.
  int busy = 0;
  for (int i = 0; i < 40 && busy < 3; ++i) {
    child_process attempt = php({"SNK-42", "try"});
    busy += attempt.wait() == 1 ? 1 : 0;
  }
  EXPECT_GE(busy, 3);
  running.stop();
  EXPECT_EQ(said().find("lost"), std::string::npos) << "Holdfast took a lock that PHP held";
  for (const auto& [key, fate] : running.fates()) EXPECT_EQ(fate.status, 201) << key << fate.body;
}

}  // namespace
}  // namespace holdfast::testing
