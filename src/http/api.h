// The API: every route of version 1, wired to the engine's use cases.
#pragma once

#include <prometheus/registry.h>

#include <vector>

#include "engine/service.h"
#include "http/auth.h"
#include "http/router.h"

namespace holdfast::http {

struct api_parts {
  engine::service& engine;
  prometheus::Registry& registry;
  authenticator keys;
  std::function<bool()> is_ready;  // false while the service starts or stops
};

// Confined to the engine's thread; `parts` are kept by reference and must outlive it.
class api {
 public:
  explicit api(api_parts parts);

  // Routes, authenticates and answers one request.
  boost::asio::awaitable<response> handle(const request& asked);

  const std::vector<route>& routes() const { return routes_; }

 private:
  api_parts parts_;
  std::vector<route> routes_;
};

// The routes of each subject, in files of their own.
std::vector<route> reservation_routes(engine::service& engine);
std::vector<route> stock_routes(engine::service& engine);
std::vector<route> operation_routes(const api_parts& parts);

}  // namespace holdfast::http
