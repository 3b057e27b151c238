// The engine as its callers hold it.
#include "engine/service.h"

#include <boost/asio/use_awaitable.hpp>

namespace holdfast::engine {

service::service(const parts& of, const options& limits)
    : limits_(limits),
      store_(of.store),
      snapshots_(of.snapshots),
      metrics_(of.counters),
      levels_(limits.snapshot_freshness),
      combiner_({.executor = of.executor,
                 .store = of.store,
                 .locks = of.locks,
                 .limits = limits_,
                 .counters = metrics_,
                 .settled = [this](const settled_batch& settled) { note(settled); }}),
      sweeper_(of.executor, of.store, combiner_, limits_, metrics_) {}

void service::start() {
  sweeper_.start();
}

boost::asio::awaitable<void> service::stop(std::chrono::milliseconds grace) {
  sweeper_.stop();
  co_await combiner_.stop(grace);
}

// Before the answers go out, so that whoever has one never reads an older level here.
void service::note(const settled_batch& settled) {
  const auto now = std::chrono::steady_clock::now();
  levels_.update(settled, now);
  if (snapshots_ != nullptr && !settled.positions.empty())
    snapshots_->publish(settled.positions, settled.now, now);
}

}  // namespace holdfast::engine
