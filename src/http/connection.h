// One connection of the server: request after request, until either side has had enough.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <list>
#include <memory>
#include <string>

#include "http/head.h"
#include "http/limits.h"
#include "http/message.h"

namespace holdfast::http {

// What the connections of a server share.
struct shared_state {
  handler routes;
  limits bounds;
  bool stopping = false;
  std::size_t in_flight = 0;
};

class connection : public std::enable_shared_from_this<connection> {
 public:
  connection(boost::asio::ip::tcp::socket socket, std::shared_ptr<shared_state> shared);

  boost::asio::awaitable<void> run();

  // Called now and then: cuts off what takes too long.
  void check(std::chrono::steady_clock::time_point now);
  // The server stops: ends the wait for a next request, nothing else.
  void stop_waiting();
  void close();

 private:
  struct outcome {
    bool is_closed = false;
    std::optional<rejection> refused = std::nullopt;
  };
  boost::asio::awaitable<bool> receive(std::chrono::milliseconds limit);
  boost::asio::awaitable<outcome> read_head(request_parser& parser);
  boost::asio::awaitable<outcome> read_body(request_parser& parser);
  boost::asio::awaitable<bool> write(std::string bytes);
  boost::asio::awaitable<response> handle(const request_parser& parser);
  boost::asio::awaitable<void> refuse(const rejection& why);
  struct framing {
    bool keep_alive = false;
    bool head_only = false;  // to HEAD: what follows the headers would be read as the next answer
  };
  std::string render(const response& given, const framing& how) const;

  boost::asio::ip::tcp::socket socket_;
  std::shared_ptr<shared_state> shared_;
  std::string received_;  // bytes that were not consumed yet
  std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::time_point::max();
  std::chrono::steady_clock::time_point request_started_{};
  bool timed_out_ = false;
  bool waiting_ = false;  // for a next request
};

}  // namespace holdfast::http
