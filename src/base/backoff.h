// Waiting longer after each failure: exponential backoff with decorrelated jitter (each pause is drawn
// between the base and three times the last one), so that waiters that failed together do not come back
// together.
#pragma once

#include <algorithm>
#include <chrono>

#include "base/assert.h"
#include "base/random.h"

namespace holdfast::base {

class backoff {
 public:
  using duration = std::chrono::microseconds;
  struct limits {
    duration base;  // the shortest pause; above zero
    duration cap;   // the longest; not below base
  };

  explicit backoff(limits bounds) : bounds_(bounds), last_(bounds.base) {
    HOLDFAST_ASSERT(bounds.base.count() > 0 && bounds.cap >= bounds.base);
  }

  // The next pause, within [base, cap].
  duration next(spread& random) {
    const auto top = std::max(bounds_.base.count(), std::min(bounds_.cap.count(), last_.count() * 3));
    last_ = duration(std::uniform_int_distribution<duration::rep>(bounds_.base.count(), top)(random));
    return last_;
  }

  void reset() { last_ = bounds_.base; }

 private:
  limits bounds_;
  duration last_;
};

}  // namespace holdfast::base
