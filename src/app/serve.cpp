// `holdfast serve`: the main thread keeps watch (signals, the private redis-server), one thread runs the
// node.
#include "app/serve.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/json/serialize.hpp>

#include <cstdio>
#include <fstream>
#include <future>
#include <thread>

#include "app/node.h"
#include "app/private_redis.h"
#include "app/sample_shop.h"
#include "base/log.h"
#include "storage/sqlite/ledger.h"

namespace holdfast::app {
namespace asio = boost::asio;

namespace {

// DIR/serve.json tells the command line where the service is. Written whole or not at all.
class service_file {
 public:
  service_file(const std::filesystem::path& folder, const std::string& url) : path_(folder / "serve.json") {
    const std::filesystem::path fresh = folder / "serve.json.new";
    std::ofstream(fresh) << boost::json::serialize(boost::json::object{{"url", url}, {"pid", getpid()}})
                         << "\n";
    std::filesystem::rename(fresh, path_);
  }
  ~service_file() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  service_file(const service_file&) = delete;
  service_file& operator=(const service_file&) = delete;

 private:
  std::filesystem::path path_;
};

sigset_t watched_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int each : {SIGINT, SIGTERM, SIGCHLD, SIGHUP}) sigaddset(&set, each);
  return set;
}

// Runs the node until it has been stopped. `started` gets the port, or the error.
void run_node(asio::io_context& io, const configuration& config, engine::inventory_store& store,
              const std::optional<redis::address>& redis,
              std::promise<std::pair<node*, std::string>>& started, std::uint16_t& port) {
  node made(io, config, store, redis);
  const auto listening = made.start();
  if (listening.has_error()) {
    started.set_value({nullptr, listening.error().message});
    return;
  }
  port = *listening;
  if (config.sample) asio::co_spawn(io, fill_sample_shop(made.engine()), asio::detached);
  started.set_value({&made, {}});
  io.run();
}

// Returns at the first SIGINT or SIGTERM; meanwhile keeps the private Redis alive.
void keep_watch(const sigset_t& signals, std::optional<private_redis>& own_redis) {
  constexpr timespec tick{.tv_sec = 0, .tv_nsec = 100'000'000};
  while (true) {
    const int signal = sigtimedwait(&signals, nullptr, &tick);
    if (signal == SIGINT || signal == SIGTERM) {
      base::log_info("stopping: answering what is there");
      return;
    }
    if (own_redis) own_redis->tend();
  }
}

// A second SIGINT or SIGTERM, while the node stops, ends the process at once.
void wait_until_stopped(const sigset_t& signals, std::future<void>& stopped) {
  constexpr timespec tick{.tv_sec = 0, .tv_nsec = 20'000'000};
  while (stopped.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    const int signal = sigtimedwait(&signals, nullptr, &tick);
    if (signal == SIGINT || signal == SIGTERM) {
      base::log_warning("stopped in a hurry");
      _exit(130);
    }
  }
}

void set_level(const std::string& name) {
  using base::log_level;
  base::set_log_level(name == "debug"     ? log_level::debug
                      : name == "warning" ? log_level::warning
                      : name == "error"   ? log_level::error
                                          : log_level::info);
}

int complain(const std::string& what) {
  std::fprintf(stderr, "holdfast: %s\n", what.c_str());
  return 1;
}

void announce(const configuration& config, const std::string& url, bool is_private) {
  const bool locks = config.engine.lock == engine::lock_mode::redis;
  std::printf("holdfast serves %s\n", url.c_str());
  std::printf("  data    %s\n", std::filesystem::absolute(config.data).c_str());
  std::printf("  locks   %s\n", !locks       ? "none: the ledger alone decides"
                                : is_private ? "a private redis-server"
                                             : redis::parse_address(config.redis)->to_string().c_str());
  if (config.keys.empty())
    std::printf("  open    no API key is configured: everyone on this machine may do everything\n");
  std::printf("  try     curl -s %s/v1/skus\n", url.c_str());
  std::fflush(stdout);
}

}  // namespace

int serve(const configuration& config) {
  if (const auto wrong = check(config)) return complain(*wrong);
  set_level(config.log_level);
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals,
                  nullptr);  // before any thread: all inherit it, only keep_watch() takes them
  signal(SIGPIPE, SIG_IGN);

  const inventory::policy rules{.allocation = config.allocation_split == "forbidden"
                                                  ? inventory::policy::split::forbidden
                                                  : inventory::policy::split::allowed};
  auto ledger = storage::sqlite::ledger::open({.folder = config.data, .rules = rules});
  if (ledger.has_error()) return complain(ledger.error().message);

  std::optional<private_redis> own_redis;
  std::optional<redis::address> redis;
  if (!config.redis.empty()) {
    const auto parsed = redis::parse_address(config.redis);
    if (parsed.has_error()) return complain("redis: " + parsed.error().message);
    redis = *parsed;
  } else if (config.engine.lock == engine::lock_mode::redis) {
    own_redis.emplace(config.data / "redis");
    if (const auto error = own_redis->start()) return complain(*error);
    redis = redis::address{.socket = own_redis->socket()};
  }

  asio::io_context io(1);
  std::promise<std::pair<node*, std::string>> started;
  std::promise<void> ended;
  std::future<void> stopped = ended.get_future();
  std::uint16_t port = 0;
  std::thread io_thread([&] {
    run_node(io, config, **ledger, redis, started, port);
    ended.set_value();
  });
  const auto [running, error] = started.get_future().get();
  if (running == nullptr) {
    io_thread.join();
    return complain(error);
  }
  const std::string host = parse_listen(config.listen)->host;
  const std::string url =
      fmt::format("http://{}:{}", host.find(':') == std::string::npos ? host : "[" + host + "]", port);
  {
    const service_file told(config.data, url);
    announce(config, url, own_redis.has_value());
    keep_watch(signals, own_redis);
  }
  asio::post(io, [&io, running = running] {
    asio::co_spawn(io, running->stop(), [&io](std::exception_ptr) { io.stop(); });
  });
  wait_until_stopped(signals, stopped);
  io_thread.join();
  ledger->reset();
  base::log_info("stopped");
  return 0;
}

}  // namespace holdfast::app
