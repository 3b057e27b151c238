// Acquiring and releasing: loops that ask Redis and obey the rules.
#include "holdfast/lock/lock_client.h"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/throw_exception.hpp>

#include <random>
#include <stdexcept>

#include "base/assert.h"
#include "base/backoff.h"
#include "base/random.h"
#include "lock/holding.h"

namespace holdfast::lock {
namespace asio = boost::asio;

namespace {

// Polling beside the wake-ups: for keys that expire, and for releases by programs that tell nobody.
constexpr base::backoff::limits polling{.base = milliseconds(2), .cap = milliseconds(100)};

base::spread& jitter() {
  thread_local base::spread random{std::random_device()()};
  return random;
}

// Gives back in the background what an attempt may have taken, unless somebody has become responsible for it.
// Its destructor runs too when the coroutine is cancelled, at whatever await.
class responsibility {
 public:
  responsibility(std::shared_ptr<lock_client::machine> machine, const std::string& key,
                 const std::string& token, milliseconds ttl)
      : machine_(std::move(machine)), key_(key), token_(token), ttl_(ttl) {}
  ~responsibility() {
    if (pending_) machine_->give_back_later(key_, token_, std::chrono::steady_clock::now() + ttl_);
  }
  responsibility(const responsibility&) = delete;
  responsibility& operator=(const responsibility&) = delete;
  void begin() { pending_ = true; }
  void end() { pending_ = false; }

 private:
  std::shared_ptr<lock_client::machine> machine_;
  const std::string& key_;
  const std::string& token_;
  milliseconds ttl_;
  bool pending_ = false;
};

// One acquisition: an attempt, then waiting, until it is taken or given up.
class acquisition {
 public:
  acquisition(std::shared_ptr<lock_client::machine> machine, std::string key, const acquire_options& options)
      : machine_(std::move(machine)),
        key_(std::move(key)),
        options_(options),
        token_(base::random_token()),
        deadline_(later(std::chrono::steady_clock::now(), options.wait)),
        owed_(machine_, key_, token_, options.ttl),
        wait_(machine_->executor()),
        pauses_(polling) {}

  struct granted {
    steady_time sent_at;
  };
  using outcome = boost::system::result<granted, lock_error>;

  asio::awaitable<outcome> run() {
    while (true) {
      // 1. Ask.
      const auto sent_at = std::chrono::steady_clock::now();
      owed_.begin();
      const redis::result got = co_await machine_->set(key_, token_, options_.ttl);
      switch (decide_attempt(got)) {
        case attempt::taken:
          if (is_usable(validity_of(sent_at, options_.ttl), options_.ttl, std::chrono::steady_clock::now())) {
            co_return take(sent_at);
          }
          // Too late to be of use (P3). Given back here and not in the background: the next attempt sets
          // the same token, which a give-back still on its way would delete.
          if (!co_await give_back()) co_return lock_error::outcome_unknown;
          break;
        case attempt::unavailable:
          owed_.end();
          co_return lock_error::unavailable;
        case attempt::outcome_unknown:
          co_return lock_error::outcome_unknown;
        case attempt::held_by_other:
          owed_.end();
          break;
      }
      // 2. Who holds it, and is there any point in waiting?
      const redis::result looked = co_await machine_->inspect(key_);
      const auto other = parse_holder(looked);
      if (!other) co_return lock_error::unavailable;
      const milliseconds seen_for =
          machine_->seen().seen_for(key_, other->token, std::chrono::steady_clock::now());
      const next_step step = decide_wait(*other, seen_for, options_.stuck_after);
      if (step.what == next_step::action::try_now) machine_->seen().forget(key_);
      if (step.what == next_step::action::give_up) co_return step.error;
      if (std::chrono::steady_clock::now() >= deadline_) co_return lock_error::busy;
      // 3. Wait for the wake-up, or the poll.
      if (step.what == next_step::action::wait) co_await wait(step.most);
    }
  }

  const std::string& token() const { return token_; }

 private:
  outcome take(steady_time sent_at) {
    owed_.end();
    machine_->seen().forget(key_);
    return granted{sent_at};
  }

  // False when it is not known whether the key is still there; then it stays owed.
  asio::awaitable<bool> give_back() {
    const release_outcome got = co_await machine_->release(key_, token_);
    if (got.is == release_outcome::status::unknown) co_return false;
    owed_.end();
    co_return true;
  }

