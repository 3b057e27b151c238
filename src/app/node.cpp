// A node: everything that lives on the io thread.
#include "app/node.h"

#include <boost/asio/use_awaitable.hpp>

namespace holdfast::app {

node::node(boost::asio::io_context& io, const configuration& config, engine::inventory_store& store,
           std::optional<redis::address> redis)
    : config_(config) {
  const auto executor = io.get_executor();
  metrics_.emplace(registry_);
  if (redis) {
    commands_.emplace(executor, *redis);
    wakeups_.emplace(executor, *redis);
    locks_.emplace(executor, *commands_, &*wakeups_);
    const lock::acquire_options how{.ttl = config.lock_ttl,
                                    .wait = {},
                                    .max_hold = config.lock_max_hold,
                                    .stuck_after = config.lock_stuck_after};
    leases_.emplace(*locks_, *commands_, how);
    snapshots_.emplace(executor, *commands_, *metrics_, config.engine.snapshot_freshness);
    commands_->start();
    wakeups_->start();
  }
  engine_.emplace(engine::service::parts{.executor = executor,
                                         .store = store,
                                         .locks = leases_ ? &*leases_ : nullptr,
                                         .snapshots = snapshots_ ? &*snapshots_ : nullptr,
                                         .counters = *metrics_},
                  config.engine);
  api_.emplace(http::api_parts{.engine = *engine_,
                               .registry = registry_,
                               .keys = http::authenticator(config.keys),
                               .is_ready = [this] { return ready_; }});
  server_.emplace(
      executor, [this](const http::request& asked) { return api_->handle(asked); }, config.http);
}

base::result<std::uint16_t, http::listen_error> node::start() {
  const auto place = parse_listen(config_.listen);
  auto port = server_->listen(place->host, place->port);
  if (port.has_error()) return port;
  engine_->start();
  ready_ = true;
  return port;
}

boost::asio::awaitable<void> node::stop() {
  ready_ = false;
  // In this order: no request is left without an answer, no answer without its commit, no lock without its
  // release.
  co_await server_->stop();
  co_await engine_->stop(config_.http.grace);
  if (commands_) commands_->stop();
  if (wakeups_) wakeups_->stop();
}

}  // namespace holdfast::app
