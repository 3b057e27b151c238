// A Redis client: one connection for commands, pipelined for all coroutines that share it, kept up by itself.
//
// While the connection is down every command fails at once as `unavailable` (a breaker that needs no
// counting: the connection itself says when the server is back). A command whose answer was lost with the
// connection is `outcome_unknown`, never failed. Confined to its executor's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "redis/address.h"
#include "redis/reply.h"
#include "redis/script.h"

namespace holdfast::redis {

struct client_options {
  std::chrono::milliseconds connect_timeout{1'000};  // with AUTH and SELECT
  std::chrono::milliseconds command_timeout{
      1'000};                                 // the oldest unanswered command; then the connection is closed
  std::chrono::milliseconds least_pause{20};  // between attempts to connect, growing with jitter
  std::chrono::milliseconds longest_pause{1'000};
  std::size_t max_pending = 65'536;  // unanswered commands; one more is unavailable
};

class client {
 public:
  client(boost::asio::any_io_executor executor, address server, client_options options = {});
  ~client();  // stops
  client(const client&) = delete;
  client& operator=(const client&) = delete;

  void start();
  // Fails what is pending and ends the background work. Final.
  void stop();

  bool is_available() const;
  // How often the connection was established.
  int connections() const;

  // A cancelled caller gets `cancelled`; its answer is awaited and dropped, so that the answers of others do
  // not shift.
  boost::asio::awaitable<result> send(std::span<const std::string_view> words);

  template <class... Words>
  boost::asio::awaitable<result> command(const Words&... words) {
    const std::array<std::string_view, sizeof...(Words)> all{std::string_view(words)...};
    co_return co_await send(all);
  }

  // EVALSHA; when the server does not know the script (after SCRIPT FLUSH, a restart, a fail-over), EVAL,
  // once (H23).
  boost::asio::awaitable<result> run(const script& of, std::span<const std::string_view> keys,
                                     std::span<const std::string_view> arguments);

 private:
  class connection;
  std::shared_ptr<connection> connection_;
};

}  // namespace holdfast::redis
