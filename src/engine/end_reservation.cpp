// Use cases: confirm, release, cancel. The reservation is read first, only to learn which lanes to take: what
// it holds never changes. Its state is read again, and decided upon, in the transaction.
#include "engine/end_reservation.h"

#include <boost/asio/use_awaitable.hpp>

#include "engine/lanes_of.h"

namespace holdfast::engine {
namespace {

template <class Asked>
boost::asio::awaitable<answer> end_reservation(service& engine, Asked asked, steady_time deadline) {
  auto found = co_await engine.store().find_reservation(asked.id);
  if (found.has_error()) co_return trouble::ledger_unavailable;
  if (!found->has_value()) {
    co_return inventory::refusal{.code = inventory::refusal_code::reservation_not_found,
                                 .subject = asked.id.to_string()};
  }
  submission made{.asked = std::move(asked), .lanes = lanes_of(**found), .deadline = deadline};
  co_return co_await engine.queue().submit(std::move(made));
}

}  // namespace

boost::asio::awaitable<answer> confirm_reservation(service& engine, inventory::confirm_reservation asked,
                                                   steady_time deadline) {
  return end_reservation(engine, std::move(asked), deadline);
}

boost::asio::awaitable<answer> release_reservation(service& engine, inventory::release_reservation asked,
                                                   steady_time deadline) {
  return end_reservation(engine, std::move(asked), deadline);
}

boost::asio::awaitable<answer> cancel_key(service& engine, inventory::cancel_key asked,
                                          steady_time deadline) {
  auto bound = co_await engine.store().find_key(asked.key);
  if (bound.has_error()) co_return trouble::ledger_unavailable;
  std::vector<inventory::sku_id> lanes;
  if (bound->has_value() && (*bound)->made) lanes = lanes_of(*(*bound)->made);
  submission made{.asked = std::move(asked), .lanes = std::move(lanes), .deadline = deadline};
  co_return co_await engine.queue().submit(std::move(made));
}

}  // namespace holdfast::engine
