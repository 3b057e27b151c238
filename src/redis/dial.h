// Opening a connection: TCP or unix socket, with a time limit.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>

#include <chrono>

#include "redis/address.h"

namespace holdfast::redis {

using stream = boost::asio::generic::stream_protocol::socket;

// Connects `to`. Says why not otherwise. TCP connections get TCP_NODELAY and keep-alive.
boost::asio::awaitable<boost::system::error_code> dial(stream& to, const address& server,
                                                       std::chrono::milliseconds limit);

}  // namespace holdfast::redis
