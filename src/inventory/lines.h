// Lines of an order: summed per SKU and sorted, which is the one global order of locking.
#pragma once

#include <vector>

#include "holdfast/inventory/command.h"
#include "holdfast/inventory/outcome.h"

namespace holdfast::inventory {

// Sums lines of the same SKU and sorts by SKU. Refuses (quantity_invalid) a sum beyond `max_units`, which is
// at least 1.
std::variant<std::vector<line>, refusal> sum_lines(std::vector<line> lines, quantity max_units);

}  // namespace holdfast::inventory
