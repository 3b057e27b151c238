// A reservation and its states: held -> confirmed | released | expired, once; the three on the right never
// change (I8).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "holdfast/inventory/ids.h"
#include "holdfast/inventory/quantity.h"

namespace holdfast::inventory {

// The ledger's clock, in milliseconds since 1970 UTC.
using time_point = std::chrono::sys_time<std::chrono::milliseconds>;

enum class reservation_state { held, confirmed, released, expired };
std::string_view to_string(reservation_state state);

// How far a supplier has got with the units of an allocation; `none` for units that a warehouse owns.
enum class procurement_state { none, needed, ordered, acknowledged, short_ };

// Units of one SKU from one source. Never changes after the reservation was made.
struct allocation {
  sku_id sku;
  source_id source;
  quantity units;
  std::int64_t seq = 0;  // of the ledger entry that made it, within its SKU
  procurement_state procurement = procurement_state::none;
};

struct reservation {
  reservation_id id;
  idempotency_key key;  // the one that made it
  buyer_id buyer;
  std::optional<order_ref> order;
  reservation_state state = reservation_state::held;
  time_point created_at;
  time_point expires_at;
  std::vector<allocation> allocations;  // sorted by SKU, then in the order in which the sources were asked

  bool is_due(time_point now) const { return state == reservation_state::held && now >= expires_at; }
  // What a reader sees: a held one past its time is expired, swept or not.
  reservation_state state_at(time_point now) const {
    return is_due(now) ? reservation_state::expired : state;
  }
};

}  // namespace holdfast::inventory
