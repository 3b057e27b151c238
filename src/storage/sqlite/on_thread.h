// Runs blocking work on another thread and continues the caller on its own.
#pragma once

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <type_traits>
#include <utility>

namespace holdfast::storage {

// Awaits work(), done on `pool`; then runs then(result) on the caller's executor, just before the caller
// continues with what it returns. The caller's executor counts the pending call as its work.
template <class Work, class Then>
auto run_on(boost::asio::thread_pool& pool, Work work, Then then) {
  namespace asio = boost::asio;
  using answer = std::invoke_result_t<Then&, std::invoke_result_t<Work&>>;
  return asio::async_initiate<const asio::use_awaitable_t<>&, void(answer)>(
      [&pool](auto handler, Work work_here, Then then_here) {
        auto home =
            asio::prefer(asio::get_associated_executor(handler), asio::execution::outstanding_work.tracked);
        asio::post(pool, [home = std::move(home), handler = std::move(handler),
                          work_here = std::move(work_here), then_here = std::move(then_here)]() mutable {
          auto result = work_here();
          auto back = home;
          asio::post(back, [home = std::move(home), handler = std::move(handler),
                            then_here = std::move(then_here), result = std::move(result)]() mutable {
            std::move(handler)(then_here(std::move(result)));
          });
        });
      },
      asio::use_awaitable, std::move(work), std::move(then));
}

}  // namespace holdfast::storage
