// Turnstile: coroutines of one process that want the same key go through one by one, in order of arrival.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <list>
#include <memory>
#include <string>
#include <unordered_map>

#include "lock/rules.h"

namespace holdfast::lock {

// Confined to its executor's thread.
class turnstile : public std::enable_shared_from_this<turnstile> {
 public:
  explicit turnstile(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}

  // A place in the queue of a key; leaving it (destroying it) lets the next one go, wherever this one stood.
  class place {
   public:
    place(std::shared_ptr<turnstile> of, std::string key);
    ~place();
    place(const place&) = delete;
    place& operator=(const place&) = delete;
    // True when it is this one's turn, false when `deadline` came first.
    boost::asio::awaitable<bool> turn(steady_time deadline);

   private:
    bool is_first() const;
    std::shared_ptr<turnstile> of_;
    std::string key_;
    boost::asio::steady_timer timer_;
    std::list<place*>::iterator at_;
  };

 private:
  boost::asio::any_io_executor executor_;
  std::unordered_map<std::string, std::list<place*>> queues_;
};

}  // namespace holdfast::lock
