// A sample shop for `serve --sample`: two warehouses and a few SKUs, the article's sneakers among them.
#pragma once

#include "engine/service.h"

namespace holdfast::app {

// Fills an empty ledger; changes nothing in one that knows a SKU already. Safe to be killed and run again.
boost::asio::awaitable<void> fill_sample_shop(engine::service& engine);

}  // namespace holdfast::app
