// What must hold whatever is asked, in any order: random commands on few SKUs, sources, buyers and keys.
// RapidCheck prints the seed of a failure; RC_PARAMS="seed=N" repeats it, RC_PARAMS="max_success=N" tries
// more.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "inventory/lines.h"
#include "inventory/memory_ledger.h"

namespace holdfast::inventory {
namespace {

// One random command, before it has its id.
struct step {
  int kind = 0;  // 0..99
  int sku = 0;
  int other_sku = 0;
  int count = 0;
  int buyer = 0;
  int key = 0;
  int order = 0;
  int back = 0;  // which earlier step is meant
};

// Time passes, perhaps settings change, then the steps are asked.
struct turn {
  int milliseconds = 0;
  step settings;
  std::vector<step> steps;
};

std::ostream& operator<<(std::ostream& out, const step& of) {
  return out << fmt::format("{{{},{},{},{},{},{},{},{}}}", of.kind, of.sku, of.other_sku, of.count, of.buyer,
                            of.key, of.order, of.back);
}
std::ostream& operator<<(std::ostream& out, const turn& of) {
  out << "\n+" << of.milliseconds << "ms " << of.settings << ":";
  for (const step& each : of.steps) out << ' ' << each;
  return out;
}

// inRange() narrows with the size of the test; here only the length of a program may.
rc::Gen<int> up_to(int most) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, most + 1));
}

rc::Gen<step> any_step() {
  return rc::gen::build<step>(rc::gen::set(&step::kind, up_to(99)), rc::gen::set(&step::sku, up_to(2)),
                              rc::gen::set(&step::other_sku, up_to(5)), rc::gen::set(&step::count, up_to(4)),
                              rc::gen::set(&step::buyer, up_to(2)), rc::gen::set(&step::key, up_to(200)),
                              rc::gen::set(&step::order, up_to(5)), rc::gen::set(&step::back, up_to(7)));
}

