// The port to the locks: what the combiner asks of a lease. Two functions, owned by their consumer.
#pragma once

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <memory>
#include <variant>

#include "holdfast/inventory/ids.h"

namespace holdfast::engine {

// Exclusive use of a SKU's lock key, kept alive until it is released, lost, or destroyed (which releases it
// in the background).
class held_lease {
 public:
  virtual ~held_lease() = default;
  // False from shortly before anyone else could own the key; never true again.
  virtual bool is_held() const = 0;
  // Returns how many waiters of other nodes were woken. A failure to reach Redis counts as none.
  virtual boost::asio::awaitable<int> release() = 0;
};

enum class lease_trouble {
  busy,         // someone else held it until the wait was over
  unavailable,  // Redis is away: work on the ledger alone
  stuck,        // the key has no TTL, is held beyond reason, or is of another type: work on the ledger alone
};

class lease_port {
 public:
  virtual ~lease_port() = default;
  virtual boost::asio::awaitable<std::variant<std::unique_ptr<held_lease>, lease_trouble>> acquire(
      inventory::sku_id sku, std::chrono::milliseconds wait) = 0;
  // False while Redis is away.
  virtual bool is_available() const = 0;
};

}  // namespace holdfast::engine
