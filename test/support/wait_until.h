// Waiting for what another process or thread does, with a bound.
#pragma once

#include <chrono>
#include <thread>

namespace holdfast::testing {

// Looks every millisecond whether the condition holds. False when it does not within `limit`.
template <class Condition>
bool wait_until(Condition condition, std::chrono::milliseconds limit = std::chrono::milliseconds(20'000)) {
  const auto until = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace holdfast::testing
