// Says which assertion failed and where, then aborts.
#include "base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace holdfast::base {

void assertion_failed(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr, "holdfast: bug: assertion failed: %s (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace holdfast::base
