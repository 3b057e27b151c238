// The rules of a lease, pure.
#include "lock/rules.h"

#include <algorithm>

namespace holdfast::lock {
namespace {

// Refusals that say "not now" rather than "not so": the server is there but cannot keep a lock.
bool cannot_serve(const redis::failure& error) {
  return error.is == redis::failure::kind::server_error || error.is == redis::failure::kind::unavailable;
}

}  // namespace

milliseconds drift_of(milliseconds ttl) {
  return ttl / 100 + milliseconds(2);
}

steady_time validity_of(steady_time sent_at, milliseconds ttl) {
  return sent_at + ttl - drift_of(ttl);
}

steady_time later(steady_time from, milliseconds by) {
  return from + std::min<milliseconds>(by, std::chrono::hours(24 * 365));
}

bool is_usable(steady_time valid_until, milliseconds ttl, steady_time now) {
  return now < valid_until - loss_margin(ttl);
}

milliseconds loss_margin(milliseconds ttl) {
  return std::max(ttl / 20, milliseconds(1));
}

attempt decide_attempt(const redis::result& got) {
  if (got.has_error()) return cannot_serve(got.error()) ? attempt::unavailable : attempt::outcome_unknown;
  return got->is == redis::reply::kind::status ? attempt::taken : attempt::held_by_other;
}

renewal decide_renewal(const redis::result& got) {
  if (!got.has_error()) return got->number == 1 ? renewal::renewed : renewal::lost;
  // Another type at the key: someone overwrote it.
  if (got.error().is == redis::failure::kind::server_error &&
      got.error().text.find("WRONGTYPE") != std::string::npos) {
    return renewal::lost;
  }
  return renewal::try_again;
}

std::optional<holder> parse_holder(const redis::result& got) {
  if (got.has_error() || got->items.size() != 3) return std::nullopt;
  return holder{.type = got->items[0].text, .token = got->items[1].text, .ttl_ms = got->items[2].number};
}

next_step decide_wait(const holder& other, milliseconds seen_for, milliseconds stuck_after) {
  using action = next_step::action;
  if (other.ttl_ms == -2 || other.type == "none") return {.what = action::try_now};
  if (other.type != "string") return {.what = action::give_up, .error = lock_error::foreign_type};
  if (other.ttl_ms == -1 || seen_for >= stuck_after)
    return {.what = action::give_up, .error = lock_error::stuck};
  return {.what = action::wait, .most = milliseconds(other.ttl_ms) + milliseconds(1)};
}

}  // namespace holdfast::lock
