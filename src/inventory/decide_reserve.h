// May this order be held? The heart of promise 1.
#pragma once

#include <vector>

#include "inventory/decide.h"
#include "inventory/draft.h"

namespace holdfast::inventory {

struct reserve_context {
  const policy& rules;
  std::vector<sku_id>& due_wanted;  // see decision::due_wanted
};

outcome decide_reserve(draft& books, const reserve_order& asked, const reserve_context& context);

}  // namespace holdfast::inventory
