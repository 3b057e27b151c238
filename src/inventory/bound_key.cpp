// Idempotency: what a key that is already bound answers (I6).
#include "inventory/bound_key.h"

#include "base/assert.h"

namespace holdfast::inventory {
namespace {

struct bound_answer {
  const draft& books;
  const idempotency_key& key;

  std::optional<outcome> operator()(const binding::cancelled&) const {
    return refusal{.code = refusal_code::idempotency_key_cancelled, .subject = key.text()};
  }

  std::optional<outcome> operator()(const reservation_id& id) const {
    const reservation* made = books.find_reservation(id);
    HOLDFAST_ASSERT(made != nullptr);
    if (made->key != key) return std::nullopt;  // the key of a confirm or release, not of the reserve
    reservation_answer first{.answered = *made, .state_now = made->state_at(books.now()), .replayed = true};
    first.answered.state = reservation_state::held;
    return first;
  }

  std::optional<outcome> operator()(const binding::received& first) const {
    return stock_received{.sku = first.sku,
                          .source = first.source,
                          .units = first.units,
                          .seq = first.seq,
                          .on_hand = first.on_hand,
                          .replayed = true};
  }
};

}  // namespace

std::optional<outcome> answer_bound_key(const draft& books, const idempotency_key& key,
                                        const fingerprint& print) {
  const binding* bound = books.find_binding(key);
  if (bound == nullptr) return std::nullopt;
  const bool was_cancelled = std::holds_alternative<binding::cancelled>(bound->to);
  if (!was_cancelled && bound->print != print) {
    return refusal{.code = refusal_code::idempotency_key_reused, .subject = key.text()};
  }
  return std::visit(bound_answer{books, key}, bound->to);
}

}  // namespace holdfast::inventory
