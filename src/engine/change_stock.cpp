// Use cases: units that arrive, and the settings of SKUs and sources. They travel through the same lanes as
// the orders.
#include "engine/change_stock.h"

#include <boost/asio/use_awaitable.hpp>

namespace holdfast::engine {
namespace {

boost::asio::awaitable<answer> submit(service& engine, inventory::command asked,
                                      std::vector<inventory::sku_id> lanes, steady_time deadline) {
  submission made{.asked = std::move(asked), .lanes = std::move(lanes), .deadline = deadline};
  co_return co_await engine.queue().submit(std::move(made));
}

}  // namespace

boost::asio::awaitable<answer> receive_stock(service& engine, inventory::receive_stock asked,
                                             steady_time deadline) {
  std::vector<inventory::sku_id> lanes{asked.sku};
  return submit(engine, std::move(asked), std::move(lanes), deadline);
}

boost::asio::awaitable<answer> put_sku(service& engine, inventory::put_sku asked, steady_time deadline) {
  std::vector<inventory::sku_id> lanes{asked.sku};
  return submit(engine, std::move(asked), std::move(lanes), deadline);
}

boost::asio::awaitable<answer> put_source(service& engine, inventory::put_source asked,
                                          steady_time deadline) {
  answer given = co_await submit(engine, std::move(asked), {}, deadline);
  engine.levels().forget_all();
  co_return given;
}

boost::asio::awaitable<answer> delete_source(service& engine, inventory::delete_source asked,
                                             steady_time deadline) {
  return submit(engine, std::move(asked), {}, deadline);
}

}  // namespace holdfast::engine
