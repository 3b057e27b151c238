// Tokens come from the operating system, jitter from a seeded generator.
#include "base/random.h"

#include <sys/random.h>

#include <cerrno>
#include <cstring>

#include "base/assert.h"
#include "base/hex.h"

namespace holdfast::base {
namespace {

// One system call for many draws: at 25,000 reservations a second the call itself would show in a profile.
struct pool {
  std::array<std::uint8_t, 4096> bytes;
  std::size_t used = sizeof(bytes);
};

}  // namespace

std::array<std::uint8_t, 16> random_128() {
  thread_local pool kept;
  std::array<std::uint8_t, 16> drawn;
  if (kept.used + drawn.size() > kept.bytes.size()) {
    std::size_t filled = 0;
    while (filled < kept.bytes.size()) {
      const ssize_t got = getrandom(kept.bytes.data() + filled, kept.bytes.size() - filled, 0);
      HOLDFAST_ASSERT(got > 0 || errno == EINTR);
      if (got > 0) filled += static_cast<std::size_t>(got);
    }
    kept.used = 0;
  }
  std::memcpy(drawn.data(), kept.bytes.data() + kept.used, drawn.size());
  std::memset(kept.bytes.data() + kept.used, 0, drawn.size());
  kept.used += drawn.size();
  return drawn;
}

std::string random_token() {
  return to_hex(random_128());
}

}  // namespace holdfast::base
