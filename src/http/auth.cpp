// Who may do what: API keys with roles.
#include "http/auth.h"

#include <algorithm>

#include "base/digest.h"

namespace holdfast::http {
namespace {

constexpr std::string_view scheme = "Bearer ";

bool starts_with_scheme(std::string_view header) {
  return header.size() > scheme.size() &&
         std::equal(scheme.begin(), scheme.end(), header.begin(), [](char a, char b) {
           return a == b || (a >= 'A' && a <= 'Z' && a + ('a' - 'A') == b) ||
                  (a >= 'a' && a <= 'z' && a - ('a' - 'A') == b);
         });
}

}  // namespace

std::optional<role> parse_role(std::string_view text) {
  if (text == "buyer") return role::buyer;
  if (text == "operator") return role::operator_;
  if (text == "admin") return role::admin;
  return std::nullopt;
}

std::string_view to_string(role of) {
  switch (of) {
    case role::buyer:
      return "buyer";
    case role::operator_:
      return "operator";
    case role::admin:
      return "admin";
  }
  return "";
}

std::optional<role> authenticator::role_of(std::string_view authorization) const {
  if (is_open()) return role::admin;
  if (!starts_with_scheme(authorization)) return std::nullopt;
  const auto given = base::sha256(authorization.substr(scheme.size()));
  std::optional<role> found;
  for (const api_key& each : keys_) {  // all of them, whatever matches: the time tells nothing
    unsigned difference = 0;
    for (std::size_t i = 0; i < given.size(); ++i)
      difference |= static_cast<unsigned>(given[i] ^ each.digest[i]);
    if (difference == 0) found = each.as;
  }
  return found;
}

}  // namespace holdfast::http
