// Whole units of a SKU: never negative, never so many that a sum could overflow. No floats anywhere (H6).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

namespace holdfast::inventory {

class quantity {
 public:
  // 10^12 units: a million rows of it still sum within int64.
  static constexpr std::int64_t max = 1'000'000'000'000;

  constexpr quantity() = default;

  // Nothing outside 0..max.
  static constexpr std::optional<quantity> of(std::int64_t units) {
    if (units < 0 || units > max) return std::nullopt;
    return quantity(units);
  }

  constexpr std::int64_t value() const { return units_; }
  constexpr bool is_zero() const { return units_ == 0; }

  // Nothing above max.
  constexpr std::optional<quantity> plus(quantity other) const { return of(units_ + other.units_); }
  // Nothing below 0.
  constexpr std::optional<quantity> minus(quantity other) const { return of(units_ - other.units_); }
  // The difference, but never below 0.
  constexpr quantity less(quantity other) const {
    return quantity(units_ > other.units_ ? units_ - other.units_ : 0);
  }

  friend constexpr auto operator<=>(quantity, quantity) = default;
  friend constexpr bool operator==(quantity, quantity) = default;

 private:
  explicit constexpr quantity(std::int64_t units) : units_(units) {}
  std::int64_t units_ = 0;
};

}  // namespace holdfast::inventory
