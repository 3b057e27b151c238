// A ledger in memory, for the tests of the rule: it loads books, applies claims, decides, reads more due
// holds when asked and writes deltas as conditional updates, exactly like an adapter. Whatever a database
// would refuse throws std::logic_error.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "inventory/decide.h"

namespace holdfast::inventory {

// One line that tells outcomes apart, as the text tables spell them; without ids.
std::string describe(const outcome& became);

class memory_ledger {
 public:
  struct sku_row {
    sku_settings settings;
    std::int64_t sequence = 0;
    tenure current{};
  };
  struct level_row {
    std::int64_t on_hand = 0;
    std::int64_t reserved = 0;
    friend bool operator==(const level_row&, const level_row&) = default;
  };
  struct batch_result {
    bool tenure_stale = false;
    std::vector<outcome> outcomes;
    changes written;
  };

  // Runs one batch to its end and audits the ledger. Without claims every SKU gets a new tenure.
  batch_result commit(std::span<const command> commands);
  batch_result commit(std::span<const command> commands, std::span<const claim> claims);
  outcome run(const command& asked) { return commit({&asked, 1}).outcomes.front(); }

  // Recomputes every level, sequence, buyer's count and state from the entries and reservations (I1-I3, I11).
  void audit() const;

  // As a reader sees it: due holds count as free. `replaced` too, when it is given.
  std::int64_t salable_now(const sku_id& sku, const reservation* replaced = nullptr) const;
  const reservation* held_order(const buyer_id& buyer, const std::optional<order_ref>& order) const;

  time_point now{std::chrono::milliseconds(1'700'000'000'000)};
  policy rules;
  std::size_t first_due = 1;  // how many due holds are read at first; doubled with each further read
  int due_reads = 0;

  std::map<sku_id, sku_row> skus;
  std::map<source_id, source> sources;
  std::map<std::pair<sku_id, source_id>, level_row> levels;
  std::map<reservation_id, reservation> reservations;
  std::map<idempotency_key, binding> keys;
  std::map<std::pair<sku_id, buyer_id>, std::int64_t> buyer_units;
  std::vector<entry> entries;
  std::vector<low_stock_alert> alerts;

 private:
  books load(std::span<const command> commands, std::span<const claim> claims) const;
  void load_sku(books& read, const sku_id& sku) const;
  void load_reservation(books& read, const reservation_id& id) const;
  void load_buyer_units(books& read, const sku_id& sku, const buyer_id& buyer) const;
  void load_due(books& read, const sku_id& sku, std::size_t limit) const;
  void write(const changes& to_write);
  void write_settings(const changes& to_write);
  void check_same(const decision& made) const;
  void stamp(const decision& made, std::span<const claim> claims);
  std::map<std::pair<sku_id, buyer_id>, std::int64_t> count_buyers() const;
};

}  // namespace holdfast::inventory
