// The changes of a decision, written.
#include "storage/sqlite/write_changes.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <unordered_set>

#include "embedded/holdfast_storage_sqlite.h"
#include "storage/sqlite/words.h"

namespace holdfast::storage {
namespace {

void expect_one_row(int changed, std::string_view what, std::string_view of) {
  if (changed == 1) return;
  throw sqlite_error(SQLITE_CONSTRAINT,
                     fmt::format("{} of {} is not as the books had it ({} rows)", what, of, changed));
}

}  // namespace

change_writer::change_writer(database& of)
    : put_sku_(of, embedded::put_sku_sql),
      clear_buyer_units_(of, embedded::clear_buyer_units_sql),
      count_buyer_units_(of, embedded::count_buyer_units_sql),
      put_source_(of, embedded::put_source_sql),
      delete_levels_(of, embedded::delete_levels_sql),
      delete_source_(of, embedded::delete_source_sql),
      change_state_(of, embedded::change_state_sql),
      end_hold_(of, embedded::end_hold_sql),
      insert_reservation_(of, embedded::insert_reservation_sql),
      insert_allocation_(of, embedded::insert_allocation_sql),
      change_level_(of, embedded::change_level_sql),
      insert_level_(of, embedded::insert_level_sql),
      insert_entry_(of, embedded::insert_entry_sql),
      insert_outbox_(of, embedded::insert_outbox_sql),
      change_sku_(of, embedded::change_sku_sql),
      insert_key_(of, embedded::insert_key_sql),
      insert_alert_(of, embedded::insert_alert_sql),
      change_buyer_units_(of, embedded::change_buyer_units_sql),
      insert_buyer_units_(of, embedded::insert_buyer_units_sql) {}

void change_writer::write(const inventory::books& read, const inventory::decision& made,
                          std::span<const inventory::claim> claims) {
  const inventory::changes& to_write = made.to_write;
  write_settings(to_write);
  write_states(made);
  write_created(made);
  write_levels(to_write);
  write_entries(to_write, read.now);
  write_sequences(read, made, claims);
  write_bindings(to_write);
  write_rest(to_write, read.now);
}

void change_writer::write_settings(const inventory::changes& to_write) {
  const auto units = [](const std::optional<inventory::quantity>& limit) {
    return limit ? std::optional(limit->value()) : std::nullopt;
  };
  for (const auto& [sku, settings] : to_write.settings) {
    put_sku_.run(sku.text(), settings.title, settings.safety_stock.value(),
                 settings.low_stock_threshold.value(), units(settings.max_per_order),
                 units(settings.max_per_buyer));
    // A limit counts what was reserved before it was set. Settings travel alone, so nothing else of this
    // batch counts.
    clear_buyer_units_.run(sku.text());
    if (settings.max_per_buyer) count_buyer_units_.run(sku.text());
  }
  for (const inventory::source& each : to_write.sources) {
    put_source_.run(each.id.text(), word_of(each.kind), each.priority, each.enabled);
  }
  for (const inventory::source_id& each : to_write.deleted_sources) {
    delete_levels_.run(each.text());
    expect_one_row(delete_source_.run(each.text()), "the source", each.text());
  }
}

// States of reservations that were there before. Those that this batch made are inserted in their last state
// instead: an order replaced within one batch never has two held rows.
void change_writer::write_states(const inventory::decision& made) {
  std::unordered_set<inventory::reservation_id> created;
  for (const inventory::reservation& each : made.to_write.created) created.insert(each.id);
  for (const inventory::state_change& each : made.to_write.states) {
    if (created.contains(each.id)) continue;
    expect_one_row(
        change_state_.run(each.id.raw(), inventory::to_string(each.from), inventory::to_string(each.to)),
        "the state", each.id.to_string());
    end_hold_.run(each.id.raw());
  }
}

void change_writer::write_created(const inventory::decision& made) {
  for (const inventory::reservation& each : made.to_write.created) {
    const inventory::reservation_state state = made.after.reservations.at(each.id).state;
    const auto order = each.order ? std::optional(std::string_view(each.order->text())) : std::nullopt;
    insert_reservation_.run(each.id.raw(), each.key.text(), each.buyer.text(), order,
                            inventory::to_string(state), milliseconds_of(each.created_at),
                            milliseconds_of(each.expires_at));
    const auto due = state == inventory::reservation_state::held
                         ? std::optional(milliseconds_of(each.expires_at))
                         : std::nullopt;
    for (const inventory::allocation& part : each.allocations) {
      insert_allocation_.run(each.id.raw(), part.sku.text(), part.source.text(), part.units.value(), part.seq,
                             word_of(part.procurement), due);
    }
  }
}

void change_writer::write_levels(const inventory::changes& to_write) {
  for (const auto& [at, delta] : to_write.levels) {
    const auto& [sku, source] = at;
    if (delta.on_hand == 0 && delta.reserved == 0) continue;
    if (change_level_.run(sku.text(), source.text(), delta.on_hand, delta.reserved) == 1) continue;
    // No row, or one that the change does not fit: the insert is refused if there is one.
    insert_level_.run(sku.text(), source.text(), delta.on_hand, delta.reserved);
  }
}

void change_writer::write_entries(const inventory::changes& to_write, inventory::time_point now) {
  std::map<inventory::sku_id, std::pair<std::int64_t, std::int64_t>> ranges;
  for (const inventory::entry& each : to_write.entries) {
    const auto id = each.reservation ? std::optional(each.reservation->raw()) : std::nullopt;
    const auto reference =
        each.reference ? std::optional(std::string_view(each.reference->text())) : std::nullopt;
    insert_entry_.run(each.sku.text(), each.seq, inventory::to_string(each.kind), each.source.text(),
                      each.on_hand_delta, each.reserved_delta, each.on_hand_after.value(),
                      each.reserved_after.value(), id, reference, static_cast<std::int64_t>(each.under),
                      milliseconds_of(each.at));
    const auto range = ranges.try_emplace(each.sku, each.seq, each.seq).first;
    range->second.second = each.seq;
  }
  for (const auto& [sku, range] : ranges) {
    insert_outbox_.run(sku.text(), range.first, range.second, milliseconds_of(now));
  }
}

void change_writer::write_sequences(const inventory::books& read, const inventory::decision& made,
                                    std::span<const inventory::claim> claims) {
  std::set<inventory::sku_id> moved;
  for (const inventory::claim& each : claims) moved.insert(each.sku);
  for (const auto& [at, delta] : made.to_write.levels) moved.insert(at.first);
  for (const inventory::sku_id& sku : moved) {
    const auto before = read.skus.find(sku);
    if (before == read.skus.end()) continue;  // unknown, or made by this batch: nothing has moved yet
    const inventory::sku_book& after = made.after.skus.at(sku);
    expect_one_row(change_sku_.run(sku.text(), after.sequence, static_cast<std::int64_t>(after.current),
                                   before->second.sequence),
                   "the sequence", sku.text());
  }
}

void change_writer::write_bindings(const inventory::changes& to_write) {
  for (const auto& [key, bound] : to_write.bindings) {
    if (const auto* id = std::get_if<inventory::reservation_id>(&bound.to)) {
      insert_key_.run(key.text(), bound.print, "reservation", id->raw(), std::nullopt, std::nullopt,
                      std::nullopt, std::nullopt, std::nullopt);
    } else if (const auto* first = std::get_if<inventory::binding::received>(&bound.to)) {
      insert_key_.run(key.text(), bound.print, "received", std::nullopt, first->sku.text(),
                      first->source.text(), first->seq, first->units.value(), first->on_hand.value());
    } else {
      insert_key_.run(key.text(), bound.print, "cancelled", std::nullopt, std::nullopt, std::nullopt,
                      std::nullopt, std::nullopt, std::nullopt);
    }
  }
}

void change_writer::write_rest(const inventory::changes& to_write, inventory::time_point now) {
  for (const auto& [of, delta] : to_write.buyer_units) {
    if (delta == 0 || change_buyer_units_.run(of.first.text(), of.second.text(), delta) == 1) continue;
    insert_buyer_units_.run(of.first.text(), of.second.text(), delta);
  }
  for (const inventory::low_stock_alert& each : to_write.alerts) {
    insert_alert_.run(each.sku.text(), each.seq, each.salable.value(), each.threshold.value(),
                      milliseconds_of(now));
  }
}

}  // namespace holdfast::storage
