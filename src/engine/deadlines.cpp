// Deadlines of many waiters on one timer.
#include "engine/deadlines.h"

namespace holdfast::engine {

deadlines::deadlines(const boost::asio::any_io_executor& executor, std::function<void(deadline_entry)> passed)
    : timer_(executor), passed_(std::move(passed)) {}

deadline_index::iterator deadlines::add(steady_time when, deadline_entry of) {
  const auto added = index_.emplace(when, std::move(of));
  if (when < armed_for_) arm();
  return added;
}

void deadlines::arm() {
  if (index_.empty()) {
    armed_for_ = steady_time::max();
    return;
  }
  armed_for_ = index_.begin()->first;
  timer_.expires_at(armed_for_);
  timer_.async_wait([this, alive = std::weak_ptr<bool>(alive_)](const boost::system::error_code& error) {
    if (error || alive.expired()) return;
    const auto now = std::chrono::steady_clock::now();
    while (!index_.empty() && index_.begin()->first <= now) {
      const deadline_entry due = std::move(index_.begin()->second);
      index_.erase(index_.begin());
      passed_(due);
    }
    arm();
  });
}

}  // namespace holdfast::engine
