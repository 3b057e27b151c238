// Lines of an order: summed per SKU and sorted.
#include "inventory/lines.h"

#include <algorithm>

#include "base/assert.h"

namespace holdfast::inventory {

std::variant<std::vector<line>, refusal> sum_lines(std::vector<line> lines, quantity max_units) {
  std::stable_sort(lines.begin(), lines.end(), [](const line& a, const line& b) { return a.sku < b.sku; });
  std::vector<line> summed;
  summed.reserve(lines.size());
  for (line& next : lines) {
    HOLDFAST_ASSERT(!next.units.is_zero());
    const bool continues = !summed.empty() && summed.back().sku == next.sku;
    const auto total = continues ? summed.back().units.plus(next.units) : std::optional(next.units);
    if (!total || *total > max_units) {
      return refusal{.code = refusal_code::quantity_invalid,
                     .subject = next.sku.text(),
                     .requested = total ? total->value() : next.units.value(),
                     .allowed = max_units.value(),
                     .detail = "the most units of one SKU in one reservation"};
    }
    if (continues) {
      summed.back().units = *total;
    } else {
      summed.push_back(std::move(next));
    }
  }
  return summed;
}

}  // namespace holdfast::inventory
