// Routes for whoever runs the service: alive, ready, metrics.
#include <prometheus/text_serializer.h>
#include <boost/asio/use_awaitable.hpp>

#include "http/answers.h"
#include "http/api.h"
#include "http/problem.h"
#include "http/views.h"

namespace holdfast::http {
namespace {

namespace asio = boost::asio;

asio::awaitable<response> health() {
  co_return respond_with({{"status", "alive"}});
}

// Ready means that an order could be taken: the ledger answers. Redis may be away; orders are only slower
// then.
asio::awaitable<response> ready(const api_parts& parts) {
  if (!parts.is_ready()) co_return problem(503, "shutting_down", "the service starts or stops");
  auto clock = co_await parts.engine.store().read_clock();
  if (clock.has_error()) co_return respond(clock.error());
  co_return respond_with({{"status", "ready"}, {"ledger_time", to_text(*clock)}});
}

asio::awaitable<response> metrics(const api_parts& parts) {
  const prometheus::TextSerializer serializer;
  co_return response{.status = 200,
                     .content_type = "text/plain; version=0.0.4",
                     .body = serializer.Serialize(parts.registry.Collect())};
}

}  // namespace

std::vector<route> operation_routes(const api_parts& parts) {
  return {
      {"GET", "/healthz", std::nullopt, [](call) { return health(); }},
      {"GET", "/readyz", std::nullopt, [&parts](call) { return ready(parts); }},
      {"GET", "/metrics", role::operator_, [&parts](call) { return metrics(parts); }},
  };
}

}  // namespace holdfast::http
