// Use case: hold units of every line for a buyer, or of none. The main path; DESIGN.md draws it.
#include "engine/reserve_stock.h"

#include <boost/asio/use_awaitable.hpp>

#include "base/random.h"
#include "engine/lanes_of.h"
#include "inventory/lines.h"

namespace holdfast::engine {
namespace {

// Admission: what is known to be sold out is refused from memory. It may only refuse, and only a key that is
// bound to nothing: the winner of the last unit who lost the reply and asks again gets the reservation, not
// "sold out".
std::optional<inventory::refusal> admit(service& engine, const inventory::reserve_order& asked) {
  if (asked.order) return std::nullopt;  // the buyer's own hold on this order may give the units
  const auto now = std::chrono::steady_clock::now();
  for (const inventory::line& each : asked.lines) {
    const auto salable = engine.levels().known_shortage(each.sku, each.units, now);
    if (!salable) continue;
    if (engine.queue().is_known(asked.key) || engine.store().may_be_bound(asked.key)) return std::nullopt;
    return inventory::refusal{.code = inventory::refusal_code::insufficient_stock,
                              .subject = each.sku.text(),
                              .requested = each.units.value(),
                              .allowed = salable->value()};
  }
  return std::nullopt;
}

void count(metrics& counters, const answer& given) {
  const auto* outcome = std::get_if<inventory::outcome>(&given);
  if (outcome == nullptr) {
    counters.unanswered.Increment();
  } else if (const auto* held = std::get_if<inventory::reservation_answer>(outcome)) {
    (held->replayed ? counters.replayed : counters.held).Increment();
  } else {
    counters.refused.Increment();
  }
}

inventory::reservation_id new_id() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  return inventory::reservation_id::make(milliseconds, base::random_128());
}

}  // namespace

boost::asio::awaitable<answer> reserve_stock(service& engine, reserve_request asked) {
  // 1. One line a SKU, in the one order in which SKUs are locked.
  const auto most = inventory::quantity::of(engine.limits().max_units);
  auto summed = inventory::sum_lines(std::move(asked.lines), most.value());
  if (auto* refused = std::get_if<inventory::refusal>(&summed)) co_return std::move(*refused);
  inventory::reserve_order order{.key = std::move(asked.key),
                                 .id = new_id(),
                                 .buyer = std::move(asked.buyer),
                                 .order = std::move(asked.order),
                                 .hold = asked.hold,
                                 .lines = std::move(std::get<std::vector<inventory::line>>(summed))};

  // 2. Refuse early what is known to be sold out.
  if (auto refused = admit(engine, order)) {
    engine.counters().refused_early.Increment();
    co_return std::move(*refused);
  }

  // 3. Travel with the others that want the same SKUs: lease, decision, one commit, snapshot.
  std::vector<inventory::sku_id> lanes = lanes_of(order.lines);
  submission made{.asked = std::move(order), .lanes = std::move(lanes), .deadline = asked.deadline};
  answer given = co_await engine.queue().submit(std::move(made));

  // 4. Reply.
  count(engine.counters(), given);
  co_return given;
}

}  // namespace holdfast::engine
