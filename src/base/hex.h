// Bytes to hexadecimal digits and back.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace holdfast::base {

// Two lower-case digits a byte.
std::string to_hex(std::span<const std::uint8_t> bytes);

// Fills `bytes` from exactly 2 * bytes.size() digits of either case; false when the text is anything else.
bool from_hex(std::string_view text, std::span<std::uint8_t> bytes);

}  // namespace holdfast::base
