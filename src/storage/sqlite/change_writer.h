// Change writer: writes what a decision wants written. It decides nothing; a row that is not as the books
// said fails the transaction.
#pragma once

#include "inventory/decide.h"
#include "storage/sqlite/connection.h"

namespace holdfast::storage::sqlite {

// What the rows said of a SKU before the decision: its updates are conditional on it.
struct sku_mark {
  std::int64_t sequence = 0;
  inventory::tenure stored{};
  bool is_limited = false;  // buyer_units has its rows
};
using sku_marks = std::map<inventory::sku_id, sku_mark>;

class change_writer {
 public:
  explicit change_writer(connection& on);

  // Ask the connection afterwards whether it failed.
  void write(const inventory::decision& decided, const sku_marks& before);

 private:
  void write_sources(const inventory::decision& decided);
  void write_settings(const inventory::changes& wanted, const sku_marks& before);
  void write_levels(const inventory::changes& wanted);
  void write_states(const inventory::changes& wanted);
  void write_created(const inventory::decision& decided);
  void write_entries(const inventory::changes& wanted, inventory::time_point now);
  void write_keys(const inventory::changes& wanted);
  void write_buyer_units(const inventory::decision& decided, const sku_marks& before);
  void write_alerts(const inventory::changes& wanted, inventory::time_point now);
  void write_positions(const inventory::decision& decided, const sku_marks& before);
  void expect_one(std::int64_t rows, std::string_view what);

  connection& on_;
  statement put_source_;
  statement delete_empty_stock_;
  statement delete_source_;
  statement insert_sku_;
  statement update_settings_;
  statement update_stock_;
  statement insert_stock_;
  statement update_state_;
  statement end_allocations_;
  statement insert_reservation_;
  statement insert_allocation_;
  statement insert_entry_;
  statement insert_outbox_;
  statement insert_key_;
  statement add_buyer_units_;
  statement take_buyer_units_;
  statement delete_buyer_units_;
  statement clear_buyer_units_;
  statement count_buyer_units_;
  statement insert_alert_;
  statement update_position_;
};

}  // namespace holdfast::storage::sqlite
