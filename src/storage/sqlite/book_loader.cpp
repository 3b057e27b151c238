// Loads the books in an order in which each step finds what the next one needs: keys and names, then
// reservations, then every SKU that any of them touches, then what buyers have of the SKUs that are limited.
#include "storage/sqlite/book_loader.h"

#include <set>
#include <utility>

#include "embedded/holdfast_storage_sqlite.h"

namespace holdfast::storage::sqlite {
namespace {

template <class... Each>
struct overloaded : Each... {
  using Each::operator()...;
};
template <class... Each>
overloaded(Each...) -> overloaded<Each...>;  // clang 16 does not deduce it from the aggregate

}  // namespace

book_loader::book_loader(connection& on)
    : rows_(on),
      find_held_order_(on, embedded::find_held_order_sql),
      list_due_(on, embedded::list_due_of_sku_sql),
      source_has_units_(on, embedded::source_has_units_sql),
      find_buyer_units_(on, embedded::find_buyer_units_sql),
      sum_buyer_units_(on, embedded::sum_buyer_units_sql) {}

inventory::books book_loader::load(const engine::batch& asked, inventory::time_point now,
                                   const due_limits& due) {
  inventory::books read{.now = now};
  for (const inventory::claim& each : asked.claims) load_sku(each.sku, read);
  for (const inventory::command& each : asked.commands) load_named(each, read);
  for (const auto& [sku, limit] : due) load_due(sku, limit, read);
  for (const auto& [id, each] : read.reservations) {
    for (const inventory::allocation& part : each.allocations) load_sku(part.sku, read);
  }
  load_buyer_units(asked, read);
  return read;
}

void book_loader::load_named(const inventory::command& asked, inventory::books& into) {
  if (const auto* key = inventory::key_of(asked)) load_key(*key, into);
  std::visit(overloaded{
                 [&](const inventory::reserve_order& each) {
                   for (const inventory::line& line : each.lines) load_sku(line.sku, into);
                   load_held_order(each, into);
                 },
                 [&](const inventory::confirm_reservation& each) { load_reservation(each.id, into); },
                 [&](const inventory::release_reservation& each) { load_reservation(each.id, into); },
                 [&](const inventory::cancel_key&) {},
                 [&](const inventory::expire_reservation& each) { load_reservation(each.id, into); },
                 [&](const inventory::receive_stock& each) {
                   load_sku(each.sku, into);
                   load_source(each.source, into);
                 },
                 [&](const inventory::put_sku& each) { load_sku(each.sku, into); },
                 [&](const inventory::put_source& each) { load_source(each.source.id, into); },
                 [&](const inventory::delete_source& each) {
                   load_source(each.id, into);
                   bool& has_units = into.source_has_units[each.id];
                   for (auto& row = source_has_units_.bind(each.id); row.next();) has_units = true;
                 },
             },
             asked);
}

void book_loader::load_key(const inventory::idempotency_key& key, inventory::books& into) {
  if (into.keys.contains(key)) return;
  auto bound = rows_.find_key(key);
  if (!bound) return;
  if (const auto* id = std::get_if<inventory::reservation_id>(&bound->to)) load_reservation(*id, into);
  into.keys.emplace(key, std::move(*bound));
}

void book_loader::load_reservation(const inventory::reservation_id& id, inventory::books& into) {
  if (into.reservations.contains(id)) return;
  if (auto found = rows_.find_reservation(id)) {
    if (found->order && found->state == inventory::reservation_state::held) {
      into.held_by_order.emplace(std::pair(found->buyer, *found->order), id);
    }
    into.reservations.emplace(id, std::move(*found));
  }
}

void book_loader::load_held_order(const inventory::reserve_order& asked, inventory::books& into) {
  if (!asked.order || into.held_by_order.contains({asked.buyer, *asked.order})) return;
  std::optional<inventory::reservation_id> held;
  for (auto& row = find_held_order_.bind(asked.buyer, *asked.order); row.next();) held = row.reservation(0);
  if (held) load_reservation(*held, into);
}

void book_loader::load_sku(const inventory::sku_id& sku, inventory::books& into) {
  if (into.skus.contains(sku)) return;
  auto found = rows_.find_sku(sku);
  if (!found) return;
  for (row_lookups::level& each : rows_.list_levels(sku)) {
    into.sources.try_emplace(each.amounts.source, inventory::source{.id = each.amounts.source,
                                                                    .kind = each.kind,
                                                                    .priority = each.amounts.priority,
                                                                    .enabled = each.amounts.enabled});
    found->levels.push_back(std::move(each.amounts));
  }
  found->next_due = rows_.find_next_due(sku, inventory::time_point::min());
  into.skus.emplace(sku, std::move(*found));
}

void book_loader::load_source(const inventory::source_id& id, inventory::books& into) {
  if (into.sources.contains(id)) return;
  if (auto found = rows_.find_source(id)) into.sources.emplace(id, std::move(*found));
}

void book_loader::load_due(const inventory::sku_id& sku, int limit, inventory::books& into) {
  const auto book = into.skus.find(sku);
  if (book == into.skus.end()) return;
  std::vector<inventory::reservation_id> due;
  for (auto& row = list_due_.bind(sku, into.now, limit); row.next();) due.push_back(row.reservation(0));
  for (const inventory::reservation_id& id : due) load_reservation(id, into);
  book->second.due_is_complete = due.size() < static_cast<std::size_t>(limit);
  book->second.due = std::move(due);
}

// Every buyer whose units the batch may count: those who ask, and those whose reservations may end.
void book_loader::load_buyer_units(const engine::batch& asked, inventory::books& into) {
  std::set<inventory::sku_id> newly_limited;
  for (const inventory::command& each : asked.commands) {
    const auto* put = std::get_if<inventory::put_sku>(&each);
    if (put != nullptr && put->settings.max_per_buyer) newly_limited.insert(put->sku);
  }
  const auto load = [&](const inventory::sku_id& sku, const inventory::buyer_id& buyer) {
    const auto book = into.skus.find(sku);
    if (book == into.skus.end()) return;
    const bool is_limited = book->second.settings.max_per_buyer.has_value();
    if (is_limited || newly_limited.contains(sku)) load_units_of(sku, buyer, !is_limited, into);
  };
  for (const inventory::command& each : asked.commands) {
    if (const auto* order = std::get_if<inventory::reserve_order>(&each)) {
      for (const inventory::line& line : order->lines) load(line.sku, order->buyer);
    }
  }
  for (const auto& [id, each] : into.reservations) {
    for (const inventory::allocation& part : each.allocations) load(part.sku, each.buyer);
  }
}

void book_loader::load_units_of(const inventory::sku_id& sku, const inventory::buyer_id& buyer,
                                bool is_new_limit, inventory::books& into) {
  const auto [units, is_new] = into.buyer_units.try_emplace({sku, buyer});
  if (!is_new) return;
  statement& counted = is_new_limit ? sum_buyer_units_ : find_buyer_units_;
  for (auto& row = counted.bind(sku, buyer); row.next();) units->second = row.quantity(0);
}

}  // namespace holdfast::storage::sqlite
