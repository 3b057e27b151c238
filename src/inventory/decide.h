// THE RULE: what becomes of a batch of commands. Pure: no I/O, no clock, no randomness; the same books and
// commands give the same decision, which is what lets an unknown commit be settled by running the batch again
// (H3).
#pragma once

#include <span>
#include <vector>

#include "holdfast/inventory/outcome.h"
#include "inventory/books.h"
#include "inventory/changes.h"

namespace holdfast::inventory {

struct policy {
  // What to do with a line that no single source can supply: take from several, by priority, or refuse.
  enum class split { allowed, forbidden } allocation = split::allowed;
};

struct decision {
  std::vector<outcome> outcomes;  // one a command, in order
  changes to_write;
  books after;  // the books as they stand once the changes are written
  // SKUs, each once, on which a command ran short while holds may be due that were not read: read more of
  // `due`, then decide again. A sale is never refused for a hold that is due (DESIGN, "Due holds never block
  // a sale").
  std::vector<sku_id> due_wanted;
};

// Decides in the order of the commands. `read` must have passed apply_claims(). A put_sku that gives a SKU
// its max_per_buyer must be alone in its batch: what buyers hold of it is counted only once the limit is
// there.
decision decide(books read, std::span<const command> commands, const policy& rules);

}  // namespace holdfast::inventory
