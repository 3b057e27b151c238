// What became of a command. A refusal is an answer that leaves no trace; everything else is in the ledger
// when it is reported.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "holdfast/inventory/ids.h"
#include "holdfast/inventory/quantity.h"
#include "holdfast/inventory/reservation.h"

namespace holdfast::inventory {

enum class refusal_code {
  insufficient_stock,         // subject: SKU; requested, allowed = salable
  limit_exceeded,             // subject: SKU; requested, allowed; detail names the limit
  quantity_invalid,           // subject: SKU; a sum or a level would leave what can be counted
  unknown_sku,                // subject: SKU
  unknown_source,             // subject: source
  source_in_use,              // subject: source; it still owns or has reserved units
  idempotency_key_reused,     // subject: key; bound to another request
  idempotency_key_cancelled,  // subject: key; it was cancelled before it held anything
  reservation_not_found,      // subject: id
  reservation_expired,        // subject: id
  transition_invalid,         // subject: id; state, verb
};
inline constexpr int refusal_codes = static_cast<int>(refusal_code::transition_invalid) + 1;
std::string_view to_string(refusal_code code);

struct refusal {
  refusal_code code;
  std::string subject;
  std::optional<std::int64_t> requested = std::nullopt;
  std::optional<std::int64_t> allowed = std::nullopt;
  std::optional<reservation_state> state = std::nullopt;
  std::string_view detail = {};  // a static text: the limit's name, the verb
};

// The answer to reserve, confirm and release. `answered` is the reservation as the first answer showed it: a
// replay of a reserve says "held", whatever has become of it since; `state_now` says what has.
struct reservation_answer {
  reservation answered;
  reservation_state state_now;
  bool replayed = false;
};

struct stock_received {
  sku_id sku;
  source_id source;
  quantity units;
  std::int64_t seq = 0;
  quantity on_hand;  // of this SKU in this source, just after
  bool replayed = false;
};

// The key can never hold from now on. With a reservation when the key had made one.
struct key_cancelled {
  std::optional<reservation> released;
};

// A put or a delete took effect, or changed nothing.
struct stored {
  enum class effect { created, changed, unchanged, deleted } what;
};

// The reservation was expired, or was not in a state to expire.
struct swept {
  bool expired = false;
};

using outcome = std::variant<refusal, reservation_answer, stock_received, key_cancelled, stored, swept>;

}  // namespace holdfast::inventory
