// Use cases: confirm a held reservation, release it, or cancel by the key that made or would have made it.
#pragma once

#include "engine/service.h"
#include "holdfast/engine/answer.h"

namespace holdfast::engine {

boost::asio::awaitable<answer> confirm_reservation(service& engine, inventory::confirm_reservation asked,
                                                   steady_time deadline);
boost::asio::awaitable<answer> release_reservation(service& engine, inventory::release_reservation asked,
                                                   steady_time deadline);
boost::asio::awaitable<answer> cancel_key(service& engine, inventory::cancel_key asked, steady_time deadline);

}  // namespace holdfast::engine
