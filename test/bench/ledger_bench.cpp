// How many orders a second the ledger alone takes: batches of reserve commands through commit(), one after
// the other.
//   holdfast_ledger_bench FOLDER [orders] [batch] [skus] [keys: random|ordered] [order_ref: with|without]
#include <fmt/format.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/random.h"
#include "storage/sqlite/ledger.h"

namespace {

namespace asio = boost::asio;
namespace inventory = holdfast::inventory;
namespace engine = holdfast::engine;
using clock_type = std::chrono::steady_clock;

struct plan {
  int orders = 300'000;
  int batch = 30;
  int skus = 1;
  std::string keys = "random";
  std::string order_refs = "without";
};

inventory::sku_id sku_of(int n) {
  return *inventory::sku_id::parse(fmt::format("SNK-{}", n));
}

inventory::reserve_order order_of(const plan& of, std::uint64_t n, holdfast::base::spread& random) {
  const std::uint64_t name = of.keys == "random" ? random() : n;
  const std::int64_t wall = std::chrono::duration_cast<std::chrono::milliseconds>(
                                std::chrono::system_clock::now().time_since_epoch())
                                .count();
  inventory::reserve_order order{.key = *inventory::idempotency_key::parse(fmt::format("key-{:020}", name)),
                                 .id = inventory::reservation_id::make(wall, holdfast::base::random_128()),
                                 .buyer = *inventory::buyer_id::parse(fmt::format("b-{}", name % 1'000'000)),
                                 .order = {},
                                 .hold = std::chrono::seconds(900),
                                 .lines = {}};
  if (of.order_refs == "with") order.order = inventory::order_ref::parse(fmt::format("A-{}", name));
  order.lines.push_back(
      {sku_of(static_cast<int>(n % static_cast<std::uint64_t>(of.skus))), *inventory::quantity::of(1)});
  return order;
}

void must(const engine::batch_result& result) {
  if (result.status == engine::commit_status::committed) return;
  fmt::print(stderr, "a batch was not committed: {}\n", result.fault);
  std::exit(1);
}

asio::awaitable<void> stock(engine::inventory_store& store, const plan& of) {
  engine::batch first;
  const auto source = *inventory::source_id::parse("W1");
  first.commands.push_back(inventory::put_source{{.id = source}});
  for (int n = 0; n < of.skus; ++n) {
    first.commands.push_back(inventory::put_sku{sku_of(n), {}});
    first.commands.push_back(
        inventory::receive_stock{.key = *inventory::idempotency_key::parse(fmt::format("receive-{}", n)),
                                 .sku = sku_of(n),
                                 .source = source,
                                 .units = *inventory::quantity::of(1'000'000'000),
                                 .reference = {}});
  }
  must(co_await store.commit(std::move(first)));
}

asio::awaitable<void> run(engine::inventory_store& store, plan of) {
  co_await stock(store, of);
  holdfast::base::spread random(1);
  std::vector<double> took;
  const auto started = clock_type::now();
  double in_commit = 0;
  for (int sent = 0; sent < of.orders;) {
    engine::batch next;
    for (int i = 0; i < of.batch; ++i, ++sent) {
      next.commands.push_back(order_of(of, static_cast<std::uint64_t>(sent), random));
    }
    for (int n = 0; n < std::min(of.skus, of.batch); ++n) next.claims.push_back({sku_of(n), std::nullopt});
    std::sort(next.claims.begin(), next.claims.end(),
              [](const auto& a, const auto& b) { return a.sku < b.sku; });
    const auto asked = clock_type::now();
    must(co_await store.commit(std::move(next)));
    took.push_back(std::chrono::duration<double, std::milli>(clock_type::now() - asked).count());
    in_commit += took.back();
  }
  const double seconds = std::chrono::duration<double>(clock_type::now() - started).count();
  std::sort(took.begin(), took.end());
  const auto at = [&took](double part) {
    return took[static_cast<std::size_t>(part * static_cast<double>(took.size() - 1))];
  };
  fmt::print(
      "{} orders, batches of {}, {} SKUs, {} keys, {} order_ref: {:.0f} orders/s in commit ({:.0f} all "
      "told); "
      "ms a batch p50 {:.2f} p90 {:.2f} p99 {:.2f} p99.9 {:.2f} max {:.2f}\n",
      of.orders, of.batch, of.skus, of.keys, of.order_refs, of.orders / in_commit * 1000, of.orders / seconds,
      at(0.5), at(0.9), at(0.99), at(0.999), took.back());
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    fmt::print(stderr, "usage: {} FOLDER [orders] [batch] [skus] [random|ordered] [with|without]\n",
               arguments[0]);
    return 2;
  }
  plan of;
  if (count > 2) of.orders = std::atoi(arguments[2]);
  if (count > 3) of.batch = std::atoi(arguments[3]);
  if (count > 4) of.skus = std::atoi(arguments[4]);
  if (count > 5) of.keys = arguments[5];
  if (count > 6) of.order_refs = arguments[6];
  auto store = holdfast::storage::sqlite::ledger::open({.folder = arguments[1]});
  if (!store) {
    fmt::print(stderr, "{}\n", store.error().message);
    return 1;
  }
  asio::io_context io;
  asio::co_spawn(io, run(**store, of), asio::detached);
  io.run();
  store->reset();
}
