// Levels as this node last saw them: what lets a flood on a sold-out SKU be refused from memory. May only
// refuse, never accept.
#pragma once

#include <optional>
#include <unordered_map>

#include "engine/commit_batch.h"
#include "engine/ticket.h"

namespace holdfast::engine {

class level_cache {
 public:
  explicit level_cache(std::chrono::milliseconds freshness) : freshness_(freshness) {}

  // Takes the levels of a settled batch. A version older than the one kept changes nothing (H11).
  void update(const settled_batch& settled, steady_time now);

  // The salable quantity, when it is sure to be below `wanted`: seen within the freshness bound, and no hold
  // has come due since. Anything missing or old is unknown, and unknown passes (I16).
  std::optional<inventory::quantity> known_shortage(const inventory::sku_id& sku, inventory::quantity wanted,
                                                    steady_time now) const;

  // For a change that may free units of any SKU: a source that is enabled.
  void forget_all() { seen_.clear(); }

  std::size_t size() const { return seen_.size(); }

 private:
  struct sighting {
    std::int64_t version;
    inventory::quantity salable;
    steady_time fresh_until;
  };
  void drop_old(steady_time now);

  std::chrono::milliseconds freshness_;
  std::unordered_map<inventory::sku_id, sighting> seen_;
};

}  // namespace holdfast::engine
