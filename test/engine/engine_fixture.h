// An engine over a real SQLite ledger, with or without a real Redis.
#pragma once

#include <gtest/gtest.h>
#include <prometheus/registry.h>

#include <boost/asio/io_context.hpp>

#include <memory>

#include "engine/change_stock.h"
#include "engine/end_reservation.h"
#include "engine/redis_leases.h"
#include "engine/redis_snapshots.h"
#include "engine/reserve_stock.h"
#include "faulty_store.h"
#include "redis/subscriber.h"
#include "storage/sqlite/ledger.h"
#include "support/redis_server.h"
#include "support/run_coroutine.h"

namespace holdfast::testing {

using boost::asio::awaitable;
using namespace std::chrono_literals;

// One node: an engine with its own connections to Redis.
class node {
 public:
  // `server` null: lock = none.
  node(boost::asio::io_context& io, engine::inventory_store& store, const redis_server* server,
       engine::options limits = {});
  ~node();

  engine::service& engine() { return *engine_; }
  engine::metrics& counters() { return metrics_; }
  redis::client& redis() { return *commands_; }
  bool is_connected() const { return !commands_ || commands_->is_available(); }

 private:
  prometheus::Registry registry_;
  engine::metrics metrics_;
  std::optional<redis::client> commands_;
  std::optional<redis::subscriber> wakeups_;
  std::optional<lock::lock_client> locks_;
  std::optional<engine::redis_leases> leases_;
  std::optional<engine::redis_snapshots> snapshots_;
  std::optional<engine::service> engine_;
};

class EngineTest : public ::testing::Test {
 protected:
  EngineTest();

  awaitable<void> pause(std::chrono::milliseconds time);
  awaitable<void> until(std::function<bool()> condition);
  awaitable<void> stock(node& at, std::string sku, std::int64_t units);
  // One unit of each of `cart`, names with commas between. (A braced list would trip g++ 12 in a coroutine.)
  awaitable<engine::answer> reserve(node& at, std::string key, std::string cart,
                                    std::chrono::milliseconds patience = 5s, std::string buyer = "b-1");
  // Runs it in the background; `into` gets the answer.
  void start(awaitable<engine::answer> work, std::optional<engine::answer>& into);
  awaitable<std::int64_t> salable(std::string sku);

  temporary_folder folder;
  boost::asio::io_context io{1};
  std::unique_ptr<storage::sqlite::ledger> ledger;
  std::unique_ptr<faulty_store> store;
};

bool is_held(const engine::answer& given);
bool is_refused(const engine::answer& given, inventory::refusal_code code);
bool is_trouble(const engine::answer& given, engine::trouble what);
inventory::reservation_id id_of(const engine::answer& given);

}  // namespace holdfast::testing
