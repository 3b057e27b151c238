// One ledger a test; when the test ends, the audit must be clean.
#pragma once

#include <gtest/gtest.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "ledger_place.h"
#include "script.h"

namespace holdfast::store_contract {

// Runs one call of the port to its end, on the calling thread.
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

class StoreContract : public testing::Test {
 protected:
  StoreContract();
  void TearDown() override;

  engine::inventory_store& store() { return *store_; }
  ledger_place& place() { return *place_; }
  void close() { store_.reset(); }
  void open(const inventory::policy& rules = {}) { store_ = place_->open(rules); }

  // Commits the table's commands, batch by batch, and compares the outcomes.
  void run(std::string_view table);
  // Sources W1 and W2, SKUs SNK-42 and CAP-7 without a threshold, and units of SNK-42 in W1.
  void stock(std::int64_t units_of_snk);
  engine::batch_result commit(std::vector<inventory::command> commands,
                              std::vector<inventory::claim> claims = {});
  engine::batch_result commit(std::string_view line, std::vector<inventory::claim> claims = {}) {
    return commit(std::vector<inventory::command>{to_command(line)}, std::move(claims));
  }

  engine::availability availability_of(std::string_view sku);
  std::vector<inventory::entry> entries_of(std::string_view sku);
  std::optional<inventory::reservation> reservation(std::string_view name);
  // "salable 3 on_hand 5 reserved 2"
  std::string levels_of(std::string_view sku);

 private:
  std::unique_ptr<ledger_place> place_;
  std::unique_ptr<engine::inventory_store> store_;
};

}  // namespace holdfast::store_contract
