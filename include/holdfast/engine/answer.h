// What a caller of the engine gets: the rule's outcome, or why there is none.
#pragma once

#include <string_view>
#include <variant>

#include "holdfast/inventory/outcome.h"

namespace holdfast::engine {

// Why the rule's outcome cannot be given. All but outcome_unknown are definite: the command had no effect
// (I7).
enum class trouble {
  overloaded,                 // the queue is full
  busy,                       // the deadline came before the command was decided
  idempotency_key_in_flight,  // the deadline came while an earlier request with this key was being decided
  outcome_unknown,            // it may have taken effect; the same key settles it (I7, H3)
  ledger_unavailable,         // the database refused the transaction for a reason of its own
  shutting_down,              // not accepted any more
};
inline constexpr int troubles = static_cast<int>(trouble::shutting_down) + 1;
std::string_view to_string(trouble what);

using answer = std::variant<inventory::outcome, trouble>;

}  // namespace holdfast::engine
