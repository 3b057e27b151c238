// What the store contract needs of a database: a place for one ledger, to be opened, closed and opened again.
// Each adapter's test target defines make_ledger_place().
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/inventory_store.h"
#include "inventory/decide.h"

namespace holdfast::store_contract {

class ledger_place {
 public:
  virtual ~ledger_place() = default;
  // Opens the ledger there; an empty one the first time. Aborts the test program when it cannot.
  virtual std::unique_ptr<engine::inventory_store> open(const inventory::policy& rules) = 0;
  // The audit's findings in words; beside an open store or without one.
  virtual std::vector<std::string> audit() = 0;
};

std::unique_ptr<ledger_place> make_ledger_place();

}  // namespace holdfast::store_contract
