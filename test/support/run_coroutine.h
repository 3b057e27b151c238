// Runs a coroutine to its end on an io_context, with a bound on the time.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <exception>
#include <stdexcept>

namespace holdfast::testing {

// Throws what the coroutine throws, and std::runtime_error when it is not done within `limit`.
inline void run_coroutine(boost::asio::io_context& io, boost::asio::awaitable<void> work,
                          std::chrono::seconds limit = std::chrono::seconds(60)) {
  std::exception_ptr error;
  bool done = false;
  boost::asio::co_spawn(io, std::move(work), [&](std::exception_ptr thrown) {
    error = thrown;
    done = true;
  });
  const auto until = std::chrono::steady_clock::now() + limit;
  io.restart();
  while (!done && std::chrono::steady_clock::now() < until) io.run_one_until(until);
  if (!done) throw std::runtime_error("the coroutine is not done in time");
  if (error) std::rethrow_exception(error);
}

}  // namespace holdfast::testing
