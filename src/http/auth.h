// Who may do what: API keys with roles. Keys are kept as SHA-256 digests and compared in constant time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast::http {

// Each role may do all that the ones before it may.
enum class role {
  buyer,      // reserve, confirm, release, cancel, read
  operator_,  // stock, SKUs, sources
  admin,
};
std::optional<role> parse_role(std::string_view text);
std::string_view to_string(role of);

struct api_key {
  std::array<std::uint8_t, 32> digest;  // SHA-256 of the key
  role as;
};

class authenticator {
 public:
  // Without keys everyone is admin: for a loopback address only, which the caller has checked.
  explicit authenticator(std::vector<api_key> keys) : keys_(std::move(keys)) {}

  bool is_open() const { return keys_.empty(); }

  // The role of `Authorization: Bearer KEY`. Nothing for a header that is missing, malformed or names an
  // unknown key.
  std::optional<role> role_of(std::string_view authorization) const;

 private:
  std::vector<api_key> keys_;
};

}  // namespace holdfast::http
