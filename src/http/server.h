// The HTTP/1.1 server. Parses and limits; knows no routes.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "http/limits.h"
#include "http/message.h"

namespace holdfast::http {

struct listen_error {
  std::string message;
};
[[noreturn]] void throw_exception_from_error(const listen_error& error, const boost::source_location& where);

// Confined to its executor's thread. Requests of one connection are answered in order; a handler that throws
// is answered 500.
class server {
 public:
  server(boost::asio::any_io_executor executor, handler routes, const limits& bounds);
  ~server();  // closes everything at once

  // Binds and begins to accept. Port 0 takes a free one. Returns the port.
  base::result<std::uint16_t, listen_error> listen(const std::string& host, std::uint16_t port);

  // Accepts no more, answers every request that has arrived (also those that wait behind another in their
  // connection), closes the connections, and completes; when the grace is over it closes what is left.
  boost::asio::awaitable<void> stop();

  std::size_t connections() const;
  std::size_t in_flight() const;  // requests being handled

 private:
  class listener;
  std::shared_ptr<listener> listener_;
};

}  // namespace holdfast::http
