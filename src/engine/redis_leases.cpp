// The lease port on the lock library.
#include "engine/redis_leases.h"

#include <boost/asio/use_awaitable.hpp>

#include "base/log.h"
#include "engine/lock_key.h"

namespace holdfast::engine {
namespace {

class redis_lease final : public held_lease {
 public:
  explicit redis_lease(lock::lease held) : held_(std::move(held)) {}
  bool is_held() const override { return held_.is_held(); }
  boost::asio::awaitable<int> release() override {
    const lock::release_outcome got = co_await held_.release();
    co_return got.waiters_reached;
  }

 private:
  lock::lease held_;
};

lease_trouble trouble_of(lock::lock_error error) {
  switch (error) {
    case lock::lock_error::busy:
      return lease_trouble::busy;
    case lock::lock_error::unavailable:
      return lease_trouble::unavailable;
    case lock::lock_error::outcome_unknown:
      return lease_trouble::unavailable;
    case lock::lock_error::stuck:
      return lease_trouble::stuck;
    case lock::lock_error::foreign_type:
      return lease_trouble::stuck;
  }
  return lease_trouble::unavailable;
}

}  // namespace

boost::asio::awaitable<std::variant<std::unique_ptr<held_lease>, lease_trouble>> redis_leases::acquire(
    inventory::sku_id sku, std::chrono::milliseconds wait) {
  lock::acquire_options how = how_;
  how.wait = wait;
  auto got = co_await locks_.acquire(lock_key(sku), how);
  if (got.has_error()) {
    if (got.error() == lock::lock_error::foreign_type) {
      base::log_warning("the key {} holds something that is not a lock", lock_key(sku));
    }
    co_return trouble_of(got.error());
  }
  co_return std::make_unique<redis_lease>(std::move(*got));
}

}  // namespace holdfast::engine
