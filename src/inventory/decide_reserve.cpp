// May this order be held? All lines are planned before anything moves, so that a refusal leaves no trace (I7,
// I11).
#include "inventory/decide_reserve.h"

#include <algorithm>

#include "base/assert.h"
#include "inventory/allocate.h"
#include "inventory/bound_key.h"

namespace holdfast::inventory {
namespace {

// The levels of a SKU as if the hold that this order replaces had already given its units back: a buyer is
// never blocked by the buyer's own hold.
std::vector<source_level> levels_without(const sku_book& book, const sku_id& sku,
                                         const reservation* replaced) {
  std::vector<source_level> levels = book.levels;
  if (replaced == nullptr) return levels;
  for (const allocation& part : replaced->allocations) {
    if (part.sku != sku) continue;
    for (source_level& level : levels) {
      if (level.source == part.source) level.reserved = level.reserved.less(part.units);
    }
  }
  return levels;
}

quantity units_in(const reservation* replaced, const sku_id& sku) {
  std::int64_t total = 0;
  if (replaced != nullptr) {
    for (const allocation& part : replaced->allocations) total += part.sku == sku ? part.units.value() : 0;
  }
  return *quantity::of(total);
}

std::optional<refusal> check_buyer_limit(const draft& books, const reserve_order& asked, const line& wanted) {
  const auto limit = books.find_sku(wanted.sku)->settings.max_per_buyer;
  if (!limit) return std::nullopt;
  const reservation* replaced = books.find_held_order(asked.buyer, asked.order);
  const quantity others = books.units_of_buyer(wanted.sku, asked.buyer).less(units_in(replaced, wanted.sku));
  if (others.value() + wanted.units.value() <= limit->value()) return std::nullopt;
  return refusal{.code = refusal_code::limit_exceeded,
                 .subject = wanted.sku.text(),
                 .requested = wanted.units.value(),
                 .allowed = limit->less(others).value(),
                 .detail = "max_per_buyer"};
}

// Plans one line, or says why it cannot be held. Adds the line's allocations to `planned`.
std::optional<refusal> plan_line(const draft& books, const reserve_order& asked, const line& wanted,
                                 policy::split split, std::vector<allocation>& planned) {
  if (auto refused = check_buyer_limit(books, asked, wanted)) return refused;
  const sku_book& book = *books.find_sku(wanted.sku);
  const auto levels = levels_without(book, wanted.sku, books.find_held_order(asked.buyer, asked.order));
  const allocation_plan plan = allocate(levels, book.settings.safety_stock, wanted.units, split);
  if (plan.shares.empty()) {
    return refusal{.code = refusal_code::insufficient_stock,
                   .subject = wanted.sku.text(),
                   .requested = wanted.units.value(),
                   .allowed = plan.salable.value()};
  }
  for (const share& part : plan.shares) {
    const source_id& from = levels[part.level].source;
    const source* owner = books.find_source(from);
    HOLDFAST_ASSERT(owner != nullptr);
    planned.push_back({.sku = wanted.sku,
                       .source = from,
                       .units = part.units,
                       .procurement = owner->kind == source_kind::supplier ? procurement_state::needed
                                                                           : procurement_state::none});
  }
  return std::nullopt;
}

// What can be refused without counting units.
std::optional<refusal> check_lines(const draft& books, const reserve_order& asked) {
  for (const line& wanted : asked.lines) {
    const sku_book* book = books.find_sku(wanted.sku);
    if (book == nullptr) return refusal{.code = refusal_code::unknown_sku, .subject = wanted.sku.text()};
    if (book->settings.max_per_order && wanted.units > *book->settings.max_per_order) {
      return refusal{.code = refusal_code::limit_exceeded,
                     .subject = wanted.sku.text(),
                     .requested = wanted.units.value(),
                     .allowed = book->settings.max_per_order->value(),
                     .detail = "max_per_order"};
    }
  }
  return std::nullopt;
}

// Asks for the due holds of the SKU, once a batch, when there may be some that were not read.
void want_due(const draft& books, const sku_id& sku, std::vector<sku_id>& due_wanted) {
  const sku_book& book = *books.find_sku(sku);
  const bool may_be_unread = !book.due_is_complete && book.next_due && *book.next_due <= books.now();
  const bool is_wanted = std::find(due_wanted.begin(), due_wanted.end(), sku) != due_wanted.end();
  if (may_be_unread && !is_wanted) due_wanted.push_back(sku);
}

// Plans every line. A line that cannot be held first expires what is due on its SKU, hold by hold: due holds
// never block a sale.
std::optional<refusal> plan_order(draft& books, const reserve_order& asked, const reserve_context& context,
                                  std::vector<allocation>& planned) {
  std::size_t next = 0;
  while (next < asked.lines.size()) {
    const line& wanted = asked.lines[next];
    auto refused = plan_line(books, asked, wanted, context.rules.allocation, planned);
    if (!refused) {
      ++next;
    } else if (books.expire_next_due(wanted.sku)) {
      // The expired hold may have given units of other lines back too: their plans are made anew.
      planned.clear();
      next = 0;
    } else {
      want_due(books, wanted.sku, context.due_wanted);
      return refused;
    }
  }
  return std::nullopt;
}

}  // namespace

outcome decide_reserve(draft& books, const reserve_order& asked, const reserve_context& context) {
  HOLDFAST_ASSERT(!asked.lines.empty());
  const fingerprint print = fingerprint_of(asked);
  if (auto answer = answer_bound_key(books, asked.key, print)) return std::move(*answer);
  if (auto refused = check_lines(books, asked)) return std::move(*refused);
  std::vector<allocation> planned;
  if (auto refused = plan_order(books, asked, context, planned)) return std::move(*refused);

  if (const reservation* replaced = books.find_held_order(asked.buyer, asked.order)) {
    books.free(replaced->id, replaced->state_at(books.now()) == reservation_state::expired
                                 ? reservation_state::expired
                                 : reservation_state::released);
  }
  books.create({.id = asked.id,
                .key = asked.key,
                .buyer = asked.buyer,
                .order = asked.order,
                .state = reservation_state::held,
                .created_at = books.now(),
                .expires_at = books.now() + asked.hold,
                .allocations = std::move(planned)});
  books.bind(asked.key, print, asked.id);
  return reservation_answer{*books.find_reservation(asked.id), reservation_state::held};
}

}  // namespace holdfast::inventory
