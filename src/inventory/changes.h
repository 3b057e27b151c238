// Changes: what a decision wants written. Levels are deltas, to be applied by relative, conditional updates
// (H1).
#pragma once

#include <map>
#include <vector>

#include "inventory/books.h"

namespace holdfast::inventory {

enum class entry_kind { receive, hold, confirm, release, expire };
std::string_view to_string(entry_kind kind);

// One line of the book of a SKU: append-only, numbered without gaps; its `after` levels are the next one's
// before (I2, I3).
struct entry {
  sku_id sku;
  std::int64_t seq = 0;
  entry_kind kind{};
  source_id source;
  std::int64_t on_hand_delta = 0;
  std::int64_t reserved_delta = 0;
  quantity on_hand_after;  // of this SKU in this source
  quantity reserved_after;
  std::optional<reservation_id> reservation;
  std::optional<stock_reference> reference;
  tenure under{};
  time_point at;
};

struct level_delta {
  std::int64_t on_hand = 0;
  std::int64_t reserved = 0;
};

// Raised once a downward crossing of the threshold (I20).
struct low_stock_alert {
  sku_id sku;
  std::int64_t seq = 0;
  quantity salable;
  quantity threshold;
};

struct state_change {
  reservation_id id;
  reservation_state from{};
  reservation_state to{};
};

struct changes {
  std::map<std::pair<sku_id, source_id>, level_delta> levels;
  std::vector<reservation> created;
  std::vector<state_change> states;  // in order; a reservation made in this batch may appear
  std::vector<entry> entries;        // in order within each SKU
  std::vector<std::pair<idempotency_key, binding>> bindings;
  std::map<std::pair<sku_id, buyer_id>, std::int64_t> buyer_units;
  std::vector<low_stock_alert> alerts;
  std::map<sku_id, sku_settings> settings;
  std::vector<source> sources;
  std::vector<source_id> deleted_sources;

  bool empty() const;
};

}  // namespace holdfast::inventory
