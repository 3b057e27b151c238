// Draft: the books while a batch is being decided.
#include "inventory/draft.h"

#include <algorithm>
#include <tuple>

#include "base/assert.h"

namespace holdfast::inventory {
namespace {

template <class Map, class Key>
auto* find_in(Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

bool by_priority(const source_level& a, const source_level& b) {
  return std::tie(a.priority, a.source) < std::tie(b.priority, b.source);
}

quantity shifted(quantity level, std::int64_t delta) {
  const auto moved = quantity::of(level.value() + delta);
  HOLDFAST_ASSERT(moved);  // the rule checked it before it moved anything
  return *moved;
}

}  // namespace

bool apply_claims(books& read, std::span<const claim> claims) {
  for (const claim& claimed : claims) {
    sku_book* book = find_in(read.skus, claimed.sku);
    if (book == nullptr) continue;
    if (!claimed.held) {
      book->current = tenure(static_cast<std::int64_t>(book->current) + 1);
    } else if (*claimed.held != book->current) {
      return false;
    }
  }
  return true;
}

bool changes::empty() const {
  return created.empty() && states.empty() && entries.empty() && bindings.empty() && settings.empty() &&
         sources.empty() && deleted_sources.empty();
}

const sku_book* draft::find_sku(const sku_id& sku) const {
  return find_in(books_.skus, sku);
}
const source* draft::find_source(const source_id& id) const {
  return find_in(books_.sources, id);
}
const reservation* draft::find_reservation(const reservation_id& id) const {
  return find_in(books_.reservations, id);
}
const binding* draft::find_binding(const idempotency_key& key) const {
  return find_in(books_.keys, key);
}

const reservation* draft::find_held_order(const buyer_id& buyer,
                                          const std::optional<order_ref>& order) const {
  if (!order) return nullptr;
  const reservation_id* id = find_in(books_.held_by_order, std::pair(buyer, *order));
  return id == nullptr ? nullptr : find_reservation(*id);
}

quantity draft::units_of_buyer(const sku_id& sku, const buyer_id& buyer) const {
  const quantity* units = find_in(books_.buyer_units, std::pair(sku, buyer));
  return units == nullptr ? quantity() : *units;
}

sku_book& draft::book(const sku_id& sku) {
  sku_book* found = find_in(books_.skus, sku);
  HOLDFAST_ASSERT(found != nullptr);
  return *found;
}

source_level& draft::level(sku_book& book, const source_id& id) {
  const auto named = [&id](const source_level& each) { return each.source == id; };
  const auto found = std::find_if(book.levels.begin(), book.levels.end(), named);
  if (found != book.levels.end()) return *found;
  const source* owner = find_source(id);
  HOLDFAST_ASSERT(owner != nullptr);
  source_level fresh{
      .source = id, .priority = owner->priority, .enabled = owner->enabled, .on_hand = {}, .reserved = {}};
  return *book.levels.insert(std::upper_bound(book.levels.begin(), book.levels.end(), fresh, by_priority),
                             fresh);
}

std::int64_t draft::move(const movement& moved) {
  sku_book& moving = book(moved.sku);
  mark_before_command(moved.sku, moving);
  source_level& at = level(moving, moved.source);
  at.on_hand = shifted(at.on_hand, moved.on_hand);
  at.reserved = shifted(at.reserved, moved.reserved);
  HOLDFAST_ASSERT(at.reserved <= at.on_hand);  // I1
  if (bool* has_units = find_in(books_.source_has_units, moved.source); has_units && !at.on_hand.is_zero()) {
    *has_units = true;
  }

  level_delta& delta = changes_.levels[{moved.sku, moved.source}];
  delta.on_hand += moved.on_hand;
  delta.reserved += moved.reserved;
  changes_.entries.push_back({.sku = moved.sku,
                              .seq = ++moving.sequence,
                              .kind = moved.kind,
                              .source = moved.source,
                              .on_hand_delta = moved.on_hand,
                              .reserved_delta = moved.reserved,
                              .on_hand_after = at.on_hand,
                              .reserved_after = at.reserved,
                              .reservation = moved.reservation,
                              .reference = moved.reference,
                              .under = moving.current,
                              .at = books_.now});
  return moving.sequence;
}

void draft::create(reservation made) {
  HOLDFAST_ASSERT(!made.allocations.empty());
  for (allocation& part : made.allocations) {
    part.seq = move({.kind = entry_kind::hold,
                     .sku = part.sku,
                     .source = part.source,
                     .reserved = part.units.value(),
                     .reservation = made.id});
    sku_book& holding = book(part.sku);
    holding.next_due = std::min(holding.next_due.value_or(made.expires_at), made.expires_at);
    count_for_buyer(made, part, 1);
  }
  if (made.order) books_.held_by_order.insert_or_assign({made.buyer, *made.order}, made.id);
  changes_.created.push_back(made);
  const auto id = made.id;
  const bool is_new = books_.reservations.emplace(id, std::move(made)).second;
  HOLDFAST_ASSERT(is_new);
}

void draft::bind(const idempotency_key& key, const fingerprint& print, decltype(binding::to) to) {
  binding bound{.print = print, .to = std::move(to)};
  changes_.bindings.emplace_back(key, bound);
  const bool is_new = books_.keys.emplace(key, std::move(bound)).second;
  HOLDFAST_ASSERT(is_new);  // a key is bound once, for ever (I6)
}

void draft::set_state(reservation& changed, reservation_state to) {
  HOLDFAST_ASSERT(changed.state == reservation_state::held);  // the only state that changes (I8)
  changes_.states.push_back({.id = changed.id, .from = changed.state, .to = to});
  changed.state = to;
  if (changed.order) books_.held_by_order.erase({changed.buyer, *changed.order});
}

void draft::free(const reservation_id& id, reservation_state to) {
  HOLDFAST_ASSERT(to == reservation_state::released || to == reservation_state::expired);
  reservation& freed = books_.reservations.at(id);
  set_state(freed, to);
  for (const allocation& part : freed.allocations) {
    move({.kind = to == reservation_state::expired ? entry_kind::expire : entry_kind::release,
          .sku = part.sku,
          .source = part.source,
          .reserved = -part.units.value(),
          .reservation = id});
    count_for_buyer(freed, part, -1);
  }
}

void draft::confirm(const reservation_id& id) {
  reservation& confirmed = books_.reservations.at(id);
  set_state(confirmed, reservation_state::confirmed);
  for (const allocation& part : confirmed.allocations) {
    move({.kind = entry_kind::confirm, .sku = part.sku, .source = part.source, .reservation = id});
  }
}

bool draft::expire_next_due(const sku_id& sku) {
  std::vector<reservation_id>& due = book(sku).due;
  while (!due.empty()) {
    const reservation_id id = due.front();
    due.erase(due.begin());
    const reservation* hold = find_reservation(id);
    HOLDFAST_ASSERT(hold != nullptr);
    if (!hold->is_due(now())) continue;  // ended earlier in this batch
    free(id, reservation_state::expired);
    return true;
  }
  return false;
}

void draft::count_for_buyer(const reservation& of, const allocation& part, int sign) {
  if (!book(part.sku).settings.max_per_buyer) return;
  const std::pair key(part.sku, of.buyer);
  const std::int64_t delta = sign * part.units.value();
  quantity& units = books_.buyer_units[key];
  units = shifted(units, delta);
  changes_.buyer_units[key] += delta;
}

void draft::put(const sku_id& sku, const sku_settings& settings) {
  sku_book& changed = books_.skus[sku];
  mark_before_command(sku, changed);
  changed.settings = settings;
  changes_.settings.insert_or_assign(sku, settings);
}

void draft::put(const source& stored) {
  books_.sources.insert_or_assign(stored.id, stored);
  for (auto& [sku, book] : books_.skus) {
    for (source_level& level : book.levels) {
      if (level.source != stored.id) continue;
      level.priority = stored.priority;
      level.enabled = stored.enabled;
    }
    std::sort(book.levels.begin(), book.levels.end(), by_priority);
  }
  changes_.sources.push_back(stored);
}

void draft::erase(const source_id& id) {
  books_.sources.erase(id);
  changes_.deleted_sources.push_back(id);
}

void draft::mark_before_command(const sku_id& sku, const sku_book& book) {
  if (before_command_.contains(sku)) return;
  before_command_.emplace(sku, mark{.salable = salable(book.levels, book.settings.safety_stock),
                                    .threshold = book.settings.low_stock_threshold,
                                    .sequence = book.sequence});
}

void draft::end_command() {
  for (const auto& [sku, before] : before_command_) {
    const sku_book& after = book(sku);
    if (after.sequence == 0) continue;  // settings of a SKU that has never had units
    const quantity left = salable(after.levels, after.settings.safety_stock);
    const quantity threshold = after.settings.low_stock_threshold;
    const bool was_above =
        before.salable >= before.threshold || before.sequence == 0;  // or its first receive
    if (was_above && left < threshold) {
      changes_.alerts.push_back({.sku = sku, .seq = after.sequence, .salable = left, .threshold = threshold});
    }
  }
  before_command_.clear();
}

}  // namespace holdfast::inventory
