// A node: everything that lives on the io thread, from the sockets to the engine.
#pragma once

#include <prometheus/registry.h>
#include <boost/asio/io_context.hpp>

#include <atomic>
#include <optional>

#include "app/configuration.h"
#include "engine/redis_leases.h"
#include "engine/redis_snapshots.h"
#include "engine/service.h"
#include "http/api.h"
#include "http/server.h"
#include "redis/subscriber.h"

namespace holdfast::app {

// Made, run and destroyed on the thread that runs `io`. `store` must outlive it.
class node {
 public:
  // `redis` is the address to use, nothing with lock_mode::none and no address.
  node(boost::asio::io_context& io, const configuration& config, engine::inventory_store& store,
       std::optional<redis::address> redis);

  // Listens. The port, or why not.
  base::result<std::uint16_t, http::listen_error> start();
  // Answers what is there, gives the locks back, ends the background work. io then runs out of work.
  boost::asio::awaitable<void> stop();

  engine::service& engine() { return *engine_; }

 private:
  const configuration& config_;
  prometheus::Registry registry_;
  std::optional<redis::client> commands_;
  std::optional<redis::subscriber> wakeups_;
  std::optional<lock::lock_client> locks_;
  std::optional<engine::redis_leases> leases_;
  std::optional<engine::metrics> metrics_;
  std::optional<engine::redis_snapshots> snapshots_;
  std::optional<engine::service> engine_;
  std::optional<http::api> api_;
  std::optional<http::server> server_;
  bool ready_ = false;
};

}  // namespace holdfast::app
