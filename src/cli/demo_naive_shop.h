// The naive shop of the demo: check, then deduct, in a real database, by real processes. It really oversells.
#pragma once

#include <filesystem>
#include <vector>

namespace holdfast::cli {

struct naive_order {
  int buyer;
  long seen;  // units in stock when this buyer's process checked
  bool sold;
};

struct naive_sale {
  std::vector<naive_order> orders;
  int sold = 0;
  long stock_left = 0;
};

naive_sale run_naive_shop(const std::filesystem::path& folder, int pairs, int buyers);

}  // namespace holdfast::cli
