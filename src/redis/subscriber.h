// Wake-ups: a second connection that only listens. Losing it loses no correctness, only speed: whoever waits
// also polls.
#pragma once

#include <boost/asio/any_io_executor.hpp>

#include <functional>
#include <memory>
#include <string>

#include "redis/address.h"
#include "redis/client.h"

namespace holdfast::redis {

// Confined to its executor's thread.
class subscriber {
 public:
  subscriber(boost::asio::any_io_executor executor, address server, client_options options = {});
  ~subscriber();  // stops
  subscriber(const subscriber&) = delete;
  subscriber& operator=(const subscriber&) = delete;

  void start();
  void stop();

  class subscription {
   public:
    subscription() = default;
    ~subscription();
    subscription(subscription&& other) noexcept;
    subscription& operator=(subscription&& other) noexcept;

   private:
    friend class subscriber;
    class state;
    std::shared_ptr<state> state_;
  };

  // `woken` is called for each message on the channel, and once whenever listening has (re)started: what
  // happened before was not heard. Never called after the subscription is gone. Subscriptions of one channel
  // share one on the server.
  subscription subscribe(const std::string& channel, std::function<void()> woken);

 private:
  class connection;
  std::shared_ptr<connection> connection_;
};

}  // namespace holdfast::redis
