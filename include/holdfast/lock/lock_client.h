// A lock in Redis that other programs respect: `SET key token NX PX ttl`, the plain format of redis-py,
// node-redlock, redsync, Laravel and most hand-written PHP.
//
// A lock is a hint about time, not a proof: a paused holder, a clock that jumps or a fail-over can leave two
// holders. Whoever needs more than mutual exclusion among the unpaused must check ownership at the resource
// (docs: tenure).
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/system/result.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace holdfast::redis {
class client;
class subscriber;
}  // namespace holdfast::redis

namespace holdfast::lock {

struct acquire_options {
  // 20 ms to 24 hours, anything else is a bug of the caller; renewed each third of it while the lease lives.
  std::chrono::milliseconds ttl{3'000};
  // How long to wait for another holder; 0: one try. A Redis that hangs may add one command timeout of the
  // client. This and the limits below are cut to a year, so milliseconds::max() means "without a limit".
  std::chrono::milliseconds wait{0};
  // Then it is not renewed any more and ends, whatever its holder does (H8). Below ttl: never renewed.
  std::chrono::milliseconds max_hold{30'000};
  // How long one other holder may be seen before the lock counts as stuck.
  std::chrono::milliseconds stuck_after{30'000};
};

enum class lock_error {
  busy,             // someone else held it until the wait was over, or Redis answered too late to be of use
  unavailable,      // Redis cannot be reached, or refuses writes; nothing is held
  outcome_unknown,  // the answer was lost; whatever was taken is given back as soon as Redis can be reached,
                    // or expires
  stuck,            // the key has no time to live, or one holder kept it beyond stuck_after
  foreign_type,     // the key holds something that is not a lock of this format
};
std::string_view to_string(lock_error error);
[[noreturn]] void throw_exception_from_error(lock_error error, const boost::source_location& where);

struct release_outcome {
  enum class status {
    released,  // it was ours and is free now
    not_held,  // it had expired, or became another's, before
    unknown,   // the answer was lost; it is given back as soon as possible, or expires
  } is;
  int waiters_reached = 0;  // processes that were woken
};

// Ownership of a lock. Move only. Confined to the client's thread, but for lost(), whose token may be watched
// from any. Destroying a lease that is held, or assigning over it, releases it in the background. One that
// was moved from is not held; nothing else may be asked of it.
class lease {
 public:
  lease(lease&&) noexcept;
  lease& operator=(lease&&) noexcept;
  ~lease();

  const std::string& key() const;
  // 128 random bits in hexadecimal: what the key holds while it is ours.
  const std::string& token() const;

  // How long it is certain to be ours: counted from before the request was sent, on the monotonic clock, less
  // an allowance for drift. Zero once it was lost or released.
  std::chrono::milliseconds remaining() const;
  bool is_held() const;

  // Stopped before validity ends, as soon as the lease cannot be renewed. Not stopped by release().
  std::stop_token lost() const;
  // Called once when the lease is lost, on the client's thread. Replaces the one set before.
  void on_lost(std::function<void()> call);

  // Gives it back. If the awaiting coroutine is cancelled it is given back in the background.
  boost::asio::awaitable<release_outcome> release();

  class holding;  // opaque

 private:
  friend class lock_client;
  explicit lease(std::shared_ptr<holding> of);
  std::shared_ptr<holding> holding_;
};

// Confined to its executor's thread. `commands` and `wakeups` must outlive it and its leases. Waiters for one
// key within one client are served in order of arrival, and only the first of them talks to Redis.
class lock_client {
 public:
  // Without `wakeups` (null) waiters only poll.
  lock_client(boost::asio::any_io_executor executor, redis::client& commands, redis::subscriber* wakeups);
  ~lock_client();

  // Cancelling it at any moment leaves no lock behind: what may have been taken is given back in the
  // background.
  boost::asio::awaitable<boost::system::result<lease, lock_error>> acquire(std::string key,
                                                                           acquire_options options);

  class machine;  // opaque

 private:
  std::shared_ptr<machine> machine_;
};

}  // namespace holdfast::lock
