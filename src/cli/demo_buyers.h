// Buyers of the demo: processes and threads that each want one unit, over HTTP.
#pragma once

#include <string>
#include <vector>

namespace holdfast::cli {

struct sale_plan {
  std::string sku;
  int buyers = 1;
  int processes = 1;
  bool retry_winners = false;  // each winner asks again with the same key
};

struct sale_result {
  int held = 0;
  int sold_out = 0;
  int other = 0;                  // any other answer, or none
  int replayed = 0;               // winners whose second request got the same reservation
  std::vector<std::string> told;  // a line a buyer, for small sales
};

sale_result run_buyers(const std::string& url, const sale_plan& plan);

}  // namespace holdfast::cli
