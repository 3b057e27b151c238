// Opening a connection: TCP or unix socket, with a time limit.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>

#include <chrono>

#include "redis/address.h"

namespace holdfast::redis {

using stream = boost::asio::generic::stream_protocol::socket;

// Connects `to` within `after`, name resolution and all addresses of the host together; timed_out otherwise,
// or why not. Looking a name up cannot be interrupted: a slow resolver is waited for. TCP connections get
// TCP_NODELAY and keep-alive.
boost::asio::awaitable<boost::system::error_code> dial(stream& to, const address& server,
                                                       std::chrono::milliseconds after);

}  // namespace holdfast::redis
