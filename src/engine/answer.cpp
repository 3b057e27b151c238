// The words of the API for troubles.
#include "holdfast/engine/answer.h"

namespace holdfast::engine {

std::string_view to_string(trouble what) {
  switch (what) {
    case trouble::overloaded:
      return "overloaded";
    case trouble::busy:
      return "busy";
    case trouble::idempotency_key_in_flight:
      return "idempotency_key_in_flight";
    case trouble::outcome_unknown:
      return "outcome_unknown";
    case trouble::ledger_unavailable:
      return "ledger_unavailable";
    case trouble::shutting_down:
      return "shutting_down";
  }
  return "";
}

}  // namespace holdfast::engine
