// The lanes that a command travels in.
#include "engine/lanes_of.h"

#include <algorithm>

namespace holdfast::engine {
namespace {

template <class Parts>
std::vector<inventory::sku_id> skus_of(const Parts& parts) {
  std::vector<inventory::sku_id> skus;
  skus.reserve(parts.size());
  for (const auto& part : parts) skus.push_back(part.sku);
  std::sort(skus.begin(), skus.end());
  skus.erase(std::unique(skus.begin(), skus.end()), skus.end());
  return skus;
}

}  // namespace

std::vector<inventory::sku_id> lanes_of(const std::vector<inventory::line>& lines) {
  return skus_of(lines);
}
std::vector<inventory::sku_id> lanes_of(const inventory::reservation& touched) {
  return skus_of(touched.allocations);
}

}  // namespace holdfast::engine
