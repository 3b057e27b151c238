// The HTTP/1.1 server: accepting, counting, stopping.
#include "http/server.h"

#include <fmt/format.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/throw_exception.hpp>

#include <stdexcept>
#include <unordered_set>

#include "base/log.h"
#include "http/connection.h"

namespace holdfast::http {
namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::chrono::milliseconds check_interval{100};
constexpr std::chrono::milliseconds accept_pause{
    50};  // when there is no descriptor, or no room, for one more

}  // namespace

class server::listener : public std::enable_shared_from_this<server::listener> {
 public:
  listener(asio::any_io_executor executor, handler routes, const limits& bounds)
      : executor_(std::move(executor)), acceptor_(executor_), timer_(executor_), pause_(executor_) {
    shared_->routes = std::move(routes);
    shared_->bounds = bounds;
  }

  base::result<std::uint16_t, listen_error> listen(const std::string& host, std::uint16_t port) {
    boost::system::error_code error;
    const auto failed = [&] {
      return listen_error{fmt::format("cannot listen on {}:{}: {}", host, port, error.message())};
    };
    const auto address = asio::ip::make_address(host == "localhost" ? "127.0.0.1" : host, error);
    if (error) return failed();
    const tcp::endpoint place(address, port);
    acceptor_.open(place.protocol(), error);
    if (error) return failed();
    acceptor_.set_option(asio::socket_base::reuse_address(true), error);
    acceptor_.bind(place, error);
    if (error) return failed();
    acceptor_.listen(4'096, error);
    if (error) return failed();
    asio::co_spawn(executor_, accept(shared_from_this()), asio::detached);
    asio::co_spawn(executor_, watch(shared_from_this()), asio::detached);
    return acceptor_.local_endpoint().port();
  }

  asio::awaitable<void> stop() {
    shared_->stopping = true;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    const auto until = std::chrono::steady_clock::now() + shared_->bounds.grace;
    asio::steady_timer tick(executor_);
    while (!connections_.empty() && std::chrono::steady_clock::now() < until) {
      for (const auto& each : connections_) each->stop_waiting();
      tick.expires_after(std::chrono::milliseconds(2));
      co_await tick.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
    close();
  }

  void close() {
    shared_->stopping = true;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    timer_.cancel();
    pause_.cancel();
    for (const auto& each : connections_) each->close();
    connections_.clear();
  }

  std::size_t connections() const { return connections_.size(); }
  std::size_t in_flight() const { return shared_->in_flight; }

 private:
  static asio::awaitable<void> accept(std::shared_ptr<listener> self) {
    boost::system::error_code ignored;
    while (!self->shared_->stopping) {
      boost::system::error_code error;
      tcp::socket socket(self->executor_);
      if (self->connections_.size() < self->shared_->bounds.max_connections) {
        co_await self->acceptor_.async_accept(socket, asio::redirect_error(asio::use_awaitable, error));
      } else {
        error = asio::error::no_descriptors;
      }
      if (self->shared_->stopping) co_return;
      if (error) {  // F20: no busy loop
        self->pause_.expires_after(accept_pause);
        co_await self->pause_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
        continue;
      }
      socket.set_option(tcp::no_delay(true), ignored);
      auto made = std::make_shared<connection>(std::move(socket), self->shared_);
      self->connections_.insert(made);
      asio::co_spawn(self->executor_, made->run(),
                     [self, made](std::exception_ptr) { self->connections_.erase(made); });
    }
  }

  // One timer for the time limits of all connections.
  static asio::awaitable<void> watch(std::shared_ptr<listener> self) {
    while (!self->shared_->stopping || !self->connections_.empty()) {
      self->timer_.expires_after(check_interval);
      boost::system::error_code cancelled;
      co_await self->timer_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
      if (cancelled) co_return;
      const auto now = std::chrono::steady_clock::now();
      for (const auto& each : self->connections_) each->check(now);
    }
  }

  asio::any_io_executor executor_;
  tcp::acceptor acceptor_;
  asio::steady_timer timer_;
  asio::steady_timer pause_;
  std::shared_ptr<shared_state> shared_ = std::make_shared<shared_state>();
  std::unordered_set<std::shared_ptr<connection>> connections_;
};

void throw_exception_from_error(const listen_error& error, const boost::source_location& where) {
  boost::throw_exception(std::runtime_error(error.message), where);
}

server::server(asio::any_io_executor executor, handler routes, const limits& bounds)
    : listener_(std::make_shared<listener>(std::move(executor), std::move(routes), bounds)) {}
server::~server() {
  listener_->close();
}

base::result<std::uint16_t, listen_error> server::listen(const std::string& host, std::uint16_t port) {
  return listener_->listen(host, port);
}
asio::awaitable<void> server::stop() {
  const std::shared_ptr<listener> kept = listener_;
  co_await kept->stop();
}
std::size_t server::connections() const {
  return listener_->connections();
}
std::size_t server::in_flight() const {
  return listener_->in_flight();
}

}  // namespace holdfast::http
