// The lanes that a command travels in: the SKUs that it is known to touch.
#pragma once

#include <vector>

#include "holdfast/inventory/command.h"
#include "holdfast/inventory/reservation.h"

namespace holdfast::engine {

// Sorted, each once.
std::vector<inventory::sku_id> lanes_of(const std::vector<inventory::line>& lines);
std::vector<inventory::sku_id> lanes_of(const inventory::reservation& touched);

}  // namespace holdfast::engine