  asio::awaitable<void> wait(milliseconds most) {
    // Listening starts with the first wait; its confirmation wakes us too, since what came before was not
    // heard.
    if (!is_listening_ && machine_->wakeups() != nullptr) {
      is_listening_ = true;
      subscription_ = machine_->wakeups()->subscribe(lock_client::machine::channel_of(key_), [this] {
        was_woken_ = true;
        wait_.cancel();
      });
    }
    if (!std::exchange(was_woken_, false)) {
      const auto pause = std::min<base::backoff::duration>(pauses_.next(jitter()), most);
      wait_.expires_at(std::min(deadline_, std::chrono::steady_clock::now() + pause));
      boost::system::error_code ignored;
      co_await wait_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
      was_woken_ = false;
    }
  }

  std::shared_ptr<lock_client::machine> machine_;
  std::string key_;
  acquire_options options_;
  std::string token_;
  steady_time deadline_;
  responsibility owed_;
  asio::steady_timer wait_;
  base::backoff pauses_;
  bool is_listening_ = false;
  bool was_woken_ = false;
  redis::subscriber::subscription subscription_;
};

}  // namespace

std::string_view to_string(lock_error error) {
  switch (error) {
    case lock_error::busy:
      return "busy";
    case lock_error::unavailable:
      return "unavailable";
    case lock_error::outcome_unknown:
      return "outcome_unknown";
    case lock_error::stuck:
      return "stuck";
    case lock_error::foreign_type:
      return "foreign_type";
  }
  return "";
}

void throw_exception_from_error(lock_error error, const boost::source_location& where) {
  boost::throw_exception(std::runtime_error("lock: " + std::string(to_string(error))), where);
}

lock_client::lock_client(asio::any_io_executor executor, redis::client& commands, redis::subscriber* wakeups)
    : machine_(std::make_shared<machine>(std::move(executor), commands, wakeups)) {}

lock_client::~lock_client() {
  machine_->stop();
}

asio::awaitable<boost::system::result<lease, lock_error>> lock_client::acquire(std::string key,
                                                                               acquire_options options) {
  HOLDFAST_ASSERT(options.ttl >= milliseconds(20) && options.ttl <= std::chrono::hours(24));
  HOLDFAST_ASSERT(options.wait.count() >= 0);
  const std::shared_ptr<machine> shared = machine_;
  turnstile::place place(shared->queues(), key);
  if (!co_await place.turn(later(std::chrono::steady_clock::now(), options.wait))) co_return lock_error::busy;
  acquisition asking(shared, key, options);
  const acquisition::outcome got = co_await asking.run();
  if (got.has_error()) co_return got.error();
  auto held = std::make_shared<lease::holding>(shared, key, asking.token(), options, got->sent_at);
  held->start();
  co_return lease(std::move(held));
}

lease::lease(std::shared_ptr<holding> of) : holding_(std::move(of)) {}
lease::lease(lease&&) noexcept = default;
lease& lease::operator=(lease&& other) noexcept {
  // Through a temporary: what was held here must be given back now, not when `other` goes.
  lease taken(std::move(other));
  std::swap(holding_, taken.holding_);
  return *this;
}

lease::~lease() {
  if (!holding_ || holding_->remaining().count() == 0) return;
  holding_->end();
  holding_->machine_->give_back_later(holding_->key_, holding_->token_,
                                      std::chrono::steady_clock::now() + holding_->options_.ttl);
}

const std::string& lease::key() const {
  return holding_->key_;
}
const std::string& lease::token() const {
  return holding_->token_;
}
milliseconds lease::remaining() const {
  return holding_ ? holding_->remaining() : milliseconds(0);
}
bool lease::is_held() const {
  return holding_ && holding_->is_held();
}
std::stop_token lease::lost() const {
  return holding_->lost_.get_token();
}
void lease::on_lost(std::function<void()> call) {
  holding_->on_lost_ = std::move(call);
}

asio::awaitable<release_outcome> lease::release() {
  const std::shared_ptr<holding> held = holding_;
  held->end();
  responsibility owed(held->machine_, held->key_, held->token_, held->options_.ttl);
  owed.begin();
  const release_outcome got = co_await held->machine_->release(held->key_, held->token_);
  if (got.is != release_outcome::status::unknown) owed.end();
  co_return got;
}

}  // namespace holdfast::lock
