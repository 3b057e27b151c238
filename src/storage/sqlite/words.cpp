// The words that the tables hold for the enums of the rule.
#include "storage/sqlite/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "storage/sqlite/database.h"

namespace holdfast::storage {
namespace {

using inventory::entry_kind;
using inventory::procurement_state;
using inventory::reservation_state;

template <class Enum, std::size_t Size>
Enum find_word(const std::array<Enum, Size>& all, std::string_view word, auto&& spell) {
  const auto found = std::find_if(all.begin(), all.end(), [&](Enum each) { return spell(each) == word; });
  if (found == all.end()) throw_damaged(word);
  return *found;
}

}  // namespace

void throw_damaged(std::string_view what) {
  throw sqlite_error(SQLITE_CORRUPT,
                     fmt::format("the ledger holds \"{}\", which this program never writes there", what));
}

std::string_view word_of(inventory::source_kind kind) {
  return kind == inventory::source_kind::warehouse ? "warehouse" : "supplier";
}

std::string_view word_of(procurement_state state) {
  switch (state) {
    case procurement_state::none:
      return "none";
    case procurement_state::needed:
      return "needed";
    case procurement_state::ordered:
      return "ordered";
    case procurement_state::acknowledged:
      return "acknowledged";
    case procurement_state::short_:
      return "short";
  }
  return "";
}

inventory::source_kind source_kind_of(std::string_view word) {
  static constexpr std::array all{inventory::source_kind::warehouse, inventory::source_kind::supplier};
  return find_word(all, word, [](auto each) { return word_of(each); });
}

procurement_state procurement_of(std::string_view word) {
  static constexpr std::array all{procurement_state::none, procurement_state::needed,
                                  procurement_state::ordered, procurement_state::acknowledged,
                                  procurement_state::short_};
  return find_word(all, word, [](auto each) { return word_of(each); });
}

reservation_state state_of(std::string_view word) {
  static constexpr std::array all{reservation_state::held, reservation_state::confirmed,
                                  reservation_state::released, reservation_state::expired};
  return find_word(all, word, [](auto each) { return inventory::to_string(each); });
}

entry_kind entry_kind_of(std::string_view word) {
  static constexpr std::array all{entry_kind::receive, entry_kind::hold, entry_kind::confirm,
                                  entry_kind::release, entry_kind::expire};
  return find_word(all, word, [](auto each) { return inventory::to_string(each); });
}

inventory::quantity quantity_of(std::int64_t units) {
  const auto quantity = inventory::quantity::of(units);
  if (!quantity) throw_damaged(fmt::format("{} units", units));
  return *quantity;
}

inventory::reservation_id id_of(std::span<const std::uint8_t> bytes) {
  inventory::reservation_id::bytes raw;
  if (bytes.size() != raw.size()) throw_damaged("a reservation id");
  std::copy(bytes.begin(), bytes.end(), raw.begin());
  return inventory::reservation_id(raw);
}

inventory::time_point time_of(std::int64_t milliseconds) {
  return inventory::time_point(std::chrono::milliseconds(milliseconds));
}

std::int64_t milliseconds_of(inventory::time_point at) {
  return at.time_since_epoch().count();
}

}  // namespace holdfast::storage
