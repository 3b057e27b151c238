// Writes a decision.
#include "storage/sqlite/change_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/assert.h"
#include "embedded/holdfast_storage_sqlite.h"
#include "storage/sqlite/words.h"

namespace holdfast::storage::sqlite {

change_writer::change_writer(connection& on)
    : on_(on),
      put_source_(on, embedded::put_source_sql),
      delete_empty_stock_(on, embedded::delete_empty_stock_sql),
      delete_source_(on, embedded::delete_source_sql),
      insert_sku_(on, embedded::insert_sku_sql),
      update_settings_(on, embedded::update_settings_sql),
      update_stock_(on, embedded::update_stock_sql),
      insert_stock_(on, embedded::insert_stock_sql),
      update_state_(on, embedded::update_state_sql),
      end_allocations_(on, embedded::end_allocations_sql),
      insert_reservation_(on, embedded::insert_reservation_sql),
      insert_allocation_(on, embedded::insert_allocation_sql),
      insert_entry_(on, embedded::insert_entry_sql),
      insert_outbox_(on, embedded::insert_outbox_sql),
      insert_key_(on, embedded::insert_key_sql),
      add_buyer_units_(on, embedded::add_buyer_units_sql),
      take_buyer_units_(on, embedded::take_buyer_units_sql),
      delete_buyer_units_(on, embedded::delete_buyer_units_sql),
      clear_buyer_units_(on, embedded::clear_buyer_units_sql),
      count_buyer_units_(on, embedded::count_buyer_units_sql),
      insert_alert_(on, embedded::insert_alert_sql),
      update_position_(on, embedded::update_position_sql) {}

void change_writer::write(const inventory::decision& decided, const sku_marks& before) {
  const inventory::changes& wanted = decided.to_write;
  write_settings(wanted, before);
  write_sources(decided);
  write_levels(wanted);
  // Ended before created: one held reservation at a time may bear the shop's name for an order.
  write_states(wanted);
  write_created(decided);
  write_entries(wanted, decided.after.now);
  write_keys(wanted);
  write_buyer_units(decided, before);
  write_alerts(wanted, decided.after.now);
  write_positions(decided, before);
}

void change_writer::expect_one(std::int64_t rows, std::string_view what) {
  if (rows != 1) on_.fail(0, fmt::format("{} rows changed where the books say one: {}", rows, what));
}

// A source may be put and deleted in one batch: what counts is where it stands afterwards.
void change_writer::write_sources(const inventory::decision& decided) {
  std::set<inventory::source_id> touched(decided.to_write.deleted_sources.begin(),
                                         decided.to_write.deleted_sources.end());
  for (const inventory::source& each : decided.to_write.sources) touched.insert(each.id);
  for (const inventory::source_id& id : touched) {
    const auto kept = decided.after.sources.find(id);
    if (kept == decided.after.sources.end()) {
      delete_empty_stock_.bind(id).run();
      delete_source_.bind(id).run();
    } else {
      const inventory::source& is = kept->second;
      put_source_.bind(id, word_of(is.kind), is.priority, is.enabled ? 1 : 0).run();
    }
  }
}

void change_writer::write_settings(const inventory::changes& wanted, const sku_marks& before) {
  for (const auto& [sku, to] : wanted.settings) {
    statement& put = before.contains(sku) ? update_settings_ : insert_sku_;
    put.bind(sku, to.title, to.safety_stock, to.low_stock_threshold, to.max_per_order, to.max_per_buyer);
    expect_one(put.run(), "skus");
  }
}

void change_writer::write_levels(const inventory::changes& wanted) {
  for (const auto& [where, delta] : wanted.levels) {
    if (delta.on_hand == 0 && delta.reserved == 0) continue;
    const auto& [sku, source] = where;
    if (update_stock_.bind(sku, source, delta.on_hand, delta.reserved).run() == 1) continue;
    // No row yet; or one that the condition kept as it was, and then the key of this insert collides (H1).
    expect_one(insert_stock_.bind(sku, source, delta.on_hand, delta.reserved).run(), "stock");
  }
}

void change_writer::write_states(const inventory::changes& wanted) {
  if (wanted.states.empty()) return;
  std::set<inventory::reservation_id> created;
  for (const inventory::reservation& each : wanted.created) created.insert(each.id);
  for (const inventory::state_change& each : wanted.states) {
    if (created.contains(each.id)) continue;  // inserted in its last state
    expect_one(update_state_.bind(each.id, word_of(each.from), word_of(each.to)).run(), "reservations");
    end_allocations_.bind(each.id).run();
  }
}

void change_writer::write_created(const inventory::decision& decided) {
  for (const inventory::reservation& made : decided.to_write.created) {
    const auto last = decided.after.reservations.find(made.id);
    HOLDFAST_ASSERT(last != decided.after.reservations.end());
    const inventory::reservation_state state = last->second.state;
    insert_reservation_.bind(made.id, made.key, made.buyer, made.order, word_of(state), made.created_at,
                             made.expires_at);
    expect_one(insert_reservation_.run(), "reservations");
    std::optional<inventory::time_point> due;
    if (state == inventory::reservation_state::held) due = made.expires_at;
    for (const inventory::allocation& part : made.allocations) {
      insert_allocation_.bind(made.id, part.sku, part.source, part.units, part.seq, word_of(part.procurement),
                              due);
      expect_one(insert_allocation_.run(), "allocations");
    }
  }
}

void change_writer::write_entries(const inventory::changes& wanted, inventory::time_point now) {
  std::map<inventory::sku_id, std::pair<std::int64_t, std::int64_t>> news;
  for (const inventory::entry& each : wanted.entries) {
    insert_entry_.bind(each.sku, each.seq, word_of(each.kind), each.source, each.on_hand_delta,
                       each.reserved_delta, each.on_hand_after, each.reserved_after, each.reservation,
                       each.reference, each.under, each.at);
    expect_one(insert_entry_.run(), "entries");
    const auto [range, is_first] = news.try_emplace(each.sku, each.seq, each.seq);
    HOLDFAST_ASSERT(is_first || each.seq == range->second.second + 1);  // dense (I3)
    range->second.second = each.seq;
  }
  for (const auto& [sku, range] : news) {
    expect_one(insert_outbox_.bind(sku, range.first, range.second, now).run(), "outbox");
  }
}

void change_writer::write_keys(const inventory::changes& wanted) {
  for (const auto& [key, bound] : wanted.bindings) {
    if (const auto* id = std::get_if<inventory::reservation_id>(&bound.to)) {
      insert_key_.bind(key, bound.print, "reservation", *id, std::nullopt, std::nullopt, std::nullopt,
                       std::nullopt, std::nullopt);
    } else if (const auto* got = std::get_if<inventory::binding::received>(&bound.to)) {
      insert_key_.bind(key, bound.print, "received", std::nullopt, got->sku, got->source, got->seq,
                       got->units, got->on_hand);
    } else {
      insert_key_.bind(key, bound.print, "cancelled", std::nullopt, std::nullopt, std::nullopt, std::nullopt,
                       std::nullopt, std::nullopt);
    }
    expect_one(insert_key_.run(), "idempotency_keys");
  }
}

void change_writer::write_buyer_units(const inventory::decision& decided, const sku_marks& before) {
  std::set<inventory::sku_id> recounted;
  for (const auto& [sku, to] : decided.to_write.settings) {
    const auto mark = before.find(sku);
    const bool was_limited = mark != before.end() && mark->second.is_limited;
    // Rows are kept only while there is a limit. It may also have been lifted and set again around a movement
    // of this batch.
    const auto moves_it = [&sku = sku](const inventory::entry& each) { return each.sku == sku; };
    const auto& entries = decided.to_write.entries;
    if (to.max_per_buyer.has_value() == was_limited && std::none_of(entries.begin(), entries.end(), moves_it))
      continue;
    recounted.insert(sku);
    clear_buyer_units_.bind(sku).run();
    if (to.max_per_buyer) count_buyer_units_.bind(sku).run();  // sees this batch's reservations and entries
  }
  for (const auto& [who, delta] : decided.to_write.buyer_units) {
    const auto& [sku, buyer] = who;
    if (delta == 0 || recounted.contains(sku)) continue;
    if (delta > 0) {
      expect_one(add_buyer_units_.bind(sku, buyer, delta).run(), "buyer_units");
    } else if (take_buyer_units_.bind(sku, buyer, delta).run() != 1) {
      expect_one(delete_buyer_units_.bind(sku, buyer, delta).run(), "buyer_units");
    }
  }
}

void change_writer::write_alerts(const inventory::changes& wanted, inventory::time_point now) {
  for (const inventory::low_stock_alert& each : wanted.alerts) {
    expect_one(insert_alert_.bind(each.sku, each.seq, each.salable, each.threshold, now).run(), "alerts");
  }
}

void change_writer::write_positions(const inventory::decision& decided, const sku_marks& before) {
  for (const auto& [sku, book] : decided.after.skus) {
    const auto mark = before.find(sku);
    const sku_mark was = mark == before.end() ? sku_mark{} : mark->second;
    if (book.sequence == was.sequence && book.current == was.stored) continue;
    update_position_.bind(sku, book.sequence, book.current, was.sequence, was.stored);
    expect_one(update_position_.run(), "skus");
  }
}

}  // namespace holdfast::storage::sqlite
