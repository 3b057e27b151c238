// Source selection: the whole line from one source where one can, else from several in order of priority.
#include "inventory/allocate.h"

#include <algorithm>

#include "base/assert.h"

namespace holdfast::inventory {

quantity salable(std::span<const source_level> levels, quantity safety_stock) {
  std::int64_t total = 0;  // a SKU has far fewer than a million sources, so this cannot overflow
  for (const source_level& level : levels) total += level.available().value();
  return *quantity::of(std::clamp<std::int64_t>(total - safety_stock.value(), 0, quantity::max));
}

allocation_plan allocate(std::span<const source_level> levels, quantity safety_stock, quantity units,
                         policy::split split) {
  HOLDFAST_ASSERT(!units.is_zero());
  const quantity together = salable(levels, safety_stock);
  quantity largest;
  for (const source_level& level : levels) largest = std::max(largest, level.available());
  const quantity possible = split == policy::split::allowed ? together : std::min(together, largest);
  if (units > possible) return {.shares = {}, .salable = possible};

  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i].available() >= units) return {.shares = {{i, units}}, .salable = possible};
  }
  allocation_plan plan{.shares = {}, .salable = possible};
  quantity missing = units;
  for (std::size_t i = 0; i < levels.size() && !missing.is_zero(); ++i) {
    const quantity taken = std::min(missing, levels[i].available());
    if (taken.is_zero()) continue;
    plan.shares.push_back({i, taken});
    missing = missing.less(taken);
  }
  HOLDFAST_ASSERT(missing.is_zero());
  return plan;
}

}  // namespace holdfast::inventory
