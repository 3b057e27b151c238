// Books: what a transaction read, under its row locks, of all that its commands touch. The rule decides from
// this and nothing else; a ledger adapter fills it and decides nothing.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "holdfast/inventory/command.h"
#include "holdfast/inventory/reservation.h"

namespace holdfast::inventory {

// A number that the ledger gives to one ownership of a SKU; it only grows (H2).
enum class tenure : std::int64_t {};

struct sku_book {
  sku_settings settings;
  std::vector<source_level> levels;  // sorted by priority, then by source
  std::int64_t sequence = 0;         // of the newest entry; dense from 1 (I3)
  tenure current{};                  // of the batch, once apply_claims() has passed
  // When the earliest hold on this SKU is due; nothing when there is none. May be early, never late.
  std::optional<time_point> next_due;
  // Holds that are due, earliest first: read only when a decision asked for them.
  std::vector<reservation_id> due;
  bool due_is_complete = false;  // `due` holds all there are
};

// What a key is bound to, for ever.
struct binding {
  fingerprint print{};
  // Nothing: bound by cancel_key before it held anything.
  struct cancelled {};
  struct received {
    sku_id sku;
    source_id source;
    std::int64_t seq;
    quantity units;
    quantity on_hand;
  };
  std::variant<cancelled, reservation_id, received> to;
};

struct books {
  time_point now;                   // the ledger's clock, read once after the row locks
  std::map<sku_id, sku_book> skus;  // every known SKU that a command names or that a loaded reservation holds
  std::map<source_id, source> sources;
  std::unordered_map<reservation_id, reservation> reservations;
  std::unordered_map<idempotency_key, binding> keys;
  std::map<std::pair<buyer_id, order_ref>, reservation_id>
      held_by_order;  // live or due holds, by the shop's name for them
  std::map<std::pair<sku_id, buyer_id>, quantity> buyer_units;  // only for SKUs with max_per_buyer
  std::map<source_id, bool> source_has_units;                   // only for sources to be deleted
};

// A batch's claim on a SKU: the tenure that its lease was given, or nothing when it wants a new one (DB-only,
// lock = none, the first batch of a lease, every retry).
struct claim {
  sku_id sku;
  std::optional<tenure> held;
};

// Gives each claimed SKU its tenure: the one claimed when it is the current one, a new one where none is
// claimed. False when a claim is older than the ledger's: the batch must be refused whole (I12). SKUs that do
// not exist are passed over.
bool apply_claims(books& read, std::span<const claim> claims);

}  // namespace holdfast::inventory
