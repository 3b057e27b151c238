// What a caller can ask of the ledger. Commands are values: parsed, validated, summed and sorted before they
// are made.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <variant>
#include <vector>

#include "holdfast/inventory/ids.h"
#include "holdfast/inventory/level.h"
#include "holdfast/inventory/quantity.h"

namespace holdfast::inventory {

struct line {
  sku_id sku;
  quantity units;

  friend bool operator==(const line&, const line&) = default;
};

// Hold the units of every line for the buyer, or of none. The id is drawn by the caller, so that running the
// command again after an unknown commit settles it instead of doubling it (H3).
struct reserve_order {
  idempotency_key key;
  reservation_id id;
  buyer_id buyer;
  std::optional<order_ref> order;
  std::chrono::seconds hold;
  std::vector<line> lines;  // sorted by SKU, each SKU once, each at least one unit: see sum_lines()
};

struct confirm_reservation {
  reservation_id id;
  std::optional<idempotency_key> key;
};

struct release_reservation {
  reservation_id id;
  std::optional<idempotency_key> key;
};

// Afterwards the key can never hold: its held reservation is released, or the unused key is bound to nothing
// for ever (H19).
struct cancel_key {
  idempotency_key key;
};

// The sweeper's: expire the reservation if it is still held and due; otherwise nothing.
struct expire_reservation {
  reservation_id id;
};

// Units arrive in a source.
struct receive_stock {
  idempotency_key key;
  sku_id sku;
  source_id source;
  quantity units;  // at least 1
  std::optional<stock_reference> reference;
};

struct put_sku {
  sku_id sku;
  sku_settings settings;
};

struct put_source {
  inventory::source source;
};

// Refused while the source owns or has reserved anything.
struct delete_source {
  source_id id;
};

using command = std::variant<reserve_order, confirm_reservation, release_reservation, cancel_key,
                             expire_reservation, receive_stock, put_sku, put_source, delete_source>;

// 128 bits of SHA-256 over the parsed request: the same key with another fingerprint is refused (I6). What a
// retry may legitimately draw anew (the reservation's id) is not part of it.
using fingerprint = std::array<std::uint8_t, 16>;
fingerprint fingerprint_of(const command& asked);

// The key under which the command is to happen once; null for commands that are idempotent by themselves.
const idempotency_key* key_of(const command& asked);

// The verb of the command as the API spells it: "reserve", "confirm", ...
std::string_view verb_of(const command& asked);

}  // namespace holdfast::inventory
