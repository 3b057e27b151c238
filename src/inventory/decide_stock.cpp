// Units that arrive, and the settings of SKUs and sources.
#include "inventory/decide_stock.h"

#include <algorithm>

#include "base/assert.h"
#include "inventory/bound_key.h"

namespace holdfast::inventory {
namespace {

quantity on_hand_of(const sku_book& book, const source_id& source) {
  const auto named = [&source](const source_level& level) { return level.source == source; };
  const auto found = std::find_if(book.levels.begin(), book.levels.end(), named);
  return found == book.levels.end() ? quantity() : found->on_hand;
}

}  // namespace

outcome decide_receive(draft& books, const receive_stock& asked) {
  HOLDFAST_ASSERT(!asked.units.is_zero());
  const fingerprint print = fingerprint_of(asked);
  if (auto answer = answer_bound_key(books, asked.key, print)) return std::move(*answer);
  const sku_book* book = books.find_sku(asked.sku);
  if (book == nullptr) return refusal{.code = refusal_code::unknown_sku, .subject = asked.sku.text()};
  if (books.find_source(asked.source) == nullptr) {
    return refusal{.code = refusal_code::unknown_source, .subject = asked.source.text()};
  }
  const quantity before = on_hand_of(*book, asked.source);
  const auto after = before.plus(asked.units);
  if (!after) {
    return refusal{.code = refusal_code::quantity_invalid,
                   .subject = asked.sku.text(),
                   .requested = asked.units.value(),
                   .allowed = quantity::max - before.value(),
                   .detail = "the most units that one source can own"};
  }
  const std::int64_t seq = books.move({.kind = entry_kind::receive,
                                       .sku = asked.sku,
                                       .source = asked.source,
                                       .on_hand = asked.units.value(),
                                       .reference = asked.reference});
  books.bind(
      asked.key, print,
      binding::received{
          .sku = asked.sku, .source = asked.source, .seq = seq, .units = asked.units, .on_hand = *after});
  return stock_received{
      .sku = asked.sku, .source = asked.source, .units = asked.units, .seq = seq, .on_hand = *after};
}

outcome decide_put_sku(draft& books, const put_sku& asked) {
  const sku_book* book = books.find_sku(asked.sku);
  if (book != nullptr && book->settings == asked.settings) return stored{stored::effect::unchanged};
  books.put(asked.sku, asked.settings);
  return stored{book == nullptr ? stored::effect::created : stored::effect::changed};
}

outcome decide_put_source(draft& books, const put_source& asked) {
  const source* known = books.find_source(asked.source.id);
  if (known != nullptr && *known == asked.source) return stored{stored::effect::unchanged};
  const bool is_new = known == nullptr;
  books.put(asked.source);
  return stored{is_new ? stored::effect::created : stored::effect::changed};
}

outcome decide_delete_source(draft& books, const delete_source& asked) {
  if (books.find_source(asked.id) == nullptr) {
    return refusal{.code = refusal_code::unknown_source, .subject = asked.id.text()};
  }
  const auto has_units = books.current().source_has_units.find(asked.id);
  HOLDFAST_ASSERT(has_units != books.current().source_has_units.end());
  if (has_units->second) return refusal{.code = refusal_code::source_in_use, .subject = asked.id.text()};
  books.erase(asked.id);
  return stored{stored::effect::deleted};
}

}  // namespace holdfast::inventory
