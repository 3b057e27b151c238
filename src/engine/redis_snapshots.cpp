// The snapshot port on Redis.
#include "engine/redis_snapshots.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>

#include "embedded/holdfast_engine.h"
#include "engine/lock_key.h"

namespace holdfast::engine {
namespace asio = boost::asio;

redis_snapshots::redis_snapshots(asio::any_io_executor executor, redis::client& commands, metrics& counters,
                                 std::chrono::milliseconds lives)
    : executor_(std::move(executor)),
      commands_(commands),
      counters_(counters),
      lives_ms_(std::to_string(lives.count())),
      publish_(embedded::publish_snapshot_lua) {}

void redis_snapshots::publish(const std::vector<sku_position>& positions, inventory::time_point at,
                              std::chrono::steady_clock::time_point committed_at) {
  for (const sku_position& each : positions) {
    if (!commands_.is_available()) {
      counters_.snapshots_lost.Increment();
      continue;
    }
    const waiting next{.newest = each, .at = at, .committed_at = committed_at, .is_new = true};
    const auto [kept, is_first] = waiting_.try_emplace(each.sku, next);
    if (is_first) {
      asio::co_spawn(executor_, send(each.sku), asio::detached);
    } else if (each.version >= kept->second.newest.version) {
      kept->second = next;
    }
  }
}

asio::awaitable<void> redis_snapshots::send(inventory::sku_id sku) {
  const std::string key = snapshot_key(sku);
  while (waiting_.at(sku).is_new) {
    waiting& next = waiting_.at(sku);
    next.is_new = false;
    const auto committed_at = next.committed_at;
    const std::string version = std::to_string(next.newest.version);
    const std::string salable = std::to_string(next.newest.salable.value());
    const std::string at = std::to_string(next.at.time_since_epoch().count());
    const std::string due = next.newest.next_due
                                ? std::to_string(next.newest.next_due->time_since_epoch().count())
                                : std::string();
    const std::array<std::string_view, 1> keys{key};
    const std::array<std::string_view, 5> arguments{version, salable, due, at, lives_ms_};
    const redis::result got = co_await commands_.run(publish_, keys, arguments);
    if (got.has_error()) {
      counters_.snapshots_lost.Increment();
    } else {
      counters_.snapshot_lag.Observe(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - committed_at).count());
    }
  }
  waiting_.erase(sku);
}

}  // namespace holdfast::engine
