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

// The time limit of one dial. Shared with its timer, whose handler may run after the dial is over, when the
// socket belongs to a later dial or to nobody: then it must not close it.
struct time_limit {
  asio::steady_timer timer;
  stream* socket;  // null when the dial is over
  bool has_passed = false;
};

std::shared_ptr<time_limit> start_limit(stream& to, std::chrono::milliseconds after) {
  auto limit = std::make_shared<time_limit>(asio::steady_timer(to.get_executor(), after), &to);
  limit->timer.async_wait([limit](const boost::system::error_code& cancelled) {
    if (cancelled || limit->socket == nullptr) return;
    limit->has_passed = true;
    boost::system::error_code ignored;
    limit->socket->close(ignored);
  });
  return limit;
}

asio::awaitable<boost::system::error_code> connect_to(stream& to,
                                                      asio::generic::stream_protocol::endpoint place) {
  boost::system::error_code error;
  to.close(error);
  co_await to.async_connect(place, asio::redirect_error(asio::use_awaitable, error));
  co_return error;
}

asio::awaitable<boost::system::error_code> connect_tcp(stream& to, const address& server,
                                                       const time_limit& limit) {
  boost::system::error_code error;
  asio::ip::tcp::resolver resolver(to.get_executor());
  const std::string port = std::to_string(server.port);
  const auto found =
      co_await resolver.async_resolve(server.host, port, asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return error;
  for (const auto& each : found) {
    // Closing ends one attempt only: each further one would open the socket again, without a limit.
    if (limit.has_passed) co_return asio::error::timed_out;
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
                                                std::chrono::milliseconds after) {
  const std::shared_ptr<time_limit> limit = start_limit(to, after);
  boost::system::error_code error;
  if (server.socket.empty()) {
    error = co_await connect_tcp(to, server, *limit);
  } else if (server.socket.size() > 107) {
    error = asio::error::name_too_long;
  } else {
    error = co_await connect_to(to, asio::local::stream_protocol::endpoint(server.socket));
  }
  limit->socket = nullptr;
  limit->timer.cancel();
  if (limit->has_passed) error = asio::error::timed_out;
  co_return error;
}

}  // namespace holdfast::redis
