// Write session: the one place that changes the ledger. Belongs to the write thread.
#pragma once

#include <atomic>
#include <functional>

#include "storage/sqlite/book_loader.h"
#include "storage/sqlite/change_writer.h"

namespace holdfast::storage::sqlite {

// The ledger's clock: wall time that never goes back, also not behind the newest entry. Any thread.
class ledger_clock {
 public:
  void start_at(inventory::time_point newest) { newest_ = newest.time_since_epoch().count(); }
  // The time now; later calls see no earlier one.
  inventory::time_point tick();
  inventory::time_point now() const;

 private:
  std::atomic<std::int64_t> newest_{0};
};

struct committed_batch {
  engine::batch_result result;
  std::vector<inventory::idempotency_key>
      bound;  // keys that may be bound now: all of them when the outcome is unknown
};

class write_session {
 public:
  struct options {
    inventory::policy rules;
    int log_pages = 0;  // see ledger_options
  };
  write_session(connection& on, ledger_clock& clock, const options& limits);

  committed_batch commit(const engine::batch& asked);
  // The write-ahead log has grown enough to be worth a checkpoint.
  bool wants_checkpoint() const { return log_pages_ >= limits_.log_pages; }
  // Moves what a checkpoint beside the writer left of the log, so that the log can start anew.
  void finish_checkpoint();
  // Stops writing when the fault means that the disk cannot be trusted.
  void stop_if_unreliable(const fault& why);

  // Why nothing is written any more: after a failed fsync nobody can say what is on the disk (F15). Any
  // thread.
  bool has_stopped() const { return has_stopped_; }
  // Set before has_stopped() is.
  const std::string& stop_reason() const { return stop_reason_; }

 private:
  struct decided_batch {
    inventory::decision made;
    sku_marks before;
  };
  // Nothing when a claim is stale, or after a fault.
  std::optional<decided_batch> decide(const engine::batch& asked, inventory::time_point now);
  void roll_back();
  engine::batch_result fail();
  engine::batch_result settle_failed_commit();
  void stop(const fault& why);

  connection& on_;
  ledger_clock& clock_;
  options limits_;
  book_loader loader_;
  change_writer writer_;
  statement begin_;
  statement commit_;
  statement roll_back_;
  int log_pages_ = 0;
  std::string stop_reason_;
  std::atomic<bool> has_stopped_{false};
};

}  // namespace holdfast::storage::sqlite
