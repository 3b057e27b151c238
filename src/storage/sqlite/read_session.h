// Read session: the questions of the port, each answered from one snapshot of the ledger. Belongs to the read
// thread.
#pragma once

#include "storage/sqlite/row_lookups.h"

namespace holdfast::storage::sqlite {

class read_session {
 public:
  explicit read_session(connection& on);

  // Runs ask(*this) in one read transaction.
  template <class Ask>
  auto answer(Ask ask) -> base::result<std::invoke_result_t<Ask, read_session&>, engine::store_fault> {
    on_.forget_fault();
    begin_.run();
    auto found = ask(*this);
    if (!on_.failed()) commit_.run();
    if (!on_.failed()) return found;
    engine::store_fault why{on_.failed()->message};
    on_.forget_fault();
    if (on_.in_transaction()) roll_back_.run();
    return why;
  }

  std::optional<engine::bound_key> find_key(const inventory::idempotency_key& key);
  std::optional<inventory::reservation> find_reservation(const inventory::reservation_id& id);
  struct reservation_page {
    engine::reservation_filter filter;
    std::optional<inventory::reservation_id> before;
    int limit = 0;
  };
  std::vector<inventory::reservation> list_reservations(const reservation_page& page,
                                                        inventory::time_point now);
  std::vector<inventory::reservation> list_due(int limit, inventory::time_point now);
  std::optional<engine::availability> find_availability(const inventory::sku_id& sku,
                                                        inventory::time_point now);
  std::vector<engine::availability> list_skus(const std::optional<inventory::sku_id>& after, int limit,
                                              inventory::time_point now);
  std::vector<inventory::source> list_sources();
  std::vector<inventory::entry> list_entries(const inventory::sku_id& sku, std::int64_t after_seq, int limit);
  std::vector<engine::alert_record> list_alerts(std::int64_t after_id, int limit);
  bool is_readable();

 private:
  std::vector<inventory::reservation> load(statement& ids);

  connection& on_;
  row_lookups rows_;
  statement begin_;
  statement commit_;
  statement roll_back_;
  statement list_reservations_;
  statement list_reservations_by_order_;
  statement list_due_;
  statement list_due_units_;
  statement list_skus_;
  statement list_sources_;
  statement list_entries_;
  statement list_alerts_;
  statement find_newest_version_;
};

}  // namespace holdfast::storage::sqlite