rc::Gen<std::vector<turn>> any_program() {
  const auto pause = rc::gen::weightedOneOf<int>(
      {{2, rc::gen::just(0)}, {2, rc::gen::element(1000, 2000)}, {2, up_to(3000)}, {1, up_to(20'000)}});
  const auto one = rc::gen::build<turn>(
      rc::gen::set(&turn::milliseconds, pause), rc::gen::set(&turn::settings, any_step()),
      rc::gen::set(&turn::steps, rc::gen::scale(0.15, rc::gen::container<std::vector<step>>(any_step()))));
  return rc::gen::container<std::vector<turn>>(one);
}

template <class Name>
Name numbered(std::string_view prefix, int number) {
  return Name::parse(fmt::format("{}{}", prefix, number)).value();
}

quantity units(std::int64_t count) {
  return quantity::of(count).value();
}

// Makes commands of steps. Ids count up, so `back` finds reservations that were just made.
class command_maker {
 public:
  command make(const step& of) {
    const auto key = numbered<idempotency_key>("K", of.key);
    const auto own_key = of.order == 0 ? std::optional(key) : std::nullopt;
    if (of.kind < 42) return make_reserve(of, key);
    if (of.kind < 50) return confirm_reservation{.id = earlier(of), .key = own_key};
    if (of.kind < 62) return release_reservation{.id = earlier(of), .key = own_key};
    if (of.kind < 67) return cancel_key{key};
    if (of.kind < 72) return expire_reservation{earlier(of)};
    return receive_stock{.key = key,
                         .sku = numbered<sku_id>("S", of.sku),
                         .source = numbered<source_id>("w", of.buyer),  // w2 comes and goes
                         .units = units(1 + of.count),
                         .reference = std::nullopt};
  }

  // Most turns change no setting.
  static std::optional<command> make_settings(const step& of) {
    if (of.kind < 10) return put_source_of(of);
    if (of.kind < 13) return delete_source{numbered<source_id>("w", of.buyer)};
    if (of.kind > 20) return std::nullopt;
    const auto limit = [](int n) { return n % 2 == 0 ? std::optional(units(1 + n)) : std::nullopt; };
    return put_sku{numbered<sku_id>("S", of.sku),
                   {.title = {},
                    .safety_stock = units(of.buyer),
                    .low_stock_threshold = units(of.count),
                    .max_per_order = limit(of.order),
                    .max_per_buyer = limit(of.other_sku)}};
  }

 private:
  static command put_source_of(const step& of) {
    return put_source{{.id = numbered<source_id>("w", of.buyer),
                       .kind = of.order == 0 ? source_kind::supplier : source_kind::warehouse,
                       .priority = of.count,
                       .enabled = of.back > 1}};
  }

  command make_reserve(const step& of, const idempotency_key& key) {
    std::vector<line> lines{{numbered<sku_id>("S", of.sku), units(1 + of.count)}};
    if (of.other_sku < 3) lines.push_back({numbered<sku_id>("S", of.other_sku), units(1)});
    return reserve_order{
        .key = key,
        .id = id_of(++made_),
        .buyer = numbered<buyer_id>("b", of.buyer),
        .order = of.order < 2 ? std::optional(numbered<order_ref>("O", of.order)) : std::nullopt,
        .hold = std::chrono::seconds(1 + of.back),
        .lines = std::get<std::vector<line>>(sum_lines(std::move(lines), units(100)))};
  }

  reservation_id earlier(const step& of) const { return id_of(made_ - of.back); }

  static reservation_id id_of(int number) {
    reservation_id::bytes raw{};
    for (int i = 0; i < 4; ++i) raw[15 - i] = static_cast<std::uint8_t>(number >> (8 * i));
    return reservation_id(raw);
  }

  int made_ = 100;
};

memory_ledger small_shop() {
  memory_ledger shop;
  for (int i = 0; i < 2; ++i) shop.run(put_source{{.id = numbered<source_id>("w", i), .priority = i}});
  for (int i = 0; i < 3; ++i) {
    shop.run(put_sku{numbered<sku_id>("S", i), {.title = {}, .low_stock_threshold = units(2)}});
    for (int j = 0; j < 2; ++j) {
      shop.run(receive_stock{.key = numbered<idempotency_key>("first", 2 * i + j),
                             .sku = numbered<sku_id>("S", i),
                             .source = numbered<source_id>("w", j),
                             .units = units(3),
                             .reference = std::nullopt});
    }
  }
  return shop;
}

// Everything of a ledger but tenures, as text, so that a difference can be read.
std::string picture_of(const memory_ledger& shop) {
  std::string text;
  for (const entry& each : shop.entries) {
    text += fmt::format("{} {} {} {} {} {} {}\n", each.sku.text(), each.seq, to_string(each.kind),
                        each.source.text(), each.on_hand_after.value(), each.reserved_after.value(),
                        each.reservation ? each.reservation->to_string() : "");
  }
  for (const auto& [id, each] : shop.reservations) {
    text += fmt::format("{} {} {}\n", id.to_string(), each.key.text(), to_string(each.state));
  }
  for (const auto& [key, bound] : shop.keys) text += fmt::format("{} {}\n", key.text(), bound.to.index());
  for (const auto& each : shop.alerts) {
    text += fmt::format("low {} {} {}\n", each.sku.text(), each.seq, each.salable.value());
  }
  return text;
}

std::int64_t salable_by_levels(const memory_ledger& shop, const sku_id& sku) {
  std::int64_t total = -shop.skus.at(sku).settings.safety_stock.value();
  for (const auto& [at, level] : shop.levels) {
    if (at.first == sku && shop.sources.at(at.second).enabled) total += level.on_hand - level.reserved;
  }
  return total;
}

// I16: a refusal for want of units or for a limit is true at the moment it is given.
void check_refusal_is_true(const memory_ledger& before, const reserve_order& asked, const refusal& given) {
  const reservation* replaced = before.held_order(asked.buyer, asked.order);
  for (const line& wanted : asked.lines) {
    if (wanted.sku.text() != given.subject) continue;
    RC_ASSERT(given.requested == wanted.units.value());
    if (given.code == refusal_code::insufficient_stock) {
      const auto left = before.salable_now(wanted.sku, replaced);
      RC_ASSERT(given.allowed.value() < wanted.units.value());
      if (before.rules.allocation == policy::split::allowed) RC_ASSERT(given.allowed == left);
      RC_ASSERT(given.allowed.value() <= left);
    } else if (given.detail == "max_per_buyer") {
      std::int64_t others = 0;
      for (const auto& [id, each] : before.reservations) {
        const auto state = each.state_at(before.now);
        const bool counts = state == reservation_state::held || state == reservation_state::confirmed;
        if (!counts || each.buyer != asked.buyer || (replaced != nullptr && id == replaced->id)) continue;
        for (const allocation& part : each.allocations)
          others += part.sku == wanted.sku ? part.units.value() : 0;
      }
      RC_ASSERT(others + wanted.units.value() > before.skus.at(wanted.sku).settings.max_per_buyer->value());
    }
    return;
  }
}

// I11, and promise 1: what was held adds up, comes from sources that may give, and leaves the safety stock.
void check_acceptance(const memory_ledger& after, const reserve_order& asked,
                      const reservation_answer& given) {
  std::map<sku_id, std::int64_t> sums;
  for (const allocation& part : given.answered.allocations) {
    sums[part.sku] += part.units.value();
    const source& owner = after.sources.at(part.source);
    RC_ASSERT(owner.enabled);
    RC_ASSERT((owner.kind == source_kind::supplier) == (part.procurement == procurement_state::needed));
  }
  RC_ASSERT(sums.size() == asked.lines.size());
  for (const line& wanted : asked.lines) {
    RC_ASSERT(sums[wanted.sku] == wanted.units.value());
    RC_ASSERT(salable_by_levels(after, wanted.sku) >= 0);
  }
  if (after.rules.allocation == policy::split::forbidden) {
    RC_ASSERT(given.answered.allocations.size() == asked.lines.size());
  }
}

// I7: apart from due holds that it expired.
void check_leaves_no_trace(const changes& written) {
  RC_ASSERT(written.created.empty());
  RC_ASSERT(written.bindings.empty());
  RC_ASSERT(written.settings.empty());
  RC_ASSERT(written.sources.empty());
  RC_ASSERT(written.deleted_sources.empty());
  for (const state_change& each : written.states) RC_ASSERT(each.to == reservation_state::expired);
  for (const entry& each : written.entries) RC_ASSERT(each.kind == entry_kind::expire);
}

// I20: an alert for each SKU that crossed, and for no other.
void check_alerts(const memory_ledger& before, const memory_ledger& after, const changes& written) {
  std::set<sku_id> alerted;
  for (const low_stock_alert& each : written.alerts) RC_ASSERT(alerted.insert(each.sku).second);
  for (const auto& [sku, row] : after.skus) {
    const auto old = before.skus.find(sku);
    const bool touched = old == before.skus.end() || old->second.sequence != row.sequence ||
                         old->second.settings != row.settings;
    if (!touched || row.sequence == 0) {
      RC_ASSERT(!alerted.contains(sku));
      continue;
    }
    const auto level = [](std::int64_t salable) { return std::max<std::int64_t>(0, salable); };
    const bool was_above =
        old == before.skus.end() || old->second.sequence == 0 ||
        level(salable_by_levels(before, sku)) >= old->second.settings.low_stock_threshold.value();
    const bool is_below = level(salable_by_levels(after, sku)) < row.settings.low_stock_threshold.value();
    RC_ASSERT(alerted.contains(sku) == (was_above && is_below));
  }
}

// Asks once, checks the answer against the ledger before and after, and asks again.
void ask_and_check(memory_ledger& shop, const command& asked) {
  const memory_ledger before = shop;
  const auto ran = shop.commit({&asked, 1});
  const outcome& became = ran.outcomes.front();
  const auto* reserve = std::get_if<reserve_order>(&asked);
  if (const auto* refused = std::get_if<refusal>(&became)) {
    check_leaves_no_trace(ran.written);
    if (reserve != nullptr) check_refusal_is_true(before, *reserve, *refused);
  } else {
    const auto* given = std::get_if<reservation_answer>(&became);
    if (given != nullptr && reserve != nullptr && !given->replayed) check_acceptance(shop, *reserve, *given);
  }
  check_alerts(before, shop, ran.written);

  const auto again = shop.commit({&asked, 1});
  RC_ASSERT(again.written.empty());
  const auto* first = std::get_if<reservation_answer>(&became);
  if (first == nullptr) return;
  const auto& second = std::get<reservation_answer>(again.outcomes.front());
  RC_ASSERT(second.replayed);
  RC_ASSERT(second.answered.id == first->answered.id);
  RC_ASSERT(second.answered.expires_at == first->answered.expires_at);
  RC_ASSERT(second.answered.state == first->answered.state);
}

// I6: long after, the key gives the first answer, and the state that it has come to since.
void check_first_answers(memory_ledger& shop, const std::vector<reserve_order>& accepted) {
  for (const reserve_order& asked : accepted) {
    const auto given = std::get<reservation_answer>(shop.run(asked));
    RC_ASSERT(given.replayed);
    RC_ASSERT(given.answered.id == asked.id);
    RC_ASSERT(given.answered.state == reservation_state::held);
    RC_ASSERT(given.state_now == shop.reservations.at(asked.id).state_at(shop.now));
    RC_ASSERT(given.answered.expires_at == given.answered.created_at + asked.hold);
  }
}

RC_GTEST_PROP(Rule, KeepsItsInvariantsWhateverIsAsked, ()) {
  memory_ledger shop = small_shop();
  shop.rules.allocation = *rc::gen::element(policy::split::allowed, policy::split::forbidden);
  command_maker maker;
  std::vector<reserve_order> accepted;
  for (const turn& each : *any_program()) {
    shop.now += std::chrono::milliseconds(each.milliseconds);
    if (const auto settings = command_maker::make_settings(each.settings)) ask_and_check(shop, *settings);
    for (const step& one : each.steps) {
      const command asked = maker.make(one);
      const auto* reserve = std::get_if<reserve_order>(&asked);
      ask_and_check(shop, asked);
      if (reserve != nullptr && shop.reservations.contains(reserve->id)) accepted.push_back(*reserve);
    }
  }
  check_first_answers(shop, accepted);
}

RC_GTEST_PROP(Rule, DecidesABatchLikeItsCommandsOneByOne, ()) {
  memory_ledger batched = small_shop();
  memory_ledger single = small_shop();
  batched.first_due = *rc::gen::element<std::size_t>(1, 2, 64);  // how due holds are read changes nothing
  command_maker maker;
  for (const turn& each : *any_program()) {
    batched.now += std::chrono::milliseconds(each.milliseconds);
    single.now = batched.now;
    if (const auto settings = command_maker::make_settings(each.settings)) {
      batched.run(*settings);
      single.run(*settings);
    }
    std::vector<command> commands;
    for (const step& one : each.steps) commands.push_back(maker.make(one));
    const auto together = batched.commit(commands);
    for (std::size_t i = 0; i < commands.size(); ++i) {
      RC_ASSERT(describe(together.outcomes[i]) == describe(single.run(commands[i])));
    }
    RC_ASSERT(picture_of(batched) == picture_of(single));
  }
}

// H3: after an unknown commit the batch is run again. What it had accepted is answered again, and not done
// again.
RC_GTEST_PROP(Rule, WritesNothingNewForABatchThatRunsAgain, ()) {
  memory_ledger shop = small_shop();
  command_maker maker;
  for (const turn& each : *any_program()) {
    shop.now += std::chrono::milliseconds(each.milliseconds);
    std::vector<command> commands;
    for (const step& one : each.steps) commands.push_back(maker.make(one));
    const auto first = shop.commit(commands);
    std::vector<command> accepted;
    for (std::size_t i = 0; i < commands.size(); ++i) {
      if (!std::holds_alternative<refusal>(first.outcomes[i])) accepted.push_back(commands[i]);
    }
    const auto again = shop.commit(accepted);
    RC_ASSERT(again.written.empty());
    for (const outcome& became : again.outcomes) RC_ASSERT(!std::holds_alternative<refusal>(became));
  }
}

// Promise 1 in one line: whatever is asked at once, no more is held than there is.
RC_GTEST_PROP(Rule, NeverHoldsMoreThanThereIs, ()) {
  memory_ledger shop = small_shop();
  const auto wanted = *rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 4));
  std::vector<command> batch;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    step one;
    one.count = wanted[i] - 1;
    one.key = static_cast<int>(i);
    one.order = 5;
    one.other_sku = 5;
    batch.push_back(command_maker().make(one));
    std::get<reserve_order>(batch.back()).id = reservation_id::make(static_cast<std::int64_t>(i), {});
  }
  std::int64_t held = 0;
  for (const outcome& became : shop.commit(batch).outcomes) {
    const auto* given = std::get_if<reservation_answer>(&became);
    if (given == nullptr) continue;
    for (const allocation& part : given->answered.allocations) held += part.units.value();
  }
  RC_ASSERT(held <= 6);
  RC_ASSERT(salable_by_levels(shop, numbered<sku_id>("S", 0)) == 6 - held);
}

}  // namespace
}  // namespace holdfast::inventory
