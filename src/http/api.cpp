// The API: finds the route, asks who calls, and lets the route answer.
#include "http/api.h"

#include <boost/asio/use_awaitable.hpp>

#include "http/problem.h"

namespace holdfast::http {
namespace {

bool has_json_type(std::string_view type) {
  const std::string_view essence = type.substr(0, type.find(';'));
  return essence == "application/json" || essence.starts_with("application/json ");
}

std::optional<response> check_caller(const authenticator& keys, const request& asked, role least) {
  const auto caller = keys.role_of(asked.authorization.value_or(""));
  if (!caller) {
    response refused = problem(401, "unauthorized", "an API key is needed: Authorization: Bearer KEY");
    refused.headers.emplace_back("WWW-Authenticate", "Bearer");
    return refused;
  }
  if (*caller < least) return problem(403, "forbidden", "the API key's role does not allow this");
  return std::nullopt;
}

}  // namespace

api::api(api_parts parts) : parts_(std::move(parts)) {
  for (auto&& group :
       {reservation_routes(parts_.engine), stock_routes(parts_.engine), operation_routes(parts_)}) {
    routes_.insert(routes_.end(), group.begin(), group.end());
  }
}

boost::asio::awaitable<response> api::handle(const request& asked) {
  routing found = find_route(routes_, asked.method, asked.target);
  if (found.match == nullptr) co_return std::move(found.instead);
  if (found.match->least) {
    if (auto refused = check_caller(parts_.keys, asked, *found.match->least)) co_return std::move(*refused);
  }
  if (!asked.body.empty() && asked.content_type && !has_json_type(*asked.content_type)) {
    co_return problem(415, "unsupported_media_type", "a body must be application/json");
  }
  call made{.asked = asked, .parts = std::move(found.parts), .query = std::move(found.query)};
  co_return co_await found.match->handle(std::move(made));
}

}  // namespace holdfast::http
