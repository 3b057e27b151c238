// Runs work on another thread and completes where the caller is.
#pragma once

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <type_traits>
#include <utility>

namespace holdfast::storage {

// `work` takes nothing and must not throw. Cancelling does not stop it. The caller's executor is kept busy
// until it is done.
template <class Work>
boost::asio::awaitable<std::invoke_result_t<Work&>> on_thread(boost::asio::thread_pool& thread, Work work) {
  namespace asio = boost::asio;
  using result_type = std::invoke_result_t<Work&>;
  auto initiate = [&thread](auto handler, Work moved) {
    const auto executor = asio::get_associated_executor(handler);
    auto guard = asio::make_work_guard(executor);
    asio::post(
        thread, [work = std::move(moved), handler = std::move(handler), guard = std::move(guard)]() mutable {
          const auto back = guard.get_executor();
          asio::post(back, [handler = std::move(handler), result = work(),
                            guard = std::move(guard)]() mutable { std::move(handler)(std::move(result)); });
        });
  };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<>, void(result_type)>(
      initiate, asio::use_awaitable, std::move(work));
}

}  // namespace holdfast::storage
