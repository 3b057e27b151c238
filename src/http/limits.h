// Limits of the HTTP server; docs/configuration.md lists them.
#pragma once

#include <chrono>
#include <cstddef>

namespace holdfast::http {

struct limits {
  std::size_t max_header = 8 * 1024;     // bytes of request line and headers: more is 431
  std::size_t max_body = 64 * 1024;      // bytes: more is 413
  std::size_t max_connections = 10'000;  // more wait in the kernel's backlog
  std::chrono::milliseconds header_timeout{
      10'000};  // from a request's first byte to the end of its headers: then 408
  std::chrono::milliseconds body_timeout{10'000};   // then 408
  std::chrono::milliseconds idle_timeout{75'000};   // between two requests of a connection: then it is closed
  std::chrono::milliseconds write_timeout{10'000};  // a client that does not take its answer is cut off
  std::chrono::milliseconds grace{10'000};          // for the requests that are there when the server stops
};

}  // namespace holdfast::http
