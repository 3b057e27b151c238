// How the tables spell enumerations; index = value.
#pragma once

#include <array>
#include <string_view>

#include "holdfast/inventory/level.h"
#include "holdfast/inventory/reservation.h"
#include "inventory/changes.h"

namespace holdfast::storage::sqlite {

inline constexpr std::array<std::string_view, 4> state_words = {"held", "confirmed", "released", "expired"};
inline constexpr std::array<std::string_view, 2> source_words = {"warehouse", "supplier"};
inline constexpr std::array<std::string_view, 5> procurement_words = {"none", "needed", "ordered",
                                                                      "acknowledged", "short"};
inline constexpr std::array<std::string_view, 5> entry_words = {"receive", "hold", "confirm", "release",
                                                                "expire"};

constexpr std::string_view word_of(inventory::reservation_state state) {
  return state_words[static_cast<std::size_t>(state)];
}
constexpr std::string_view word_of(inventory::source_kind kind) {
  return source_words[static_cast<std::size_t>(kind)];
}
constexpr std::string_view word_of(inventory::procurement_state state) {
  return procurement_words[static_cast<std::size_t>(state)];
}
constexpr std::string_view word_of(inventory::entry_kind kind) {
  return entry_words[static_cast<std::size_t>(kind)];
}

}  // namespace holdfast::storage::sqlite
