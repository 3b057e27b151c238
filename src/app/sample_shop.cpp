// A sample shop for `serve --sample`.
#include "app/sample_shop.h"

#include <boost/asio/use_awaitable.hpp>

#include <array>

#include "base/log.h"
#include "engine/change_stock.h"

namespace holdfast::app {
namespace {

using inventory::quantity;

struct sample_sku {
  const char* sku;
  const char* title;
  std::int64_t shanghai;
  std::int64_t guangzhou;
};

constexpr std::array samples{sample_sku{"SNK-42", "Limited sneakers, size 42", 2, 0},
                             sample_sku{"TEE-M", "T-shirt, medium", 80, 40},
                             sample_sku{"MUG-1", "Mug", 0, 25}};

engine::steady_time soon() {
  return std::chrono::steady_clock::now() + std::chrono::seconds(10);
}

boost::asio::awaitable<void> put_warehouse(engine::service& engine, const char* name, int priority) {
  inventory::put_source command{.source = {.id = *inventory::source_id::parse(name), .priority = priority}};
  co_await engine::put_source(engine, std::move(command), soon());
}

boost::asio::awaitable<void> receive(engine::service& engine, const sample_sku& of, const char* source,
                                     std::int64_t units) {
  if (units == 0) co_return;
  const std::string key =
      std::string("sample:") + of.sku + ":" + source;  // the same in every run: received once
  inventory::receive_stock command{.key = *inventory::idempotency_key::parse(key),
                                   .sku = *inventory::sku_id::parse(of.sku),
                                   .source = *inventory::source_id::parse(source),
                                   .units = *quantity::of(units),
                                   .reference = inventory::stock_reference::parse("sample")};
  co_await engine::receive_stock(engine, std::move(command), soon());
}

}  // namespace

boost::asio::awaitable<void> fill_sample_shop(engine::service& engine) {
  auto known = co_await engine.store().list_skus(std::nullopt, 1);
  if (known.has_error()) co_return;
  const bool is_other_shop = !known->empty() && known->front().sku.text() != "MUG-1";
  if (is_other_shop) {
    base::log_info("the ledger has SKUs already: no sample shop");
    co_return;
  }
  co_await put_warehouse(engine, "shanghai", 10);
  co_await put_warehouse(engine, "guangzhou", 20);
  for (const sample_sku& each : samples) {
    inventory::put_sku command{.sku = *inventory::sku_id::parse(each.sku), .settings = {.title = each.title}};
    co_await engine::put_sku(engine, std::move(command), soon());
    co_await receive(engine, each, "shanghai", each.shanghai);
    co_await receive(engine, each, "guangzhou", each.guangzhou);
  }
}

}  // namespace holdfast::app
