// The router: method and path to a route. No regular expressions; the table can be listed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/auth.h"
#include "http/message.h"

namespace holdfast::http {

// What a route gets: the request, the parts of the path that its template names, and the query.
struct call {
  const request& asked;
  std::vector<std::string> parts;            // of {…} in the template, in order, percent-decoded
  std::map<std::string, std::string> query;  // percent-decoded; of a name given twice the last

  std::optional<std::string> parameter(const std::string& name) const {
    const auto found = query.find(name);
    return found == query.end() ? std::nullopt : std::optional(found->second);
  }
};

struct route {
  std::string_view method;
  std::string_view path;      // "/v1/skus/{sku}/availability"
  std::optional<role> least;  // nothing: open to all
  std::function<boost::asio::awaitable<response>(call)> handle;
};

// The answer to "which route": a match, or the response to give instead (404, 405 with Allow, 400 for broken
// percent-encoding).
struct routing {
  const route* match = nullptr;
  std::vector<std::string> parts;
  std::map<std::string, std::string> query;
  response instead;
};
routing find_route(const std::vector<route>& table, std::string_view method, std::string_view target);

// Nothing when a percent sign is not followed by two hexadecimal digits, or encodes a control character.
std::optional<std::string> percent_decode(std::string_view text);

}  // namespace holdfast::http
