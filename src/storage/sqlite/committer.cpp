// The write side: one batch, one transaction.
#include "storage/sqlite/committer.h"

#include <algorithm>
#include <set>

#include "base/assert.h"
#include "base/log.h"
#include "embedded/holdfast_storage_sqlite.h"
#include "storage/sqlite/words.h"

namespace holdfast::storage {
namespace {

using engine::commit_status;

// First read of due holds; each further one reads four times as many.
constexpr int first_due = 64;

std::vector<engine::sku_position> positions_of(const engine::batch& asked, const inventory::decision& made) {
  std::set<inventory::sku_id> touched;
  for (const inventory::claim& each : asked.claims) touched.insert(each.sku);
  for (const auto& [at, delta] : made.to_write.levels) touched.insert(at.first);
  for (const auto& [sku, settings] : made.to_write.settings) touched.insert(sku);
  std::vector<engine::sku_position> positions;
  for (const inventory::sku_id& sku : touched) {
    const auto book = made.after.skus.find(sku);
    if (book == made.after.skus.end()) continue;
    const inventory::sku_book& after = book->second;
    positions.push_back({.sku = sku,
                         .version = after.sequence,
                         .salable = inventory::salable(after.levels, after.settings.safety_stock),
                         .next_due = after.next_due,
                         .tenure = after.current});
  }
  return positions;
}

}  // namespace

committer::committer(database& ledger, key_filter& keys, const inventory::policy& rules)
    : ledger_(ledger),
      keys_(keys),
      rules_(rules),
      loader_(ledger),
      writer_(ledger),
      begin_(ledger, "BEGIN IMMEDIATE"),
      commit_(ledger, "COMMIT"),
      roll_back_(ledger, "ROLLBACK") {
  statement newest(ledger, embedded::newest_time_sql);
  if (newest.query().step() && !newest.is_null(0)) last_now_ = time_of(newest.integer(0));
}

engine::batch_result committer::commit(const engine::batch& asked) {
  if (!broken_.empty()) return {.status = commit_status::failed, .fault = broken_};
  commit_sent_ = false;
  try {
    return run(asked);
  } catch (const sqlite_error& error) {
    const int kind = error.code() & 0xff;
    const bool is_storage = kind == SQLITE_IOERR || kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB;
    const bool was_sent = commit_sent_;
    roll_back();
    if (is_storage) {
      // After a failed write or fsync the kernel may have dropped what it could not store, and a commit
      // record that is half there may still be found at the next start: nothing may be built on top of it
      // (F15).
      broken_ = std::string("the ledger stopped after: ") + error.what();
      base::log_error("{}; restart the service once the storage is sound", broken_);
    }
    return {.status = was_sent && is_storage ? commit_status::unknown : commit_status::failed,
            .fault = error.what()};
  }
}

engine::batch_result committer::run(const engine::batch& asked) {
  begin_.run();
  // 1. Read, under the write lock, what the commands touch.
  inventory::books read = loader_.load(asked, read_clock());
  // 2. Is the lease's tenure still the newest?
  if (!inventory::apply_claims(read, asked.claims)) {
    roll_back();
    return {.status = commit_status::tenure_stale, .now = read.now};
  }
  // 3. Decide.
  inventory::decision made = decide_with_due(read, asked.commands);
  engine::batch_result result{.status = commit_status::nothing_to_write,
                              .outcomes = std::move(made.outcomes),
                              .positions = positions_of(asked, made),
                              .now = read.now};
  if (made.to_write.empty()) {
    roll_back();
    return result;
  }
  // 4. Write, by relative and conditional changes.
  writer_.write(read, made, asked.claims);
  // 5. Commit: fsynced when this returns.
  for (const auto& [key, bound] : made.to_write.bindings) keys_.add(key.text());
  commit_sent_ = true;
  commit_.run();
  result.status = commit_status::committed;
  return result;
}

inventory::decision committer::decide_with_due(inventory::books& read,
                                               std::span<const inventory::command> commands) {
  for (int limit = first_due;; limit *= 4) {
    inventory::decision made = inventory::decide(read, commands, rules_);
    if (made.due_wanted.empty()) return made;
    loader_.load_due(read, made.due_wanted, limit);
  }
}

inventory::time_point committer::read_clock() {
  const auto wall = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  last_now_ = std::max(last_now_, wall);  // the ledger's time never goes back
  return last_now_;
}

void committer::roll_back() {
  if (!ledger_.in_transaction()) return;
  try {
    roll_back_.run();
  } catch (const sqlite_error& error) {
    broken_ = std::string("the ledger cannot roll back: ") + error.what();
  }
}

}  // namespace holdfast::storage
