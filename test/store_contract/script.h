// The contract's tables: one command a line, "reserve k1 R1 b1 SNK-42 2 -> held". A line that starts with "+"
// travels in the same batch as the one before. Words: see script.cpp.
#pragma once

#include <string>
#include <string_view>

#include "holdfast/inventory/command.h"
#include "holdfast/inventory/outcome.h"

namespace holdfast::store_contract {

template <class Name>
Name named(std::string_view text) {
  return *Name::parse(text);
}
inventory::quantity units(std::int64_t count);
// The same id for the same name in every run; later names in the alphabet are newer.
inventory::reservation_id id_of(std::string_view name);

inventory::command to_command(std::string_view line);
std::string to_words(const inventory::outcome& outcome);

}  // namespace holdfast::store_contract
