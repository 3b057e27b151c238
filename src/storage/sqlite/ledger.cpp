// The ledger on SQLite: the port's adapter for one machine.
#include "storage/sqlite/ledger.h"

#include <fmt/format.h>

#include "base/log.h"
#include "embedded/holdfast_storage_sqlite.h"
#include "storage/sqlite/committer.h"
#include "storage/sqlite/folder_lock.h"
#include "storage/sqlite/key_filter.h"
#include "storage/sqlite/migrate.h"
#include "storage/sqlite/on_thread.h"
#include "storage/sqlite/readings.h"

namespace holdfast::storage {
namespace asio = boost::asio;

namespace {

database open_for_writing(const std::filesystem::path& file) {
  database opened(file, database::access::read_write);
  migrate(opened);
  return opened;
}

database open_for_reading(const std::filesystem::path& file) {
  database opened(file, database::access::read_only);
  opened.execute("PRAGMA query_only = 1; PRAGMA temp_store = MEMORY;");
  return opened;
}

class sqlite_ledger final : public engine::inventory_store {
 public:
  explicit sqlite_ledger(const sqlite_options& options)
      : lock_(options.folder),
        writing_(open_for_writing(ledger_file(options.folder))),
        reading_(open_for_reading(ledger_file(options.folder))),
        committer_(writing_, keys_, options.rules),
        readings_(reading_) {
    statement all(writing_, embedded::list_keys_sql);
    for (statement& row = all.query(); row.step();) keys_.add(row.text(0));
  }

  ~sqlite_ledger() override {
    writer_.join();
    reader_.join();
  }

  asio::awaitable<engine::batch_result> commit(engine::batch asked) override {
    return on_thread(writer_, [this, asked = std::move(asked)] { return committer_.commit(asked); });
  }
  unsigned parallel_batches() const override { return 1; }
  bool may_be_bound(const inventory::idempotency_key& key) const override {
    return keys_.may_contain(key.text());
  }

  engine::read<std::optional<engine::bound_key>> find_key(inventory::idempotency_key key) override {
    return look([key = std::move(key)](readings& from) { return from.find_key(key); });
  }
  engine::read<std::optional<inventory::reservation>> find_reservation(
      inventory::reservation_id id) override {
    return look([id](readings& from) { return from.find_reservation(id); });
  }
  engine::read<std::vector<inventory::reservation>> list_reservations(
      engine::reservation_filter filter, std::optional<inventory::reservation_id> before,
      int limit) override {
    return look([filter = std::move(filter), before, limit](readings& from) {
      return from.list_reservations(filter, before, limit);
    });
  }
  engine::read<std::vector<inventory::reservation>> list_due(int limit) override {
    return look([limit](readings& from) { return from.list_due(limit); });
  }
  engine::read<std::optional<engine::availability>> find_availability(inventory::sku_id sku) override {
    return look([sku = std::move(sku)](readings& from) { return from.find_availability(sku); });
  }
  engine::read<std::vector<engine::availability>> list_skus(std::optional<inventory::sku_id> after,
                                                            int limit) override {
    return look([after = std::move(after), limit](readings& from) { return from.list_skus(after, limit); });
  }
  engine::read<std::vector<inventory::source>> list_sources() override {
    return look([](readings& from) { return from.list_sources(); });
  }
  engine::read<std::vector<inventory::entry>> list_entries(inventory::sku_id sku, std::int64_t after_seq,
                                                           int limit) override {
    return look([sku = std::move(sku), after_seq, limit](readings& from) {
      return from.list_entries(sku, after_seq, limit);
    });
  }
  engine::read<std::vector<engine::alert_record>> list_alerts(std::int64_t after_id, int limit) override {
    return look([after_id, limit](readings& from) { return from.list_alerts(after_id, limit); });
  }
  engine::read<inventory::time_point> read_clock() override {
    return look([](readings& from) { return from.read_clock(); });
  }

 private:
  // Reads on the read thread; an error of the database becomes a fault.
  template <class Look>
  auto look(Look from) -> engine::read<std::invoke_result_t<Look&, readings&>> {
    using outcome = base::result<std::invoke_result_t<Look&, readings&>, engine::store_fault>;
    return on_thread(reader_, [this, from = std::move(from)]() mutable -> outcome {
      try {
        return from(readings_);
      } catch (const sqlite_error& error) {
        base::log_error("the ledger cannot be read: {}", error.what());
        return engine::store_fault{error.what()};
      }
    });
  }

  folder_lock lock_;
  database writing_;
  database reading_;
  key_filter keys_;
  committer committer_;
  readings readings_;
  asio::thread_pool writer_{1};
  asio::thread_pool reader_{1};
};

}  // namespace

std::filesystem::path ledger_file(const std::filesystem::path& folder) {
  return folder / "ledger.db";
}

std::unique_ptr<engine::inventory_store> open_sqlite_ledger(const sqlite_options& options) {
  try {
    return std::make_unique<sqlite_ledger>(options);
  } catch (const sqlite_error& error) {
    throw std::runtime_error(
        fmt::format("cannot open the ledger {}: {}", ledger_file(options.folder).string(), error.what()));
  }
}

}  // namespace holdfast::storage
