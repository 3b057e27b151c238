// The changes of a decision, written. Levels move by deltas under a condition; whatever does not fit the rows
// is refused (H1).
#pragma once

#include <vector>

#include "inventory/decide.h"
#include "storage/sqlite/database.h"

namespace holdfast::storage {

// Confined to the write thread; inside the transaction in which the books were read.
class change_writer {
 public:
  explicit change_writer(database& of);

  // `read` is what the decision was made from; `claims` the SKUs whose tenure it stamps. Throws sqlite_error
  // when the database refuses, or when a row is not as the books had it.
  void write(const inventory::books& read, const inventory::decision& made,
             std::span<const inventory::claim> claims);

 private:
  void write_settings(const inventory::changes& to_write);
  void write_states(const inventory::decision& made);
  void write_created(const inventory::decision& made);
  void write_levels(const inventory::changes& to_write);
  void write_entries(const inventory::changes& to_write, inventory::time_point now);
  void write_sequences(const inventory::books& read, const inventory::decision& made,
                       std::span<const inventory::claim> claims);
  void write_bindings(const inventory::changes& to_write);
  void write_rest(const inventory::changes& to_write, inventory::time_point now);

  statement put_sku_, clear_buyer_units_, count_buyer_units_, put_source_, delete_levels_, delete_source_;
  statement change_state_, end_hold_, insert_reservation_, insert_allocation_;
  statement change_level_, insert_level_, insert_entry_, insert_outbox_, change_sku_, insert_key_;
  statement insert_alert_, change_buyer_units_, insert_buyer_units_;
};

}  // namespace holdfast::storage
