// The ledger in memory that the scenarios and properties of the rule run on.
#include "inventory/memory_ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <tuple>

namespace holdfast::inventory {
namespace {

void require(bool condition, std::string_view what) {
  if (!condition) throw std::logic_error(std::string(what));
}

std::set<sku_id> skus_of(std::span<const command> commands) {
  std::set<sku_id> named;
  for (const command& asked : commands) {
    if (const auto* reserve = std::get_if<reserve_order>(&asked)) {
      for (const line& each : reserve->lines) named.insert(each.sku);
    } else if (const auto* receive = std::get_if<receive_stock>(&asked)) {
      named.insert(receive->sku);
    } else if (const auto* put = std::get_if<put_sku>(&asked)) {
      named.insert(put->sku);
    }
  }
  return named;
}

struct outcome_text {
  std::string operator()(const refusal& refused) const {
    std::string text = fmt::format("{} {}", to_string(refused.code), refused.subject);
    if (text.size() > 36 && reservation_id::parse(refused.subject)) text = to_string(refused.code);
    if (refused.requested) text += fmt::format(" {} of {}", *refused.requested, refused.allowed.value());
    if (refused.state) text += fmt::format(" {}", to_string(*refused.state));
    if (!refused.detail.empty()) text += fmt::format(" {}", refused.detail);
    return text;
  }
  std::string operator()(const reservation_answer& given) const {
    std::string text(to_string(given.answered.state));
    if (given.replayed) text = fmt::format("replayed {} now {}", text, to_string(given.state_now));
    for (const allocation& part : given.answered.allocations) {
      text += fmt::format(" {}:{}:{}", part.sku.text(), part.source.text(), part.units.value());
      if (part.procurement == procurement_state::needed) text += ":needed";
    }
    return text;
  }
  std::string operator()(const stock_received& given) const {
    return fmt::format("{} {} on_hand {} seq {}", given.replayed ? "replayed" : "received",
                       given.units.value(), given.on_hand.value(), given.seq);
  }
  std::string operator()(const key_cancelled& given) const {
    return given.released ? fmt::format("cancelled {}", to_string(given.released->state))
                          : "cancelled unused";
  }
  std::string operator()(const stored& given) const {
    static constexpr std::string_view effects[] = {"created", "changed", "unchanged", "deleted"};
    return std::string(effects[static_cast<int>(given.what)]);
  }
  std::string operator()(const swept& given) const { return given.expired ? "expired" : "nothing"; }
};

}  // namespace

std::string describe(const outcome& became) {
  return std::visit(outcome_text(), became);
}

memory_ledger::batch_result memory_ledger::commit(std::span<const command> commands) {
  std::vector<claim> claims;
  for (const sku_id& sku : skus_of(commands)) claims.push_back({.sku = sku, .held = std::nullopt});
  return commit(commands, claims);
}

memory_ledger::batch_result memory_ledger::commit(std::span<const command> commands,
                                                  std::span<const claim> claims) {
  books read = load(commands, claims);
  if (!apply_claims(read, claims)) return {.tenure_stale = true, .outcomes = {}, .written = {}};
  std::size_t limit = first_due;
  for (int rounds = 0;; ++rounds) {
    require(rounds < 64, "due holds are asked for without end");
    decision made = decide(read, commands, rules);
    require(made.outcomes.size() == commands.size(), "one outcome a command");
    if (made.due_wanted.empty()) {
      if (!made.to_write.empty()) {
        write(made.to_write);
        stamp(made, claims);
        check_same(made);
      }
      audit();
      return {
          .tenure_stale = false, .outcomes = std::move(made.outcomes), .written = std::move(made.to_write)};
    }
    const std::set<sku_id> wanted(made.due_wanted.begin(), made.due_wanted.end());
    require(wanted.size() == made.due_wanted.size(), "a SKU is asked for twice");
    for (const sku_id& sku : wanted) load_due(read, sku, limit);
    limit *= 2;
    ++due_reads;
  }
}

books memory_ledger::load(std::span<const command> commands, std::span<const claim> claims) const {
  books read;
  read.now = now;
  for (const claim& each : claims) load_sku(read, each.sku);
  for (const sku_id& sku : skus_of(commands)) load_sku(read, sku);
  for (const command& asked : commands) {
    if (const idempotency_key* key = key_of(asked); key != nullptr && keys.contains(*key)) {
      read.keys.emplace(*key, keys.at(*key));
      if (const auto* id = std::get_if<reservation_id>(&keys.at(*key).to)) load_reservation(read, *id);
    }
    if (const auto* reserve = std::get_if<reserve_order>(&asked)) {
      for (const line& each : reserve->lines) load_buyer_units(read, each.sku, reserve->buyer);
      if (const auto* held = held_order(reserve->buyer, reserve->order)) load_reservation(read, held->id);
    } else if (const auto* confirm = std::get_if<confirm_reservation>(&asked)) {
      load_reservation(read, confirm->id);
    } else if (const auto* release = std::get_if<release_reservation>(&asked)) {
      load_reservation(read, release->id);
    } else if (const auto* expire = std::get_if<expire_reservation>(&asked)) {
      load_reservation(read, expire->id);
    } else if (const auto* receive = std::get_if<receive_stock>(&asked)) {
      if (sources.contains(receive->source))
        read.sources.emplace(receive->source, sources.at(receive->source));
    } else if (const auto* put = std::get_if<put_source>(&asked)) {
      if (sources.contains(put->source.id)) read.sources.emplace(put->source.id, sources.at(put->source.id));
    } else if (const auto* gone = std::get_if<delete_source>(&asked)) {
      if (sources.contains(gone->id)) read.sources.emplace(gone->id, sources.at(gone->id));
      bool& has_units = read.source_has_units[gone->id];
      for (const auto& [at, level] : levels) has_units |= at.second == gone->id && level.on_hand > 0;
    }
  }
  return read;
}

void memory_ledger::load_sku(books& read, const sku_id& sku) const {
  const auto row = skus.find(sku);
  if (row == skus.end() || read.skus.contains(sku)) return;
  sku_book& book = read.skus[sku];
  book.settings = row->second.settings;
  book.sequence = row->second.sequence;
  book.current = row->second.current;
  for (const auto& [at, level] : levels) {
    if (at.first != sku) continue;
    const source& owner = sources.at(at.second);
    read.sources.emplace(owner.id, owner);
    book.levels.push_back({.source = owner.id,
                           .priority = owner.priority,
                           .enabled = owner.enabled,
                           .on_hand = *quantity::of(level.on_hand),
                           .reserved = *quantity::of(level.reserved)});
  }
  std::sort(book.levels.begin(), book.levels.end(), [](const source_level& a, const source_level& b) {
    return std::tie(a.priority, a.source) < std::tie(b.priority, b.source);
  });
  for (const auto& [id, each] : reservations) {
    if (each.state != reservation_state::held) continue;
    for (const allocation& part : each.allocations) {
      if (part.sku == sku) book.next_due = std::min(book.next_due.value_or(each.expires_at), each.expires_at);
    }
  }
}

void memory_ledger::load_reservation(books& read, const reservation_id& id) const {
  const auto row = reservations.find(id);
  if (row == reservations.end()) return;
  const reservation& found = row->second;
  read.reservations.emplace(id, found);
  if (found.state != reservation_state::held) return;
  for (const allocation& part : found.allocations) {
    load_sku(read, part.sku);
    load_buyer_units(read, part.sku, found.buyer);
  }
  if (found.order) read.held_by_order.emplace(std::pair(found.buyer, *found.order), id);
}

void memory_ledger::load_buyer_units(books& read, const sku_id& sku, const buyer_id& buyer) const {
  const auto row = skus.find(sku);
  if (row == skus.end() || !row->second.settings.max_per_buyer) return;
  const auto units = buyer_units.find({sku, buyer});
  read.buyer_units.emplace(std::pair(sku, buyer),
                           units == buyer_units.end() ? quantity() : *quantity::of(units->second));
}

void memory_ledger::load_due(books& read, const sku_id& sku, std::size_t limit) const {
  std::vector<std::pair<time_point, reservation_id>> due;
  for (const auto& [id, each] : reservations) {
    const auto holds = [&sku](const allocation& part) { return part.sku == sku; };
    if (each.is_due(now) && std::any_of(each.allocations.begin(), each.allocations.end(), holds)) {
      due.emplace_back(each.expires_at, id);
    }
  }
  std::sort(due.begin(), due.end());
  sku_book& book = read.skus.at(sku);
  book.due_is_complete = due.size() <= limit;
  due.resize(std::min(due.size(), limit), {now, reservation_id(reservation_id::bytes{})});
  book.due.clear();
  for (const auto& [at, id] : due) {
    load_reservation(read, id);
    read.skus.at(sku).due.push_back(id);
  }
}

void memory_ledger::write(const changes& to_write) {
  write_settings(to_write);
  for (const reservation& made : to_write.created) {
    require(made.state == reservation_state::held, "a reservation is made held");
    require(reservations.emplace(made.id, made).second, "a reservation is made once");
  }
  for (const state_change& change : to_write.states) {
    reservation& changed = reservations.at(change.id);
    require(changed.state == change.from, "a state changes from what it is (I8)");
    require(change.from == reservation_state::held && change.to != change.from, "only held changes (I8)");
    if (change.to == reservation_state::expired) require(now >= changed.expires_at, "expired early (I10)");
    if (change.to == reservation_state::confirmed) require(now < changed.expires_at, "confirmed late (I10)");
    changed.state = change.to;
  }
  for (const auto& [at, delta] : to_write.levels) {
    level_row& level = levels[at];
    level.on_hand += delta.on_hand;
    level.reserved += delta.reserved;
    require(level.reserved >= 0 && level.reserved <= level.on_hand, "a level leaves its bounds (I1)");
  }
  for (const entry& each : to_write.entries) {
    require(each.seq == ++skus.at(each.sku).sequence, "entries are dense (I3)");
    entries.push_back(each);
  }
  for (const auto& [key, bound] : to_write.bindings) {
    require(keys.emplace(key, bound).second, "a key is bound once (I6)");
  }
  for (const auto& [of, delta] : to_write.buyer_units) {
    require((buyer_units[of] += delta) >= 0, "a buyer's count goes below zero");
  }
  alerts.insert(alerts.end(), to_write.alerts.begin(), to_write.alerts.end());
}

void memory_ledger::write_settings(const changes& to_write) {
  for (const auto& [sku, settings] : to_write.settings) {
    skus[sku].settings = settings;
    // A limit counts what was reserved before it was set.
    std::erase_if(buyer_units, [&named = sku](const auto& each) { return each.first.first == named; });
    for (const auto& [of, units] : count_buyers()) {
      if (of.first == sku) buyer_units[of] = units;
    }
  }
  for (const source& each : to_write.sources) sources.insert_or_assign(each.id, each);
  for (const source_id& gone : to_write.deleted_sources) {
    require(sources.erase(gone) == 1, "a source is deleted once");
  }
}

void memory_ledger::stamp(const decision& made, std::span<const claim> claims) {
  for (const claim& each : claims) {
    if (const auto row = skus.find(each.sku); row != skus.end()) {
      const tenure stamped = made.after.skus.at(each.sku).current;
      require(stamped >= row->second.current, "a tenure goes back (I12)");
      row->second.current = stamped;
    }
  }
}

void memory_ledger::check_same(const decision& made) const {
  for (const auto& [sku, book] : made.after.skus) {
    require(book.sequence == skus.at(sku).sequence, "the books after have another sequence");
    for (const source_level& level : book.levels) {
      const level_row& row = levels.at({sku, level.source});
      require(level.on_hand.value() == row.on_hand && level.reserved.value() == row.reserved,
              "the books after have another level");
      require(level.enabled == sources.at(level.source).enabled, "the books after have another source");
    }
  }
  for (const auto& [id, each] : made.after.reservations) {
    require(each.state == reservations.at(id).state, "the books after have another state");
  }
}

std::map<std::pair<sku_id, buyer_id>, std::int64_t> memory_ledger::count_buyers() const {
  std::map<std::pair<sku_id, buyer_id>, std::int64_t> counted;
  for (const auto& [id, each] : reservations) {
    if (each.state != reservation_state::held && each.state != reservation_state::confirmed) continue;
    for (const allocation& part : each.allocations) {
      const auto row = skus.find(part.sku);
      if (row != skus.end() && row->second.settings.max_per_buyer) {
        counted[{part.sku, each.buyer}] += part.units.value();
      }
    }
  }
  return counted;
}

void memory_ledger::audit() const {
  std::map<std::pair<sku_id, source_id>, level_row> summed;
  std::map<sku_id, std::int64_t> sequence;
  for (const entry& each : entries) {
    level_row& level = summed[{each.sku, each.source}];
    level.on_hand += each.on_hand_delta;
    level.reserved += each.reserved_delta;
    require(each.on_hand_after.value() == level.on_hand && each.reserved_after.value() == level.reserved,
            "an entry does not follow from those before it (I2)");
    require(each.seq == ++sequence[each.sku], "a gap in the entries (I3)");
  }
  std::map<std::pair<sku_id, source_id>, std::int64_t> reserved;
  for (const auto& [id, each] : reservations) {
    if (each.state != reservation_state::held && each.state != reservation_state::confirmed) continue;
    for (const allocation& part : each.allocations) reserved[{part.sku, part.source}] += part.units.value();
  }
  for (const auto& [at, level] : levels) {
    require(level == summed[at], "a level is not the sum of its entries (I2)");
    require(level.reserved >= 0 && level.reserved <= level.on_hand, "a level leaves its bounds (I1)");
    require(level.reserved == reserved[at], "reserved is not the sum of the reservations (I9)");
  }
  auto counted = buyer_units;
  std::erase_if(counted, [this](const auto& each) {
    return each.second == 0 || !skus.at(each.first.first).settings.max_per_buyer;
  });
  require(counted == count_buyers(), "a buyer's count is not the sum of the reservations");
}

std::int64_t memory_ledger::salable_now(const sku_id& sku, const reservation* replaced) const {
  std::int64_t total = 0;
  for (const auto& [at, level] : levels) {
    if (at.first == sku && sources.at(at.second).enabled) total += level.on_hand - level.reserved;
  }
  for (const auto& [id, each] : reservations) {
    const bool counts_as_free = each.is_due(now) || (replaced != nullptr && id == replaced->id &&
                                                     each.state == reservation_state::held);
    for (const allocation& part : each.allocations) {
      if (counts_as_free && part.sku == sku && sources.at(part.source).enabled) total += part.units.value();
    }
  }
  return std::max<std::int64_t>(0, total - skus.at(sku).settings.safety_stock.value());
}

const reservation* memory_ledger::held_order(const buyer_id& buyer,
                                             const std::optional<order_ref>& order) const {
  if (!order) return nullptr;
  for (const auto& [id, each] : reservations) {
    if (each.state == reservation_state::held && each.buyer == buyer && each.order == order) return &each;
  }
  return nullptr;
}

}  // namespace holdfast::inventory
