// SHA-1 and SHA-256 through OpenSSL.
#include "base/digest.h"

#include <openssl/evp.h>

#include "base/assert.h"

namespace holdfast::base {
namespace {

template <std::size_t Size>
std::array<std::uint8_t, Size> digest(std::string_view text, const EVP_MD* kind) {
  std::array<std::uint8_t, Size> out;
  unsigned int size = 0;
  HOLDFAST_ASSERT(EVP_Digest(text.data(), text.size(), out.data(), &size, kind, nullptr) == 1);
  HOLDFAST_ASSERT(size == Size);
  return out;
}

}  // namespace

std::array<std::uint8_t, 32> sha256(std::string_view text) {
  return digest<32>(text, EVP_sha256());
}
std::array<std::uint8_t, 20> sha1(std::string_view text) {
  return digest<20>(text, EVP_sha1());
}

}  // namespace holdfast::base
