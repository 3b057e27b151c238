// Opens the ledger and carries calls to its two threads.
#include "storage/sqlite/ledger.h"

#include <fmt/format.h>

#include "embedded/holdfast_storage_sqlite.h"
#include "storage/sqlite/checkpointer.h"
#include "storage/sqlite/data_folder.h"
#include "storage/sqlite/migrations.h"
#include "storage/sqlite/on_thread.h"
#include "storage/sqlite/read_session.h"
#include "storage/sqlite/write_session.h"

namespace holdfast::storage::sqlite {
namespace asio = boost::asio;

namespace {

// synchronous=FULL: a batch that was reported committed survives a power cut (I4, H20). Checkpoints are made
// between batches, by write_session, so that their errors are seen (F15).
constexpr std::string_view write_settings =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA "
    "wal_autocheckpoint = 0;"
    "PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA "
    "cell_size_check = ON;"
    "PRAGMA journal_size_limit = 268435456";
constexpr std::string_view read_settings =
    "PRAGMA query_only = ON; PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = "
    "OFF";
// FULL also here: a page must be on the disk before the log that holds it is written over.
constexpr std::string_view checkpoint_settings = "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0";

std::optional<engine::store_fault> fault_in(const connection& on) {
  if (!on.failed()) return std::nullopt;
  return engine::store_fault{fmt::format("opening the ledger: {}", on.failed()->message)};
}

inventory::time_point newest_time(connection& on) {
  statement newest(on, embedded::find_newest_time_sql);
  inventory::time_point found{};
  while (newest.next()) found = newest.time(0);
  return found;
}

void load_keys(connection& on, key_filter& into) {
  statement keys(on, embedded::list_keys_sql);
  while (keys.next()) into.add(keys.text(0));
}

constexpr auto as_is = [](auto result) { return result; };

}  // namespace

ledger::ledger() = default;

base::result<std::unique_ptr<ledger>, engine::store_fault> ledger::open(const ledger_options& options) {
  auto folder = data_folder::open(options.folder);
  if (!folder) return folder.error();
  std::unique_ptr<ledger> opened(new ledger());
  opened->folder_ = std::make_unique<data_folder>(std::move(*folder));
  const std::filesystem::path file = opened->folder_->ledger();

  auto writing = connection::open(file, {.busy_timeout = options.busy_timeout});
  if (!writing) return writing.error();
  opened->write_connection_ = std::move(*writing);
  connection& write_side = *opened->write_connection_;
  write_side.execute(write_settings);
  if (auto fault = fault_in(write_side)) return *fault;
  if (auto migrated = migrate(write_side, known_migrations()); !migrated) return migrated.error();

  auto reading =
      connection::open(file, {.mode = connection::access::read_only, .busy_timeout = options.busy_timeout});
  if (!reading) return reading.error();
  opened->read_connection_ = std::move(*reading);
  connection& read_side = *opened->read_connection_;
  read_side.execute(read_settings);

  auto checkpointing = connection::open(file, {.busy_timeout = options.busy_timeout});
  if (!checkpointing) return checkpointing.error();
  opened->checkpoint_connection_ = std::move(*checkpointing);
  connection& checkpoint_side = *opened->checkpoint_connection_;
  checkpoint_side.execute(checkpoint_settings);

  opened->clock_ = std::make_unique<ledger_clock>();
  opened->clock_->start_at(newest_time(write_side));
  load_keys(write_side, opened->bound_);
  opened->writer_ = std::make_unique<write_session>(
      write_side, *opened->clock_,
      write_session::options{.rules = options.rules, .log_pages = options.log_pages});
  opened->reader_ = std::make_unique<read_session>(read_side);
  opened->checkpointer_ =
      std::make_unique<checkpointer>(checkpoint_side, *opened->writer_, opened->write_thread_);
  if (auto fault = fault_in(write_side)) return *fault;
  if (auto fault = fault_in(read_side)) return *fault;
  if (auto fault = fault_in(checkpoint_side)) return *fault;
  return opened;
}

ledger::~ledger() {
  if (checkpointer_) checkpointer_->stop();
  write_thread_.join();
  read_thread_.join();
}

asio::awaitable<engine::batch_result> ledger::commit(engine::batch asked) {
  return run_on(
      write_thread_,
      [this, asked = std::move(asked)] {
        committed_batch done = writer_->commit(asked);
        checkpointer_->maybe_start();
        return done;
      },
      [this](committed_batch done) {
        // On the engine's thread and before the caller hears of the batch: no key is bound that this does not
        // know.
        for (const inventory::idempotency_key& key : done.bound) bound_.add(key.text());
        return std::move(done.result);
      });
}

bool ledger::may_be_bound(const inventory::idempotency_key& key) const {
  return bound_.may_contain(key.text());
}

template <class Ask>
auto ledger::read_with(Ask ask) {
  return run_on(
      read_thread_, [this, ask = std::move(ask)] { return reader_->answer(ask); }, as_is);
}

engine::read<std::optional<engine::bound_key>> ledger::find_key(inventory::idempotency_key key) {
  return read_with([key = std::move(key)](read_session& from) { return from.find_key(key); });
}

engine::read<std::optional<inventory::reservation>> ledger::find_reservation(inventory::reservation_id id) {
  return read_with([id](read_session& from) { return from.find_reservation(id); });
}

engine::read<std::vector<inventory::reservation>> ledger::list_reservations(
    engine::reservation_filter filter, std::optional<inventory::reservation_id> before, int limit) {
  read_session::reservation_page page{.filter = std::move(filter), .before = before, .limit = limit};
  return read_with([this, page = std::move(page)](read_session& from) {
    return from.list_reservations(page, clock_->now());
  });
}

engine::read<std::vector<inventory::reservation>> ledger::list_due(int limit) {
  return read_with([this, limit](read_session& from) { return from.list_due(limit, clock_->now()); });
}

engine::read<std::optional<engine::availability>> ledger::find_availability(inventory::sku_id sku) {
  return read_with([this, sku = std::move(sku)](read_session& from) {
    return from.find_availability(sku, clock_->now());
  });
}

engine::read<std::vector<engine::availability>> ledger::list_skus(std::optional<inventory::sku_id> after,
                                                                  int limit) {
  return read_with([this, after = std::move(after), limit](read_session& from) {
    return from.list_skus(after, limit, clock_->now());
  });
}

engine::read<std::vector<inventory::source>> ledger::list_sources() {
  return read_with([](read_session& from) { return from.list_sources(); });
}

engine::read<std::vector<inventory::entry>> ledger::list_entries(inventory::sku_id sku,
                                                                 std::int64_t after_seq, int limit) {
  return read_with([sku = std::move(sku), after_seq, limit](read_session& from) {
    return from.list_entries(sku, after_seq, limit);
  });
}

engine::read<std::vector<engine::alert_record>> ledger::list_alerts(std::int64_t after_id, int limit) {
  return read_with([after_id, limit](read_session& from) { return from.list_alerts(after_id, limit); });
}

engine::read<inventory::time_point> ledger::read_clock() {
  using answer = base::result<inventory::time_point, engine::store_fault>;
  return run_on(
      read_thread_,
      [this]() -> answer {
        if (writer_->has_stopped()) return engine::store_fault{writer_->stop_reason()};
        const auto readable = reader_->answer([](read_session& from) { return from.is_readable(); });
        if (!readable) return readable.error();
        return clock_->now();
      },
      as_is);
}

}  // namespace holdfast::storage::sqlite
