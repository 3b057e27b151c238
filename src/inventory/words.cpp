// The words of the API for states, refusals and entries. One meaning each: docs/glossary.md.
#include "holdfast/inventory/outcome.h"
#include "inventory/changes.h"

namespace holdfast::inventory {

std::string_view to_string(reservation_state state) {
  switch (state) {
    case reservation_state::held:
      return "held";
    case reservation_state::confirmed:
      return "confirmed";
    case reservation_state::released:
      return "released";
    case reservation_state::expired:
      return "expired";
  }
  return "";
}

std::string_view to_string(refusal_code code) {
  switch (code) {
    case refusal_code::insufficient_stock:
      return "insufficient_stock";
    case refusal_code::limit_exceeded:
      return "limit_exceeded";
    case refusal_code::quantity_invalid:
      return "quantity_invalid";
    case refusal_code::unknown_sku:
      return "unknown_sku";
    case refusal_code::unknown_source:
      return "unknown_source";
    case refusal_code::source_in_use:
      return "source_in_use";
    case refusal_code::idempotency_key_reused:
      return "idempotency_key_reused";
    case refusal_code::idempotency_key_cancelled:
      return "idempotency_key_cancelled";
    case refusal_code::reservation_not_found:
      return "reservation_not_found";
    case refusal_code::reservation_expired:
      return "reservation_expired";
    case refusal_code::transition_invalid:
      return "transition_invalid";
  }
  return "";
}

std::string_view to_string(entry_kind kind) {
  switch (kind) {
    case entry_kind::receive:
      return "receive";
    case entry_kind::hold:
      return "hold";
    case entry_kind::confirm:
      return "confirm";
    case entry_kind::release:
      return "release";
    case entry_kind::expire:
      return "expire";
  }
  return "";
}

}  // namespace holdfast::inventory
