// The engine's metrics, registered once at start. The names are part of the product: docs/configuration.md
// lists them.
#pragma once

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

namespace holdfast::engine {

struct metrics {
  explicit metrics(prometheus::Registry& registry);

  prometheus::Counter& leases_taken;
  prometheus::Counter& leases_busy;
  prometheus::Counter& leases_lost;
  prometheus::Counter& ledger_only_unavailable;
  prometheus::Counter& ledger_only_stuck;
  prometheus::Histogram& lease_wait;  // seconds

  prometheus::Counter& batches;
  prometheus::Counter& batches_tenure_stale;
  prometheus::Counter& batches_halved;
  prometheus::Counter& batches_unknown;
  prometheus::Histogram& batch_size;      // commands
  prometheus::Histogram& commit_seconds;  // of one transaction, its queue included
  prometheus::Gauge& queue;               // commands waiting

  prometheus::Counter& held;
  prometheus::Counter& replayed;
  prometheus::Counter& refused;
  prometheus::Counter& refused_early;  // by admission, from memory
  prometheus::Counter& unanswered;     // overloaded, busy, unknown
  prometheus::Counter& expired;

  prometheus::Histogram& snapshot_lag;  // seconds from the commit to Redis having the snapshot
  prometheus::Counter& snapshots_lost;  // could not be published
};

}  // namespace holdfast::engine
