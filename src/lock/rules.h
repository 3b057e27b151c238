// The rules of a lease, pure: what to do after each answer, and how long what was granted is valid. The
// coroutines obey.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "holdfast/lock/lock_client.h"
#include "redis/reply.h"

namespace holdfast::lock {

using steady_time = std::chrono::steady_clock::time_point;
using milliseconds = std::chrono::milliseconds;

// Clocks of two machines may run apart by one part in a hundred, and Redis rounds to milliseconds.
milliseconds drift_of(milliseconds ttl);

// Until when a grant is certain: counted from before the request left (Redis cannot have started its clock
// earlier).
steady_time validity_of(steady_time sent_at, milliseconds ttl);

// `by` after `from`, with `by` cut to a year: a limit of milliseconds::max() means "very long" and must not
// overflow into the past.
steady_time later(steady_time from, milliseconds by);

// Whether a grant whose answer came at `now` can still be used. An answer that was long on its way may be
// older than what it grants: to hand that out would be a lease that was lost from the start.
bool is_usable(steady_time valid_until, milliseconds ttl, steady_time now);

// How long before the end of validity the loss is signalled, so that the holder can still stop in time.
milliseconds loss_margin(milliseconds ttl);

// What an attempt (SET NX PX) came to.
enum class attempt { taken, held_by_other, outcome_unknown, unavailable };
attempt decide_attempt(const redis::result& got);

// What a renewal (renew.lua) came to.
enum class renewal { renewed, lost, try_again };
renewal decide_renewal(const redis::result& got);

// Who holds the key, as inspect.lua tells.
struct holder {
  std::string type;
  std::string token;
  std::int64_t ttl_ms = -2;
};
std::optional<holder> parse_holder(const redis::result& got);

// What to do about another holder.
struct next_step {
  enum class action { try_now, wait, give_up } what;
  milliseconds most{0};                 // wait: no longer than this, the key may be free then
  lock_error error = lock_error::busy;  // give_up
};
// `seen_for` is how long this very token has been seen on the key.
next_step decide_wait(const holder& other, milliseconds seen_for, milliseconds stuck_after);

}  // namespace holdfast::lock
