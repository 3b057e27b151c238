// Draft: the books while a batch is being decided, and the changes so far. Every movement of units goes
// through move(), which keeps level, entry and sequence in step (I2, I3).
#pragma once

#include <map>
#include <vector>

#include "holdfast/inventory/outcome.h"
#include "inventory/books.h"
#include "inventory/changes.h"

namespace holdfast::inventory {

struct movement {
  entry_kind kind{};
  const sku_id& sku;
  const source_id& source;
  std::int64_t on_hand = 0;   // delta
  std::int64_t reserved = 0;  // delta
  std::optional<reservation_id> reservation = std::nullopt;
  std::optional<stock_reference> reference = std::nullopt;
};

class draft {
 public:
  explicit draft(books read) : books_(std::move(read)) {}

  time_point now() const { return books_.now; }
  const books& current() const { return books_; }
  const sku_book* find_sku(const sku_id& sku) const;
  const source* find_source(const source_id& id) const;
  const reservation* find_reservation(const reservation_id& id) const;
  const binding* find_binding(const idempotency_key& key) const;
  // The reservation under the shop's own name for the order that is still in state held, due or not.
  const reservation* find_held_order(const buyer_id& buyer, const std::optional<order_ref>& order) const;
  quantity units_of_buyer(const sku_id& sku, const buyer_id& buyer) const;

  // Applies the movement, appends its entry and returns the entry's seq. The SKU must be known; the levels
  // must stay legal.
  std::int64_t move(const movement& moved);
  void create(reservation made);
  void bind(const idempotency_key& key, const fingerprint& print, decltype(binding::to) to);
  // Ends a held reservation as released or expired: its units are free again (I9).
  void free(const reservation_id& id, reservation_state to);
  void confirm(const reservation_id& id);
  // Expires the earliest hold that is due on the SKU and was read. False when there is none left.
  bool expire_next_due(const sku_id& sku);
  void put(const sku_id& sku, const sku_settings& settings);
  void put(const source& stored);
  void erase(const source_id& id);

  // Called after each command: raises the low-stock alerts of its crossings (I20).
  void end_command();

  changes take_changes() { return std::move(changes_); }
  books take_books() { return std::move(books_); }

 private:
  sku_book& book(const sku_id& sku);
  source_level& level(sku_book& book, const source_id& source);
  void set_state(reservation& changed, reservation_state to);
  void count_for_buyer(const reservation& of, const allocation& part, int sign);

  // How a SKU stood before the current command touched it.
  struct mark {
    quantity salable;
    quantity threshold;
    std::int64_t sequence;
  };
  void mark_before_command(const sku_id& sku, const sku_book& book);

  books books_;
  changes changes_;
  std::map<sku_id, mark> before_command_;  // of the SKUs that the current command touched
};

}  // namespace holdfast::inventory
