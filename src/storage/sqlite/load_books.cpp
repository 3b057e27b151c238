// The books of a batch: everything its commands touch, read inside the transaction.
#include "storage/sqlite/load_books.h"

#include "embedded/holdfast_storage_sqlite.h"
#include "storage/sqlite/words.h"

namespace holdfast::storage {

book_loader::book_loader(database& of)
    : tables_(of),
      find_held_order_(of, embedded::find_held_order_sql),
      find_levels_(of, embedded::find_levels_sql),
      find_next_due_(of, embedded::find_next_due_sql),
      list_due_of_sku_(of, embedded::list_due_of_sku_sql),
      has_units_(of, embedded::has_units_sql),
      find_buyer_units_(of, embedded::find_buyer_units_sql) {}

inventory::books book_loader::load(const engine::batch& asked, inventory::time_point now) {
  inventory::books read;
  read.now = now;
  for (const inventory::claim& each : asked.claims) load_sku(read, each.sku);
  for (const inventory::command& each : asked.commands) load_command(read, each);
  return read;
}

void book_loader::load_command(inventory::books& read, const inventory::command& asked) {
  if (const auto* key = inventory::key_of(asked)) load_key(read, *key);
  if (const auto* reserve = std::get_if<inventory::reserve_order>(&asked)) {
    for (const inventory::line& each : reserve->lines) {
      load_sku(read, each.sku);
      load_buyer_units(read, each.sku, reserve->buyer);
    }
    load_held_order(read, *reserve);
  } else if (const auto* confirm = std::get_if<inventory::confirm_reservation>(&asked)) {
    load_reservation(read, confirm->id);
  } else if (const auto* release = std::get_if<inventory::release_reservation>(&asked)) {
    load_reservation(read, release->id);
  } else if (const auto* expire = std::get_if<inventory::expire_reservation>(&asked)) {
    load_reservation(read, expire->id);
  } else if (const auto* receive = std::get_if<inventory::receive_stock>(&asked)) {
    load_sku(read, receive->sku);
    load_source(read, receive->source);
  } else if (const auto* sku = std::get_if<inventory::put_sku>(&asked)) {
    load_sku(read, sku->sku);
  } else if (const auto* source = std::get_if<inventory::put_source>(&asked)) {
    load_source(read, source->source.id);
  } else if (const auto* gone = std::get_if<inventory::delete_source>(&asked)) {
    load_source(read, gone->id);
    statement& row = has_units_.query(gone->id.text());
    row.step();
    read.source_has_units[gone->id] = row.integer(0) != 0;
    row.rewind();
  }
}

void book_loader::load_key(inventory::books& read, const inventory::idempotency_key& key) {
  if (read.keys.contains(key)) return;
  auto bound = tables_.find_binding(key);
  if (!bound) return;
  if (const auto* id = std::get_if<inventory::reservation_id>(&bound->to)) load_reservation(read, *id);
  read.keys.emplace(key, *std::move(bound));
}

const inventory::reservation* book_loader::load_reservation(inventory::books& read,
                                                            const inventory::reservation_id& id) {
  const auto known = read.reservations.find(id);
  if (known != read.reservations.end()) return &known->second;
  auto found = tables_.find_reservation(id);
  if (!found) return nullptr;
  const inventory::reservation& kept = read.reservations.emplace(id, *std::move(found)).first->second;
  if (kept.state != inventory::reservation_state::held) return &kept;
  // It may be ended in this batch, and then its units go back.
  for (const inventory::allocation& part : kept.allocations) {
    load_sku(read, part.sku);
    load_buyer_units(read, part.sku, kept.buyer);
  }
  if (kept.order) read.held_by_order.emplace(std::pair(kept.buyer, *kept.order), id);
  return &kept;
}

void book_loader::load_held_order(inventory::books& read, const inventory::reserve_order& asked) {
  if (!asked.order) return;
  statement& row = find_held_order_.query(asked.buyer.text(), asked.order->text());
  if (!row.step()) return;
  const inventory::reservation_id id = id_of(row.blob(0));
  row.rewind();
  load_reservation(read, id);
}

void book_loader::load_sku(inventory::books& read, const inventory::sku_id& sku) {
  if (read.skus.contains(sku)) return;
  auto book = tables_.find_sku(sku);
  if (!book) return;
  for (statement& row = find_levels_.query(sku.text()); row.step();) {
    const auto id = name_of<inventory::source_id>(row.text(0));
    const int priority = static_cast<int>(row.integer(2));
    const bool enabled = row.integer(3) != 0;
    book->levels.push_back({.source = id,
                            .priority = priority,
                            .enabled = enabled,
                            .on_hand = quantity_of(row.integer(4)),
                            .reserved = quantity_of(row.integer(5))});
    if (!read.sources.contains(id)) {
      read.sources.emplace(
          id, inventory::source{
                  .id = id, .kind = source_kind_of(row.text(1)), .priority = priority, .enabled = enabled});
    }
  }
  statement& due = find_next_due_.query(sku.text());
  due.step();
  if (!due.is_null(0)) book->next_due = time_of(due.integer(0));
  due.rewind();
  read.skus.emplace(sku, *std::move(book));
}

void book_loader::load_source(inventory::books& read, const inventory::source_id& id) {
  if (read.sources.contains(id)) return;
  if (auto found = tables_.find_source(id)) read.sources.emplace(id, *std::move(found));
}

void book_loader::load_buyer_units(inventory::books& read, const inventory::sku_id& sku,
                                   const inventory::buyer_id& buyer) {
  const auto book = read.skus.find(sku);
  if (book == read.skus.end() || !book->second.settings.max_per_buyer) return;
  const std::pair key(sku, buyer);
  if (read.buyer_units.contains(key)) return;
  statement& row = find_buyer_units_.query(sku.text(), buyer.text());
  read.buyer_units.emplace(key, row.step() ? quantity_of(row.integer(0)) : inventory::quantity());
  row.rewind();
}

void book_loader::load_due(inventory::books& read, std::span<const inventory::sku_id> skus, int limit) {
  for (const inventory::sku_id& sku : skus) {
    std::vector<inventory::reservation_id> due;
    int rows = 0;
    for (statement& row = list_due_of_sku_.query(sku.text(), milliseconds_of(read.now), limit); row.step();
         ++rows) {
      const inventory::reservation_id id = id_of(row.blob(0));
      if (due.empty() || due.back() != id) due.push_back(id);  // one row an allocation
    }
    for (const inventory::reservation_id& id : due) load_reservation(read, id);
    inventory::sku_book& book = read.skus.at(sku);
    book.due = std::move(due);
    book.due_is_complete = rows < limit;
  }
}

}  // namespace holdfast::storage
