// The lease port on the lock library.
#pragma once

#include "engine/lease_port.h"
#include "holdfast/lock/lock_client.h"
#include "redis/client.h"

namespace holdfast::engine {

class redis_leases final : public lease_port {
 public:
  // `how` is used with the wait that each call gives.
  redis_leases(lock::lock_client& locks, redis::client& commands, const lock::acquire_options& how)
      : locks_(locks), commands_(commands), how_(how) {}

  boost::asio::awaitable<std::variant<std::unique_ptr<held_lease>, lease_trouble>> acquire(
      inventory::sku_id sku, std::chrono::milliseconds wait) override;
  bool is_available() const override { return commands_.is_available(); }

 private:
  lock::lock_client& locks_;
  redis::client& commands_;
  lock::acquire_options how_;
};

}  // namespace holdfast::engine
