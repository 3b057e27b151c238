// The private redis-server.
#include "app/private_redis.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/log.h"

namespace holdfast::app {
namespace {

// sockaddr_un holds 108 bytes; a relative path keeps working only while nobody changes directory, so it is
// made absolute.
constexpr std::size_t longest_socket_path = sizeof(sockaddr_un::sun_path) - 1;
constexpr std::chrono::seconds start_limit{10};
constexpr std::chrono::milliseconds longest_pause{5'000};
constexpr std::chrono::seconds settled_after{10};

std::vector<std::string> command_line(const std::string& socket, const std::filesystem::path& folder) {
  return {"redis-server",
          "--port",
          "0",
          "--unixsocket",
          socket,
          "--unixsocketperm",
          "700",
          "--save",
          "",
          "--appendonly",
          "no",
          "--maxmemory-policy",
          "noeviction",
          "--dir",
          folder.string(),
          "--logfile",
          (folder / "redis.log").string(),
          "--daemonize",
          "no",
          "--databases",
          "1"};
}

}  // namespace

private_redis::private_redis(const std::filesystem::path& folder)
    : folder_(std::filesystem::absolute(folder)) {
  std::filesystem::create_directories(folder_);
  socket_ = (folder_ / "redis.sock").string();
  if (socket_.size() > longest_socket_path) {
    std::string pattern = "/tmp/holdfast-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) {
      throw std::runtime_error(
          fmt::format("cannot make a folder for the Redis socket in /tmp: {}", strerror(errno)));
    }
    short_folder_ = pattern;
    socket_ = (short_folder_ / "redis.sock").string();
  }
}

private_redis::~private_redis() {
  stop();
  std::error_code ignored;
  if (!short_folder_.empty()) std::filesystem::remove_all(short_folder_, ignored);
}

std::optional<std::string> private_redis::start() {
  spawn();
  const auto until = std::chrono::steady_clock::now() + start_limit;
  while (!accepts()) {
    if (!process_.is_running() && process_.exit_code() == base::child_process::not_runnable) {
      return "cannot run redis-server (Debian package redis-server; or give --redis, or --lock none)";
    }
    if (!process_.is_running() || std::chrono::steady_clock::now() > until) {
      stop();
      return fmt::format("redis-server did not start; its log is {}", (folder_ / "redis.log").string());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return std::nullopt;
}

// In a process group of its own: Ctrl-C is for the service alone, which still needs Redis to give its locks
// back.
void private_redis::spawn() {
  std::error_code ignored;
  std::filesystem::remove(socket_, ignored);  // left over by one that was killed
  process_ = base::child_process(command_line(socket_, folder_), {.own_group = true});
  started_ = std::chrono::steady_clock::now();
}

bool private_redis::accepts() const {
  const int probe = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return false;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socket_.copy(address.sun_path, longest_socket_path);
  const bool connected = connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  close(probe);
  return connected;
}

void private_redis::tend() {
  const bool was_running = process_.pid() > 0;
  if (process_.is_running()) return;
  const auto now = std::chrono::steady_clock::now();
  if (was_running) {
    if (now - started_ > settled_after) pause_ = std::chrono::milliseconds(100);
    next_start_ = now + pause_;
    base::log_warning("redis-server died; starting it again in {} ms", pause_.count());
    pause_ = std::min(pause_ * 2, longest_pause);
  }
  if (now >= next_start_) spawn();
}

void private_redis::stop() {
  process_.kill();  // it keeps nothing that a clean end would save
  std::error_code ignored;
  std::filesystem::remove(socket_, ignored);
}

}  // namespace holdfast::app
