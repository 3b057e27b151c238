// Assertions that stay on in every build: a bug stops the process before it can write a wrong level.
#pragma once

namespace holdfast::base {

// Prints the condition and its place to stderr and aborts. Never returns.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace holdfast::base

#define HOLDFAST_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::holdfast::base::assertion_failed(#condition, __FILE__, __LINE__))
