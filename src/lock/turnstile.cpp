// Turnstile: one by one, in order of arrival.
#include "lock/turnstile.h"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace holdfast::lock {
namespace asio = boost::asio;

turnstile::place::place(std::shared_ptr<turnstile> of, std::string key)
    : of_(std::move(of)), key_(std::move(key)), timer_(of_->executor_) {
  std::list<place*>& queue = of_->queues_[key_];
  at_ = queue.insert(queue.end(), this);
}

turnstile::place::~place() {
  const auto queue = of_->queues_.find(key_);
  const bool was_first = queue->second.front() == this;
  queue->second.erase(at_);
  if (queue->second.empty()) {
    of_->queues_.erase(queue);
  } else if (was_first) {
    queue->second.front()->timer_.cancel();
  }
}

bool turnstile::place::is_first() const {
  return of_->queues_.at(key_).front() == this;
}

asio::awaitable<bool> turnstile::place::turn(steady_time deadline) {
  while (!is_first()) {
    if (std::chrono::steady_clock::now() >= deadline) co_return false;
    timer_.expires_at(deadline);
    boost::system::error_code ignored;
    co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
  co_return true;
}

}  // namespace holdfast::lock
