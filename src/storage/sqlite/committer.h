// The write side: one batch, one transaction. Lives on the write thread.
#pragma once

#include "engine/inventory_store.h"
#include "inventory/decide.h"
#include "storage/sqlite/key_filter.h"
#include "storage/sqlite/load_books.h"
#include "storage/sqlite/write_changes.h"

namespace holdfast::storage {

class committer {
 public:
  // `ledger` is migrated. `keys` gets every key before its batch is reported.
  committer(database& ledger, key_filter& keys, const inventory::policy& rules);

  engine::batch_result commit(const engine::batch& asked);

 private:
  engine::batch_result run(const engine::batch& asked);
  // Decides, reading due holds into the books as long as the rule asks for them.
  inventory::decision decide_with_due(inventory::books& read, std::span<const inventory::command> commands);
  void roll_back();
  inventory::time_point read_clock();

  database& ledger_;
  key_filter& keys_;
  inventory::policy rules_;
  book_loader loader_;
  change_writer writer_;
  statement begin_;
  statement commit_;
  statement roll_back_;
  inventory::time_point last_now_;
  bool commit_sent_ = false;
  std::string broken_;  // why nothing is committed any more; empty while all is well
};

}  // namespace holdfast::storage
