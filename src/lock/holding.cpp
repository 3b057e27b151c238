// A lock that is held: its validity, its watchdog, and the signal that it is lost.
#include "lock/holding.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace holdfast::lock {
namespace asio = boost::asio;

lease::holding::holding(std::shared_ptr<lock_client::machine> machine, std::string key, std::string token,
                        const acquire_options& options, steady_time sent_at)
    : machine_(std::move(machine)),
      key_(std::move(key)),
      token_(std::move(token)),
      options_(options),
      valid_until_(validity_of(sent_at, options.ttl)),
      hold_until_(later(sent_at, options.max_hold)),
      alarm_(machine_->executor()),
      pause_(machine_->executor()) {}

void lease::holding::start() {
  arm_alarm();
  asio::co_spawn(machine_->executor(), watch(shared_from_this()), asio::detached);
}

void lease::holding::end() {
  ended_ = true;
  alarm_.cancel();
  pause_.cancel();
}

milliseconds lease::holding::remaining() const {
  if (ended_) return milliseconds(0);
  const auto left = std::chrono::floor<milliseconds>(valid_until_ - std::chrono::steady_clock::now());
  return std::max(left, milliseconds(0));
}

bool lease::holding::is_held() const {
  return !ended_ && is_usable(valid_until_, options_.ttl, std::chrono::steady_clock::now());
}

void lease::holding::lose() {
  if (ended_) return;
  end();
  // A key that may still be ours must not block others until it expires.
  machine_->give_back_later(key_, token_, std::chrono::steady_clock::now() + options_.ttl);
  lost_.request_stop();
  // Moved out first: the call may set another one, or drop the lease.
  if (const auto call = std::exchange(on_lost_, nullptr)) call();
}

// Rings whatever the watchdog is waiting for: a renewal that hangs must not hide the end of validity.
void lease::holding::arm_alarm() {
  alarm_.expires_at(valid_until_ - loss_margin(options_.ttl));
  alarm_.async_wait([self = shared_from_this()](const boost::system::error_code& cancelled) {
    if (!cancelled) self->lose();
  });
}

asio::awaitable<void> lease::holding::watch(std::shared_ptr<holding> self) {
  const milliseconds ttl = self->options_.ttl;
  auto next = std::chrono::steady_clock::now() + ttl / 3;
  while (!self->ended_) {
    self->pause_.expires_at(next);
    boost::system::error_code ignored;
    co_await self->pause_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    if (self->ended_) co_return;
    const auto sent_at = std::chrono::steady_clock::now();
    if (sent_at >= self->hold_until_) co_return;  // held long enough: the alarm ends it
    const redis::result got = co_await self->machine_->renew(self->key_, self->token_, ttl);
    if (self->ended_) co_return;
    switch (decide_renewal(got)) {
      case renewal::renewed:
        self->valid_until_ =
            std::min(validity_of(sent_at, ttl), std::max(self->valid_until_, self->hold_until_));
        self->arm_alarm();
        next = sent_at + ttl / 3;
        break;
      case renewal::lost:
        self->lose();
        co_return;
      case renewal::try_again:
        next = std::chrono::steady_clock::now() + ttl / 20;
        break;
    }
  }
}

}  // namespace holdfast::lock
