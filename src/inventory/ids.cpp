// Reservation ids: UUID version 7.
#include "holdfast/inventory/ids.h"

#include "base/hex.h"

namespace holdfast::inventory {

reservation_id reservation_id::make(std::int64_t unix_milliseconds, const bytes& random) {
  bytes raw = random;
  for (int i = 0; i < 6; ++i) raw[i] = static_cast<std::uint8_t>(unix_milliseconds >> (8 * (5 - i)));
  raw[6] = static_cast<std::uint8_t>(0x70 | (raw[6] & 0x0f));  // version 7
  raw[8] = static_cast<std::uint8_t>(0x80 | (raw[8] & 0x3f));  // variant of RFC 9562
  return reservation_id(raw);
}

std::optional<reservation_id> reservation_id::parse(std::string_view text) {
  if (text.size() != 36) return std::nullopt;
  std::string digits;
  digits.reserve(32);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash != (text[i] == '-')) return std::nullopt;
    if (!dash) digits.push_back(text[i]);
  }
  bytes raw;
  if (!base::from_hex(digits, raw)) return std::nullopt;
  return reservation_id(raw);
}

std::string reservation_id::to_string() const {
  std::string text = base::to_hex(raw_);
  for (const std::size_t at : {8, 13, 18, 23}) text.insert(at, 1, '-');
  return text;
}

}  // namespace holdfast::inventory
