// The engine's metrics.
#include "engine/metrics.h"

#include <string>

namespace holdfast::engine {
namespace {

const prometheus::Histogram::BucketBoundaries seconds{0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02,
                                                      0.05,   0.1,    0.2,   0.5,   1,     2,    5};
const prometheus::Histogram::BucketBoundaries sizes{1, 2, 4, 8, 16, 32, 64, 128, 256};

prometheus::Counter& counter(prometheus::Registry& registry, const std::string& name, const std::string& help,
                             const prometheus::Labels& labels = {}) {
  return prometheus::BuildCounter()
      .Name("holdfast_" + name + "_total")
      .Help(help)
      .Register(registry)
      .Add(labels);
}

prometheus::Histogram& histogram(prometheus::Registry& registry, const std::string& name,
                                 const std::string& help,
                                 const prometheus::Histogram::BucketBoundaries& buckets) {
  return prometheus::BuildHistogram().Name("holdfast_" + name).Help(help).Register(registry).Add({}, buckets);
}

}  // namespace

metrics::metrics(prometheus::Registry& registry)
    : leases_taken(counter(registry, "leases", "Attempts to take a SKU's lock", {{"outcome", "taken"}})),
      leases_busy(counter(registry, "leases", "Attempts to take a SKU's lock", {{"outcome", "busy"}})),
      leases_lost(counter(registry, "leases_lost", "Leases that ended before they were given back")),
      ledger_only_unavailable(
          counter(registry, "ledger_only", "Lanes that worked without a lock", {{"why", "redis_away"}})),
      ledger_only_stuck(
          counter(registry, "ledger_only", "Lanes that worked without a lock", {{"why", "lock_stuck"}})),
      lease_wait(histogram(registry, "lease_wait_seconds", "Time to take a SKU's lock", seconds)),
      batches(counter(registry, "batches", "Transactions run")),
      batches_tenure_stale(
          counter(registry, "batches_tenure_stale", "Batches refused whole for an old tenure")),
      batches_halved(
          counter(registry, "batches_halved", "Batches halved to find the command that failed them")),
      batches_unknown(
          counter(registry, "batches_unknown", "Commits whose outcome had to be settled by running again")),
      batch_size(histogram(registry, "batch_size", "Commands in a transaction", sizes)),
      commit_seconds(histogram(registry, "commit_seconds", "Time of a transaction", seconds)),
      queue(prometheus::BuildGauge()
                .Name("holdfast_queue")
                .Help("Commands waiting")
                .Register(registry)
                .Add({})),
      held(counter(registry, "orders", "Reserve commands by outcome", {{"outcome", "held"}})),
      replayed(counter(registry, "orders", "Reserve commands by outcome", {{"outcome", "replayed"}})),
      refused(counter(registry, "orders", "Reserve commands by outcome", {{"outcome", "refused"}})),
      refused_early(
          counter(registry, "orders", "Reserve commands by outcome", {{"outcome", "refused_early"}})),
      unanswered(counter(registry, "orders", "Reserve commands by outcome", {{"outcome", "no_outcome"}})),
      expired(counter(registry, "expired", "Reservations expired by the sweeper")),
      snapshot_lag(
          histogram(registry, "snapshot_lag_seconds", "From the commit to the snapshot in Redis", seconds)),
      snapshots_lost(counter(registry, "snapshots_lost", "Snapshots that could not be published")) {}

}  // namespace holdfast::engine
