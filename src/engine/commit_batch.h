// Commit a batch until it is settled: an old tenure is taken anew, an unknown commit is run again, a failed
// batch is halved until the command that failed it stands alone.
#pragma once

#include <boost/asio/awaitable.hpp>

#include <vector>

#include "engine/inventory_store.h"
#include "engine/metrics.h"
#include "engine/options.h"
#include "holdfast/engine/answer.h"

namespace holdfast::engine {

struct settled_batch {
  std::vector<answer> answers;          // one a command, in order
  std::vector<sku_position> positions;  // newest last
  inventory::time_point now;            // the ledger's clock; zero when nothing was decided
  bool is_durable = false;              // the positions' tenures are in the ledger
};

struct commit_context {
  inventory_store& store;
  const options& limits;
  metrics& counters;
};

// At most one at a time for each of the store's parallel batches. Bounded: each command is tried in at most
// log2(batch) + 1 batches, each batch at most unknown_reruns + 2 times.
boost::asio::awaitable<settled_batch> commit_batch(commit_context context, batch asked);

}  // namespace holdfast::engine
