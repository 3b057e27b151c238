// Use case: hold units of every line for a buyer, or of none. The main path.
#pragma once

#include "engine/service.h"
#include "holdfast/engine/answer.h"

namespace holdfast::engine {

struct reserve_request {
  inventory::idempotency_key key;
  inventory::buyer_id buyer;
  std::optional<inventory::order_ref> order;
  std::chrono::seconds hold;
  std::vector<inventory::line> lines;  // as sent: at least one, each of at least one unit
  steady_time deadline;
};

boost::asio::awaitable<answer> reserve_stock(service& engine, reserve_request asked);

}  // namespace holdfast::engine
