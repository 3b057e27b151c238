// SHA-256, for fingerprints of request bodies and the names of scripts.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace holdfast::base {

std::array<std::uint8_t, 32> sha256(std::string_view text);

// The name Redis gives a script (EVALSHA).
std::array<std::uint8_t, 20> sha1(std::string_view text);

}  // namespace holdfast::base
