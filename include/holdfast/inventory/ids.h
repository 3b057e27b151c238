// Names and numbers that must not be mistaken for each other. Parsed once at the edge; valid ever after.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace holdfast::inventory {

// A text of 1..Tag::max_length characters, each allowed by Tag::allows. Made only by parse(), so a value of
// this type is valid. Values compare byte by byte; that order is the one global order in which SKUs are
// locked (H14).
template <class Tag>
class name {
 public:
  // Nothing when the text is empty, too long, or holds a character that is not allowed.
  static std::optional<name> parse(std::string_view text) {
    if (text.empty() || text.size() > Tag::max_length) return std::nullopt;
    for (const char c : text) {
      if (!Tag::allows(c)) return std::nullopt;
    }
    return name(std::string(text));
  }

  // What parse() takes, in words for an error message.
  static constexpr std::string_view allowed() { return Tag::allowed; }

  const std::string& text() const { return text_; }

  friend auto operator<=>(const name&, const name&) = default;
  friend bool operator==(const name&, const name&) = default;

 private:
  explicit name(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

constexpr bool is_plain_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
         c == '-';
}

// Letters, digits, dot, underscore, hyphen: safe inside a Redis key, a URL path and a log line. No braces,
// which would move a Redis Cluster slot.
struct sku_tag {
  static constexpr std::size_t max_length = 64;
  static constexpr std::string_view allowed = "1 to 64 characters of A-Z a-z 0-9 . _ -";
  static constexpr bool allows(char c) { return is_plain_character(c); }
};
struct source_tag : sku_tag {};

// Visible ASCII without space: names that the shop gives.
struct shop_text_tag {
  static constexpr std::size_t max_length = 128;
  static constexpr std::string_view allowed = "1 to 128 visible ASCII characters without space";
  static constexpr bool allows(char c) { return c > 0x20 && c < 0x7f; }
};
struct buyer_tag : shop_text_tag {};
struct order_tag : shop_text_tag {};
struct key_tag : shop_text_tag {
  static constexpr std::size_t max_length = 255;
  static constexpr std::string_view allowed = "1 to 255 visible ASCII characters without space";
};
struct reference_tag : shop_text_tag {};

using sku_id = name<sku_tag>;
using source_id = name<source_tag>;
using buyer_id = name<buyer_tag>;
using order_ref = name<order_tag>;
using idempotency_key = name<key_tag>;
using stock_reference = name<reference_tag>;

// 128 bits as UUID version 7 (RFC 9562): the time in front keeps neighbours in time together in the ledger's
// index; 74 random bits make an id unguessable.
class reservation_id {
 public:
  using bytes = std::array<std::uint8_t, 16>;

  explicit reservation_id(const bytes& raw) : raw_(raw) {}
  // A new id. `unix_milliseconds` is wall time; `random` 128 bits of randomness, of which 74 are used.
  static reservation_id make(std::int64_t unix_milliseconds, const bytes& random);
  // The 36-character form, hexadecimal digits of either case. Nothing for any other text.
  static std::optional<reservation_id> parse(std::string_view text);

  std::string to_string() const;
  const bytes& raw() const { return raw_; }

  friend auto operator<=>(const reservation_id&, const reservation_id&) = default;
  friend bool operator==(const reservation_id&, const reservation_id&) = default;

 private:
  bytes raw_;
};

}  // namespace holdfast::inventory

template <class Tag>
struct std::hash<holdfast::inventory::name<Tag>> {
  std::size_t operator()(const holdfast::inventory::name<Tag>& value) const noexcept {
    return std::hash<std::string>()(value.text());
  }
};

template <>
struct std::hash<holdfast::inventory::reservation_id> {
  std::size_t operator()(const holdfast::inventory::reservation_id& id) const noexcept {
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(id.raw().data()), id.raw().size()});
  }
};
