// The ledger on SQLite: one file in a data folder, one process that writes it.
#pragma once

#include <boost/asio/thread_pool.hpp>

#include <filesystem>
#include <memory>

#include "engine/inventory_store.h"
#include "inventory/decide.h"
#include "storage/sqlite/key_filter.h"

namespace holdfast::storage::sqlite {

class data_folder;
class connection;
class ledger_clock;
class write_session;
class read_session;
class checkpointer;

struct ledger_options {
  std::filesystem::path folder;  // made when it is missing; on a local disk
  inventory::policy rules;
  // How long to wait for a database lock. Only another program's BEGIN can hold one: an audit only reads.
  std::chrono::milliseconds busy_timeout{5'000};
  // Pages of 4 KiB in the write-ahead log that start a checkpoint. 64 MB: a page that is written often is
  // moved once, and a start after a kill reads the log in a fraction of a second.
  int log_pages = 16'000;
};

// Thread rules: made and destroyed anywhere; the calls of the port and may_be_bound() on the engine's thread.
// Writes run one after the other on a thread of the ledger, reads on another one; each answer is posted back
// to the caller's executor. Cancelling a call has no effect on it. Destroy the ledger before the io_context
// that its callers run on: the destructor finishes what was asked for.
class ledger final : public engine::inventory_store {
 public:
  // Locks the folder, migrates, reads the keys. Blocks: a second per few million keys.
  static base::result<std::unique_ptr<ledger>, engine::store_fault> open(const ledger_options& options);
  ~ledger() override;

  boost::asio::awaitable<engine::batch_result> commit(engine::batch asked) override;
  unsigned parallel_batches() const override { return 1; }
  bool may_be_bound(const inventory::idempotency_key& key) const override;

  engine::read<std::optional<engine::bound_key>> find_key(inventory::idempotency_key key) override;
  engine::read<std::optional<inventory::reservation>> find_reservation(inventory::reservation_id id) override;
  engine::read<std::vector<inventory::reservation>> list_reservations(
      engine::reservation_filter filter, std::optional<inventory::reservation_id> before, int limit) override;
  engine::read<std::vector<inventory::reservation>> list_due(int limit) override;
  engine::read<std::optional<engine::availability>> find_availability(inventory::sku_id sku) override;
  engine::read<std::vector<engine::availability>> list_skus(std::optional<inventory::sku_id> after,
                                                            int limit) override;
  engine::read<std::vector<inventory::source>> list_sources() override;
  engine::read<std::vector<inventory::entry>> list_entries(inventory::sku_id sku, std::int64_t after_seq,
                                                           int limit) override;
  engine::read<std::vector<engine::alert_record>> list_alerts(std::int64_t after_id, int limit) override;
  // A fault once the ledger has stopped writing.
  engine::read<inventory::time_point> read_clock() override;

 private:
  ledger();
  template <class Ask>
  auto read_with(Ask ask);

  std::unique_ptr<data_folder> folder_;
  std::unique_ptr<ledger_clock> clock_;
  std::unique_ptr<connection> write_connection_;
  std::unique_ptr<connection> read_connection_;
  std::unique_ptr<connection> checkpoint_connection_;
  std::unique_ptr<write_session> writer_;
  std::unique_ptr<read_session> reader_;
  key_filter bound_;  // the engine's thread
  boost::asio::thread_pool write_thread_{1};
  boost::asio::thread_pool read_thread_{1};
  std::unique_ptr<checkpointer> checkpointer_;
};

}  // namespace holdfast::storage::sqlite
