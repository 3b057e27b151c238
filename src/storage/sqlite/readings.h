// The read side: what the API shows. Lives on the read thread, on a connection that cannot write.
#pragma once

#include <vector>

#include "engine/inventory_store.h"
#include "storage/sqlite/tables.h"

namespace holdfast::storage {

class readings {
 public:
  explicit readings(database& of);

  std::optional<engine::bound_key> find_key(const inventory::idempotency_key& key);
  std::optional<inventory::reservation> find_reservation(const inventory::reservation_id& id);
  std::vector<inventory::reservation> list_reservations(
      const engine::reservation_filter& filter, const std::optional<inventory::reservation_id>& before,
      int limit);
  std::vector<inventory::reservation> list_due(int limit);
  std::optional<engine::availability> find_availability(const inventory::sku_id& sku);
  std::vector<engine::availability> list_skus(const std::optional<inventory::sku_id>& after, int limit);
  std::vector<inventory::source> list_sources();
  std::vector<inventory::entry> list_entries(const inventory::sku_id& sku, std::int64_t after_seq, int limit);
  std::vector<engine::alert_record> list_alerts(std::int64_t after_id, int limit);
  inventory::time_point read_clock();

 private:
  tables tables_;
  statement begin_, end_;
  statement list_reservations_, list_due_, list_levels_at_, find_next_due_after_, list_skus_, list_sources_,
      list_entries_, list_alerts_, prove_;
  database& of_;
};

}  // namespace holdfast::storage
