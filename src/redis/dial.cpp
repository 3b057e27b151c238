// Opening a connection: TCP or unix socket, with a time limit.
#include "redis/dial.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <memory>

namespace holdfast::redis {
namespace asio = boost::asio;

namespace {

asio::awaitable<boost::system::error_code> connect_to(stream& to,
                                                      asio::generic::stream_protocol::endpoint place) {
  boost::system::error_code error;
  to.close(error);
  co_await to.async_connect(place, asio::redirect_error(asio::use_awaitable, error));
  co_return error;
}

asio::awaitable<boost::system::error_code> connect_tcp(stream& to, const address& server) {
  boost::system::error_code error;
  asio::ip::tcp::resolver resolver(to.get_executor());
  const std::string port = std::to_string(server.port);
  const auto found =
      co_await resolver.async_resolve(server.host, port, asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return error;
  for (const auto& each : found) {
    error = co_await connect_to(to, each.endpoint());
    if (!error) break;
  }
  if (error) co_return error;
  boost::system::error_code ignored;
  to.set_option(asio::ip::tcp::no_delay(true), ignored);
  to.set_option(asio::socket_base::keep_alive(true), ignored);
  co_return error;
}

}  // namespace

asio::awaitable<boost::system::error_code> dial(stream& to, const address& server,
                                                std::chrono::milliseconds limit) {
  // Closing the socket is what ends an attempt that takes too long.
  auto timer = std::make_shared<asio::steady_timer>(to.get_executor(), limit);
  timer->async_wait([&to, timer](const boost::system::error_code& cancelled) {
    boost::system::error_code ignored;
    if (!cancelled) to.close(ignored);
  });
  boost::system::error_code error;
  if (server.socket.empty()) {
    error = co_await connect_tcp(to, server);
  } else if (server.socket.size() > 107) {
    error = asio::error::name_too_long;
  } else {
    error = co_await connect_to(to, asio::local::stream_protocol::endpoint(server.socket));
  }
  if (timer->cancel() == 0 && !error) error = asio::error::timed_out;
  co_return error;
}

}  // namespace holdfast::redis
