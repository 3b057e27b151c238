// Levels as this node last saw them.
#include "engine/level_cache.h"

#include <algorithm>

namespace holdfast::engine {
namespace {

// Above this many SKUs the old sightings are dropped: memory is bounded by what was sold within the freshness
// bound.
constexpr std::size_t many = 10'000;

}  // namespace

void level_cache::update(const settled_batch& settled, steady_time now) {
  for (const sku_position& each : settled.positions) {
    steady_time fresh_until = now + freshness_;
    // After the next hold is due the units may be free again, by the ledger's clock.
    if (each.next_due) fresh_until = std::min(fresh_until, now + (*each.next_due - settled.now));
    const sighting fresh{.version = each.version, .salable = each.salable, .fresh_until = fresh_until};
    const auto [kept, is_new] = seen_.try_emplace(each.sku, fresh);
    if (!is_new && each.version >= kept->second.version) kept->second = fresh;
  }
  if (seen_.size() > many) drop_old(now);
}

void level_cache::drop_old(steady_time now) {
  std::erase_if(seen_, [&](const auto& each) { return each.second.fresh_until <= now; });
}

std::optional<inventory::quantity> level_cache::known_shortage(const inventory::sku_id& sku,
                                                               inventory::quantity wanted,
                                                               steady_time now) const {
  const auto found = seen_.find(sku);
  if (found == seen_.end() || now >= found->second.fresh_until || found->second.salable >= wanted)
    return std::nullopt;
  return found->second.salable;
}

}  // namespace holdfast::engine
