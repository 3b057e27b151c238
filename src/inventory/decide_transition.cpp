// The reservation's life after it was made.
#include "inventory/decide_transition.h"

#include "base/assert.h"
#include "inventory/bound_key.h"

namespace holdfast::inventory {
namespace {

// Confirm and release are each other's mirror: to the target state from held, a replay when already there.
template <class Asked>
outcome decide_ending(draft& books, const Asked& asked, reservation_state target, std::string_view verb) {
  const fingerprint print = fingerprint_of(asked);
  if (asked.key) {
    if (auto answer = answer_bound_key(books, *asked.key, print)) return std::move(*answer);
  }
  const reservation* found = books.find_reservation(asked.id);
  if (found == nullptr) {
    return refusal{.code = refusal_code::reservation_not_found, .subject = asked.id.to_string()};
  }
  const reservation_state state = found->state_at(books.now());
  if (state == target) {
    // A new key that changed nothing was answered all the same: it must not be given to another reservation.
    if (asked.key && books.find_binding(*asked.key) == nullptr) books.bind(*asked.key, print, asked.id);
    return reservation_answer{.answered = *found, .state_now = state, .replayed = true};
  }
  if (state == reservation_state::expired) {
    return refusal{
        .code = refusal_code::reservation_expired, .subject = asked.id.to_string(), .state = state};
  }
  if (state != reservation_state::held) {
    return refusal{.code = refusal_code::transition_invalid,
                   .subject = asked.id.to_string(),
                   .state = state,
                   .detail = verb};
  }
  if (target == reservation_state::confirmed) {
    books.confirm(asked.id);
  } else {
    books.free(asked.id, target);
  }
  if (asked.key) books.bind(*asked.key, print, asked.id);
  return reservation_answer{.answered = *found, .state_now = target};
}

}  // namespace

outcome decide_confirm(draft& books, const confirm_reservation& asked) {
  return decide_ending(books, asked, reservation_state::confirmed, "confirm");
}

outcome decide_release(draft& books, const release_reservation& asked) {
  return decide_ending(books, asked, reservation_state::released, "release");
}

outcome decide_cancel(draft& books, const cancel_key& asked) {
  const binding* bound = books.find_binding(asked.key);
  if (bound == nullptr) {
    books.bind(asked.key, fingerprint_of(asked), binding::cancelled{});
    return key_cancelled{};
  }
  if (std::holds_alternative<binding::cancelled>(bound->to)) return key_cancelled{};
  const reservation_id* id = std::get_if<reservation_id>(&bound->to);
  const reservation* made = id == nullptr ? nullptr : books.find_reservation(*id);
  HOLDFAST_ASSERT(id == nullptr || made != nullptr);
  if (made == nullptr || made->key != asked.key) {
    return refusal{.code = refusal_code::idempotency_key_reused, .subject = asked.key.text()};
  }
  if (made->state == reservation_state::confirmed) {
    return refusal{.code = refusal_code::transition_invalid,
                   .subject = made->id.to_string(),
                   .state = made->state,
                   .detail = "cancel"};
  }
  if (made->state == reservation_state::held) {
    books.free(made->id,
               made->is_due(books.now()) ? reservation_state::expired : reservation_state::released);
  }
  return key_cancelled{*made};
}

outcome decide_expire(draft& books, const expire_reservation& asked) {
  const reservation* found = books.find_reservation(asked.id);
  if (found == nullptr || !found->is_due(books.now())) return swept{};
  books.free(asked.id, reservation_state::expired);
  return swept{.expired = true};
}

}  // namespace holdfast::inventory
