// Load from many threads, and what each order came to: the other half of every proof.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "support/service.h"
#include "support/wait_until.h"

namespace holdfast::testing {

// Every safety test runs with both: a lost lock must never matter.
class WithAndWithoutLocks : public ::testing::TestWithParam<const char*> {
 protected:
  service_options options() const { return {.lock = GetParam()}; }
};

struct order_fate {
  int status = 0;    // of the last answer; 0: none came
  std::string id;    // of the reservation, once a 201 was seen
  std::string body;  // of that 201
};

// Threads that reserve one unit of a SKU each, again and again, each time with a new key, until stopped.
class load {
 public:
  load(std::string url, std::string sku, int threads);
  ~load();
  // Ends it. From then on fates() is complete.
  void stop();
  // Sends to another place from now on (a service that was started again on another port).
  void redirect(const std::string& url);
  // By key. Those with status 0 or 503 are not known: the same key settles them.
  const std::map<std::string, order_fate>& fates() const { return fates_; }
  std::size_t accepted() const { return accepted_; }

 private:
  void run(int number);

  std::string sku_;
  std::mutex mutex_;
  std::string url_;
  std::map<std::string, order_fate> fates_;
  std::atomic<std::size_t> accepted_ = 0;
  std::atomic<bool> stopping_ = false;
  std::vector<std::thread> threads_;
};

// After the faults are over: every 201 that was seen is still there with the same body; every order whose
// fate is not known is settled by its key; then as many units are gone as orders hold, and the audit is clean
// (I1, I4, I6, I7).
void expect_nothing_lost(service& shop, const load& done, const std::string& sku, long stocked);

}  // namespace holdfast::testing
