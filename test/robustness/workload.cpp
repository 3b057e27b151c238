// Load from many threads, and what each order came to.
#include "workload.h"

namespace holdfast::testing {

load::load(std::string url, std::string sku, int threads) : sku_(std::move(sku)), url_(std::move(url)) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this, i] { run(i); });
}

load::~load() {
  stop();
}

void load::stop() {
  stopping_ = true;
  for (std::thread& each : threads_) each.join();
  threads_.clear();
}

void load::redirect(const std::string& url) {
  const std::lock_guard guard(mutex_);
  url_ = url;
}

void load::run(int number) {
  std::string connected;
  std::unique_ptr<http::client> shop;
  for (int n = 0; !stopping_; ++n) {
    const std::string key = "load-" + std::to_string(number) + "-" + std::to_string(n);
    {
      const std::lock_guard guard(mutex_);
      if (connected != url_)
        shop = std::make_unique<http::client>(connected = url_, std::chrono::milliseconds(8'000));
    }
    const answer got = to_answer(
        shop->send("POST", "/v1/reservations", order_body("buyer", sku_), {{"Idempotency-Key", key}}));
    if (got.status == 201) ++accepted_;
    const std::lock_guard guard(mutex_);
    fates_[key] = {.status = got.status, .id = got.status == 201 ? got("id") : "", .body = got.body};
    if (got.status == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // nobody is there
  }
}

void expect_nothing_lost(service& shop, const load& done, const std::string& sku, long stocked) {
  long held = 0;
  for (const auto& [key, fate] : done.fates()) {
    const answer again = shop.reserve(key, "buyer", sku);
    if (fate.status == 201) {
      EXPECT_EQ(again.status, 201) << key << ": an accepted order is gone: " << again.body;
      EXPECT_TRUE(again.replayed) << key;
      EXPECT_EQ(again.body, fate.body) << key;
    } else {
      EXPECT_TRUE(again.status == 201 || again.status == 409)
          << key << " " << again.status << " " << again.body;
    }
    held += again.status == 201 ? 1 : 0;
  }
  EXPECT_EQ(shop.salable(sku), stocked - held);
  EXPECT_GE(shop.salable(sku), 0);
  EXPECT_EQ(shop.audit(), 0);
}

}  // namespace holdfast::testing
