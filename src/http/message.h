// A request as the routes see it, and the response they give.
#pragma once

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holdfast::http {

// Views into the connection's memory: valid until the response is given.
struct request {
  std::string_view method;  // "POST"
  std::string_view target;  // as sent: path and query
  std::string_view body;
  std::optional<std::string_view> authorization;
  std::optional<std::string_view> idempotency_key;
  std::optional<std::string_view> content_type;
  std::optional<std::string_view> request_timeout_ms;
  std::chrono::steady_clock::time_point received_at;
};

struct response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

using handler = std::function<boost::asio::awaitable<response>(const request&)>;

}  // namespace holdfast::http
