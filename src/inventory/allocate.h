// Source selection: which sources give the units of one line.
#pragma once

#include <span>
#include <vector>

#include "holdfast/inventory/level.h"
#include "inventory/decide.h"

namespace holdfast::inventory {

struct share {
  std::size_t level;  // index into the levels given
  quantity units;     // at least 1
};

struct allocation_plan {
  std::vector<share> shares;  // empty when the units are not there
  quantity salable;           // the most that could have been given instead, under the same rule
};

// Takes `units` from `levels`, which are sorted by priority, leaving the safety stock. The first source that
// can supply the whole line wins; where none can, several give what they have in order of priority, unless
// splitting is forbidden (I11).
allocation_plan allocate(std::span<const source_level> levels, quantity safety_stock, quantity units,
                         policy::split split);

}  // namespace holdfast::inventory
