// A closed-loop load generator.
#include "load.h"

#include <sys/resource.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <charconv>
#include <vector>

namespace holdfast::lab {
namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using clock = std::chrono::steady_clock;

namespace {

struct run {
  const load_plan& plan;
  clock::time_point until;
  std::uint64_t next = 0;
  load_result result;
  std::vector<float> latencies;  // ms
};

// The size of a whole response at the front of `bytes`, 0 while it is not whole. Both servers send
// Content-Length.
std::size_t whole_response(const std::string& bytes) {
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string::npos) return 0;
  const std::size_t at = bytes.find("Content-Length: ");
  std::size_t length = 0;
  if (at < end) std::from_chars(bytes.data() + at + 16, bytes.data() + end, length);
  return bytes.size() >= end + 4 + length ? end + 4 + length : 0;
}

asio::awaitable<void> drive(tcp::socket socket, run& shared) {
  std::string request;
  std::string received;
  boost::system::error_code error;
  while (clock::now() < shared.until && !error) {
    request.clear();
    shared.plan.write_request(request, shared.next++);
    const auto sent_at = clock::now();
    co_await asio::async_write(socket, asio::buffer(request),
                               asio::redirect_error(asio::use_awaitable, error));
    std::size_t size = 0;
    while (!error && (size = whole_response(received)) == 0) {
      const std::size_t before = received.size();
      received.resize(before + 4096);
      const std::size_t more = co_await socket.async_read_some(
          asio::buffer(received.data() + before, 4096), asio::redirect_error(asio::use_awaitable, error));
      received.resize(before + more);
    }
    const char kind = error ? '5' : received[9];  // "HTTP/1.1 201 ..."
    received.erase(0, size);
    if (kind == '2') {
      ++shared.result.accepted;
      shared.latencies.push_back(std::chrono::duration<float, std::milli>(clock::now() - sent_at).count());
    } else {
      ++(kind == '4' ? shared.result.refused : shared.result.failed);
    }
  }
}

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double percentile(std::vector<float>& sorted, double share) {
  if (sorted.empty()) return 0;
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

}  // namespace

load_result run_load(const load_plan& plan) {
  asio::io_context io(1);
  const auto started = clock::now();
  const double cpu_before = cpu_seconds();
  run shared{.plan = plan, .until = started + plan.time};
  for (int i = 0; i < plan.connections; ++i) {
    tcp::socket socket(io);
    socket.connect({asio::ip::address_v4::loopback(), plan.port});
    socket.set_option(tcp::no_delay(true));
    asio::co_spawn(io, drive(std::move(socket), shared), asio::detached);
  }
  io.run();
  load_result result = shared.result;
  result.seconds = std::chrono::duration<double>(clock::now() - started).count();
  result.generator_load = (cpu_seconds() - cpu_before) / result.seconds;
  std::sort(shared.latencies.begin(), shared.latencies.end());
  result.p50_ms = percentile(shared.latencies, 0.50);
  result.p99_ms = percentile(shared.latencies, 0.99);
  return result;
}

}  // namespace holdfast::lab
