// Use cases: units that arrive, and the settings of SKUs and sources.
#pragma once

#include "engine/service.h"
#include "holdfast/engine/answer.h"

namespace holdfast::engine {

boost::asio::awaitable<answer> receive_stock(service& engine, inventory::receive_stock asked,
                                             steady_time deadline);
boost::asio::awaitable<answer> put_sku(service& engine, inventory::put_sku asked, steady_time deadline);
boost::asio::awaitable<answer> put_source(service& engine, inventory::put_source asked, steady_time deadline);
boost::asio::awaitable<answer> delete_source(service& engine, inventory::delete_source asked,
                                             steady_time deadline);

}  // namespace holdfast::engine
