// One batch, one transaction: load the books, let the rule decide, write, commit.
#include "storage/sqlite/write_session.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>

#include "base/log.h"

namespace holdfast::storage::sqlite {
namespace {

// The first look at due holds; each further look at a SKU reads eight times as many.
constexpr int first_due_limit = 64;
constexpr int due_limit_growth = 8;
constexpr int most_due = 1 << 30;

std::int64_t wall_milliseconds() {
  const auto wall = std::chrono::system_clock::now();
  return std::chrono::floor<std::chrono::milliseconds>(wall).time_since_epoch().count();
}

sku_marks marks_of(const inventory::books& read) {
  sku_marks marks;
  for (const auto& [sku, book] : read.skus) {
    marks.emplace(sku, sku_mark{.sequence = book.sequence,
                                .stored = book.current,
                                .is_limited = book.settings.max_per_buyer.has_value()});
  }
  return marks;
}

// False when nothing more can be read.
bool grow(due_limits& limits, const std::vector<inventory::sku_id>& wanted) {
  bool has_grown = false;
  for (const inventory::sku_id& sku : wanted) {
    const auto [limit, is_first] = limits.try_emplace(sku, first_due_limit);
    if (!is_first && limit->second >= most_due) continue;
    if (!is_first) limit->second *= due_limit_growth;
    has_grown = true;
  }
  return has_grown;
}

// Of every existing SKU that the batch claimed or changed. Nothing was written when the stored tenures still
// stand.
std::vector<engine::sku_position> positions_of(const engine::batch& asked, const inventory::decision& made,
                                               const sku_marks& before, bool was_written) {
  std::vector<engine::sku_position> positions;
  for (const auto& [sku, book] : made.after.skus) {
    const auto mark = before.find(sku);
    const auto is_it = [&sku = sku](const inventory::claim& each) { return each.sku == sku; };
    const bool is_changed = mark == before.end() || mark->second.sequence != book.sequence ||
                            made.to_write.settings.contains(sku);
    if (!is_changed && std::none_of(asked.claims.begin(), asked.claims.end(), is_it)) continue;
    positions.push_back({.sku = sku,
                         .version = book.sequence,
                         .salable = inventory::salable(book.levels, book.settings.safety_stock),
                         .next_due = book.next_due,
                         .tenure = was_written ? book.current : mark->second.stored});
  }
  return positions;
}

}  // namespace

inventory::time_point ledger_clock::tick() {
  std::int64_t newest = newest_.load(std::memory_order_relaxed);
  const std::int64_t wall = wall_milliseconds();
  while (wall > newest && !newest_.compare_exchange_weak(newest, wall, std::memory_order_relaxed)) {
  }
  return inventory::time_point(std::chrono::milliseconds(std::max(wall, newest)));
}

inventory::time_point ledger_clock::now() const {
  return inventory::time_point(
      std::chrono::milliseconds(std::max(wall_milliseconds(), newest_.load(std::memory_order_relaxed))));
}

write_session::write_session(connection& on, ledger_clock& clock, const options& limits)
    : on_(on),
      clock_(clock),
      limits_(limits),
      loader_(on),
      writer_(on),
      begin_(on, "BEGIN IMMEDIATE"),
      commit_(on, "COMMIT"),
      roll_back_(on, "ROLLBACK") {
  sqlite3_wal_hook(
      on.handle(),
      [](void* session, sqlite3*, const char*, int pages) {
        static_cast<write_session*>(session)->log_pages_ = pages;
        return SQLITE_OK;
      },
      this);
}

committed_batch write_session::commit(const engine::batch& asked) {
  committed_batch done;
  engine::batch_result& result = done.result;
  if (has_stopped_) {
    result.fault = stop_reason_;
    return done;
  }
  on_.forget_fault();
  begin_.run();
  const inventory::time_point now =
      clock_.tick();  // after the lock: the order of the clock is the order of the batches
  auto decided = decide(asked, now);
  if (on_.failed()) {
    result = fail();
  } else if (!decided) {
    roll_back();
    result.status = engine::commit_status::tenure_stale;
  } else if (decided->made.to_write.empty()) {
    roll_back();
    result.status = engine::commit_status::nothing_to_write;
  } else {
    writer_.write(decided->made, decided->before);
    if (on_.failed()) {
      result = fail();
    } else {
      commit_.run();
      result = on_.failed() ? settle_failed_commit()
                            : engine::batch_result{.status = engine::commit_status::committed};
    }
  }
  result.now = now;
  const bool is_committed = result.status == engine::commit_status::committed;
  if (is_committed || result.status == engine::commit_status::nothing_to_write) {
    result.positions = positions_of(asked, decided->made, decided->before, is_committed);
    result.outcomes = std::move(decided->made.outcomes);
  }
  if (is_committed) {
    for (auto& [key, bound] : decided->made.to_write.bindings) done.bound.push_back(std::move(key));
  } else if (result.status == engine::commit_status::unknown) {
    for (const inventory::command& each : asked.commands) {
      if (const auto* key = inventory::key_of(each)) done.bound.push_back(*key);
    }
  }
  return done;
}

std::optional<write_session::decided_batch> write_session::decide(const engine::batch& asked,
                                                                  inventory::time_point now) {
  due_limits due;
  while (true) {
    inventory::books read = loader_.load(asked, now, due);
    if (on_.failed()) return std::nullopt;
    decided_batch decided{.made = {}, .before = marks_of(read)};
    if (!inventory::apply_claims(read, asked.claims)) return std::nullopt;
    decided.made = inventory::decide(std::move(read), asked.commands, limits_.rules);
    // Decides again with more due holds until it has what it needs. Bounded: the limit of a SKU grows to
    // beyond all rows.
    if (decided.made.due_wanted.empty() || !grow(due, decided.made.due_wanted)) return decided;
  }
}

void write_session::roll_back() {
  // Some faults have rolled back already.
  if (on_.in_transaction()) roll_back_.run();
  if (on_.failed()) stop(*on_.failed());
}

engine::batch_result write_session::fail() {
  const fault why = *on_.failed();
  on_.forget_fault();
  roll_back();
  stop_if_unreliable(why);
  return {.status = engine::commit_status::failed, .fault = why.message};
}

engine::batch_result write_session::settle_failed_commit() {
  const fault why = *on_.failed();
  const int kind = why.code & 0xff;
  // What was not written whole is no commit record. After any other error the record may have reached the
  // disk, and a restart would find it there.
  const bool is_rolled_back = kind == SQLITE_FULL || kind == SQLITE_BUSY || kind == SQLITE_CONSTRAINT;
  on_.forget_fault();
  roll_back();
  if (is_rolled_back) return {.status = engine::commit_status::failed, .fault = why.message};
  stop(why);
  return {.status = engine::commit_status::unknown, .fault = why.message};
}

void write_session::finish_checkpoint() {
  if (has_stopped_) return;
  const int code =
      sqlite3_wal_checkpoint_v2(on_.handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  if (code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY) return;
  stop_if_unreliable(on_.last_error("checkpoint"));
}

void write_session::stop_if_unreliable(const fault& why) {
  const bool is_fsync = why.code == SQLITE_IOERR_FSYNC || why.code == SQLITE_IOERR_DIR_FSYNC;
  const int kind = why.code & 0xff;
  if (is_fsync || kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB) stop(why);
}

void write_session::stop(const fault& why) {
  if (has_stopped_) return;
  stop_reason_ = fmt::format("the ledger stopped writing and needs a restart: {}", why.message);
  base::log_error("{}", stop_reason_);
  has_stopped_ = true;
}

}  // namespace holdfast::storage::sqlite
