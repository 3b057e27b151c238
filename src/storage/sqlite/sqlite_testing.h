// For the adapter's own tests: a folder that goes away, and SQL beside the ledger.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <filesystem>
#include <string>

#include "base/temporary_folder.h"
#include "storage/sqlite/ledger.h"

namespace holdfast::storage::sqlite::testing {

using base::temporary_folder;

// Runs SQL on a database file behind the ledger's back; the error's text, or nothing.
inline std::string run_sql(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* handle = nullptr;
  std::string failed;
  if (sqlite3_open(file.c_str(), &handle) != SQLITE_OK ||
      sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    failed = sqlite3_errmsg(handle);
  }
  sqlite3_close(handle);
  return failed;
}

// The first column of every row, each behind a space, or the error's text.
inline std::string read_sql(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* handle = nullptr;
  std::string rows;
  const auto add = [](void* into, int, char** columns, char**) {
    *static_cast<std::string*>(into) += std::string(" ") + (columns[0] == nullptr ? "NULL" : columns[0]);
    return 0;
  };
  if (sqlite3_open(file.c_str(), &handle) != SQLITE_OK ||
      sqlite3_exec(handle, sql.c_str(), add, &rows, nullptr) != SQLITE_OK) {
    rows = sqlite3_errmsg(handle);
  }
  sqlite3_close(handle);
  return rows;
}

template <class T>
T wait_for(boost::asio::awaitable<T> call) {
  boost::asio::io_context io;
  std::optional<T> got;
  boost::asio::co_spawn(io, std::move(call), [&got](const std::exception_ptr& thrown, T value) {
    if (thrown) std::rethrow_exception(thrown);
    got.emplace(std::move(value));
  });
  io.run();
  return std::move(*got);
}

inline inventory::quantity units(std::int64_t count) {
  return *inventory::quantity::of(count);
}

inline inventory::command order_of(const std::string& name, const std::string& buyer = "b1") {
  inventory::reservation_id::bytes raw{};
  std::copy_n(name.begin(), std::min(name.size(), raw.size()), raw.begin());
  inventory::reserve_order order{.key = *inventory::idempotency_key::parse("key-" + name),
                                 .id = inventory::reservation_id(raw),
                                 .buyer = *inventory::buyer_id::parse(buyer),
                                 .order = {},
                                 .hold = std::chrono::seconds(900),
                                 .lines = {}};
  order.lines.push_back({*inventory::sku_id::parse("SNK-42"), units(1)});
  return order;
}

// Source W1 with units of SNK-42, at most ten a buyer.
inline engine::batch stocking(std::int64_t count) {
  engine::batch first;
  const auto sku = *inventory::sku_id::parse("SNK-42");
  const auto source = *inventory::source_id::parse("W1");
  inventory::sku_settings settings;
  settings.max_per_buyer = units(1'000'000);
  first.commands.push_back(inventory::put_source{{.id = source}});
  first.commands.push_back(inventory::put_sku{sku, settings});
  first.commands.push_back(inventory::receive_stock{.key = *inventory::idempotency_key::parse("stock"),
                                                    .sku = sku,
                                                    .source = source,
                                                    .units = units(count),
                                                    .reference = {}});
  return first;
}

inline std::unique_ptr<ledger> open_ledger(const std::filesystem::path& folder) {
  auto opened = ledger::open({.folder = folder});
  if (!opened) {
    ADD_FAILURE() << opened.error().message;
    std::abort();
  }
  return std::move(*opened);
}

inline engine::batch_result commit(ledger& to, std::vector<inventory::command> commands) {
  return wait_for(to.commit({.commands = std::move(commands), .claims = {}}));
}

}  // namespace holdfast::storage::sqlite::testing
