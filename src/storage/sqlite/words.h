// The words that the tables hold for the enums of the rule.
#pragma once

#include <span>
#include <string_view>

#include "holdfast/inventory/level.h"
#include "holdfast/inventory/reservation.h"
#include "inventory/changes.h"

namespace holdfast::storage {

// The words of states and entry kinds are those of the API: inventory::to_string().
std::string_view word_of(inventory::source_kind kind);
std::string_view word_of(inventory::procurement_state state);

// A word that is not one of ours means a damaged ledger: throws sqlite_error (SQLITE_CORRUPT).
inventory::source_kind source_kind_of(std::string_view word);
inventory::procurement_state procurement_of(std::string_view word);
inventory::reservation_state state_of(std::string_view word);
inventory::entry_kind entry_kind_of(std::string_view word);

// Names and quantities as they were stored; anything else means a damaged ledger, as above.
template <class Name>
Name name_of(std::string_view text);
inventory::quantity quantity_of(std::int64_t units);
inventory::reservation_id id_of(std::span<const std::uint8_t> bytes);
inventory::time_point time_of(std::int64_t milliseconds);
std::int64_t milliseconds_of(inventory::time_point at);

[[noreturn]] void throw_damaged(std::string_view what);

template <class Name>
Name name_of(std::string_view text) {
  auto parsed = Name::parse(text);
  if (!parsed) throw_damaged(text);
  return *std::move(parsed);
}

}  // namespace holdfast::storage
