// A ledger with faults at chosen moments, in front of a real one: what is committed is really committed.
#pragma once

#include <boost/asio/io_context.hpp>

#include <functional>

#include "engine/inventory_store.h"

namespace holdfast::testing {

class faulty_store final : public engine::inventory_store {
 public:
  faulty_store(boost::asio::io_context& io, engine::inventory_store& real) : io_(io), real_(real) {}

  // The next so many commits are done, and reported as unknown: the reply was lost.
  int lose_replies = 0;
  // Batches for which it is true are refused whole, as a constraint would.
  std::function<bool(const engine::batch&)> fails = nullptr;
  // Each commit takes so much longer: what arrives meanwhile queues.
  std::chrono::milliseconds delay{0};
  int commits = 0;
  std::size_t largest_batch = 0;

  boost::asio::awaitable<engine::batch_result> commit(engine::batch asked) override;
  unsigned parallel_batches() const override { return real_.parallel_batches(); }
  bool may_be_bound(const inventory::idempotency_key& key) const override { return real_.may_be_bound(key); }
  engine::read<std::optional<engine::bound_key>> find_key(inventory::idempotency_key key) override {
    return real_.find_key(std::move(key));
  }
  engine::read<std::optional<inventory::reservation>> find_reservation(
      inventory::reservation_id id) override {
    return real_.find_reservation(id);
  }
  engine::read<std::vector<inventory::reservation>> list_reservations(
      engine::reservation_filter filter, std::optional<inventory::reservation_id> before,
      int limit) override {
    return real_.list_reservations(std::move(filter), before, limit);
  }
  engine::read<std::vector<inventory::reservation>> list_due(int limit) override {
    return real_.list_due(limit);
  }
  engine::read<std::optional<engine::availability>> find_availability(inventory::sku_id sku) override {
    return real_.find_availability(std::move(sku));
  }
  engine::read<std::vector<engine::availability>> list_skus(std::optional<inventory::sku_id> after,
                                                            int limit) override {
    return real_.list_skus(std::move(after), limit);
  }
  engine::read<std::vector<inventory::source>> list_sources() override { return real_.list_sources(); }
  engine::read<std::vector<inventory::entry>> list_entries(inventory::sku_id sku, std::int64_t after_seq,
                                                           int limit) override {
    return real_.list_entries(std::move(sku), after_seq, limit);
  }
  engine::read<std::vector<engine::alert_record>> list_alerts(std::int64_t after_id, int limit) override {
    return real_.list_alerts(after_id, limit);
  }
  engine::read<inventory::time_point> read_clock() override { return real_.read_clock(); }

 private:
  boost::asio::io_context& io_;
  engine::inventory_store& real_;
};

}  // namespace holdfast::testing
