// The numbers of the configuration by name, with their bounds.
#include "app/settings.h"

#include "holdfast/inventory/quantity.h"

namespace holdfast::app {

std::int64_t setting::get() const {
  return std::visit(
      [](auto* at) -> std::int64_t {
        if constexpr (std::is_same_v<decltype(at), std::chrono::milliseconds*>) {
          return at->count();
        } else {
          return static_cast<std::int64_t>(*at);
        }
      },
      value);
}

void setting::set(std::int64_t number) const {
  std::visit([number](auto* at) { *at = std::remove_pointer_t<decltype(at)>(number); }, value);
}

std::vector<setting> settings_of(configuration& config) {
  engine::options& engine = config.engine;
  http::limits& http = config.http;
  return {
      {"lock", "ttl_ms", &config.lock_ttl, 100, 600'000},
      {"lock", "max_hold_ms", &config.lock_max_hold, 100, 600'000},
      {"lock", "stuck_after_ms", &config.lock_stuck_after, 1'000, 3'600'000},
      {"lock", "stuck_pause_ms", &engine.stuck_pause, 100, 3'600'000},
      {"lock", "fairness_bound_ms", &engine.fairness_bound, 1, 60'000},
      {"lock", "abstain_ms", &engine.abstain, 0, 1'000},
      {"engine", "max_queue", &engine.max_queue, 1, 1'000'000},
      {"engine", "max_batch", &engine.max_batch, 1, 4'096},
      {"engine", "unknown_reruns", &engine.unknown_reruns, 0, 1'000},
      {"engine", "unknown_pause_ms", &engine.unknown_pause, 1, 60'000},
      {"engine", "snapshot_freshness_ms", &engine.snapshot_freshness, 0, 250},
      {"engine", "sweep_interval_ms", &engine.sweep_interval, 10, 60'000},
      {"engine", "sweep_limit", &engine.sweep_limit, 1, 100'000},
      {"orders", "max_units", &engine.max_units, 1, inventory::quantity::max},
      {"http", "max_header", &http.max_header, 256, 1'048'576},
      {"http", "max_body", &http.max_body, 1'024, 16'777'216},
      {"http", "max_connections", &http.max_connections, 1, 1'000'000},
      {"http", "header_timeout_ms", &http.header_timeout, 100, 600'000},
      {"http", "body_timeout_ms", &http.body_timeout, 100, 600'000},
      {"http", "idle_timeout_ms", &http.idle_timeout, 100, 3'600'000},
      {"http", "write_timeout_ms", &http.write_timeout, 100, 600'000},
      {"http", "grace_ms", &http.grace, 0, 600'000},
  };
}

}  // namespace holdfast::app
