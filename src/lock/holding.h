// A lock that is held: its validity, its watchdog, and the signal that it is lost.
#pragma once

#include <boost/asio/steady_timer.hpp>

#include "lock/machine.h"

namespace holdfast::lock {

// Shared by the lease and its watchdog. Invariant: lost() is signalled before valid_until_ passes, unless it
// was released.
class lease::holding : public std::enable_shared_from_this<lease::holding> {
 public:
  holding(std::shared_ptr<lock_client::machine> machine, std::string key, std::string token,
          const acquire_options& options, steady_time sent_at);

  // Starts the watchdog.
  void start();
  // Ends it: the lease is no more, whatever becomes of the key.
  void end();

  bool is_held() const;
  milliseconds remaining() const;

  std::shared_ptr<lock_client::machine> machine_;
  const std::string key_;
  const std::string token_;
  const acquire_options options_;
  std::stop_source lost_;
  std::function<void()> on_lost_;

 private:
  static boost::asio::awaitable<void> watch(std::shared_ptr<holding> self);
  void lose();
  void arm_alarm();

  steady_time valid_until_;
  const steady_time hold_until_;  // no renewal reaches beyond
  boost::asio::steady_timer alarm_;
  boost::asio::steady_timer pause_;
  bool ended_ = false;
};

}  // namespace holdfast::lock
