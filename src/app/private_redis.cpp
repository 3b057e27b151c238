// The private redis-server.
#include "app/private_redis.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
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

// In the child, between fork and exec: only async-signal-safe calls.
[[noreturn]] void become_redis(const std::vector<char*>& arguments, pid_t parent, int report) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);  // the parent died before the line above took effect
  setpgid(0, 0);  // Ctrl-C is for the service alone: it still needs Redis to release its locks
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execvp(arguments.front(), arguments.data());
  const int error = errno;
  [[maybe_unused]] const ssize_t sent = write(report, &error, sizeof(error));
  _exit(127);
}

}  // namespace

private_redis::private_redis(std::filesystem::path folder)
    : folder_(std::filesystem::absolute(std::move(folder))) {
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
  if (auto error = spawn()) return error;
  const auto until = std::chrono::steady_clock::now() + start_limit;
  while (!accepts()) {
    if (reap() || std::chrono::steady_clock::now() > until) {
      stop();
      return fmt::format("redis-server did not start; its log is {}", (folder_ / "redis.log").string());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return std::nullopt;
}

std::optional<std::string> private_redis::spawn() {
  std::error_code ignored;
  std::filesystem::remove(socket_, ignored);  // left over by one that was killed
  std::vector<std::string> words = command_line(socket_, folder_);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  int report[2];  // closed by a successful exec, else carries its error
  if (pipe2(report, O_CLOEXEC) != 0) return fmt::format("cannot start redis-server: {}", strerror(errno));
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) become_redis(arguments, parent, report[1]);
  close(report[1]);
  int error = pid_ < 0 ? errno : 0;
  if (pid_ > 0 && read(report[0], &error, sizeof(error)) != sizeof(error)) error = 0;
  close(report[0]);
  started_ = std::chrono::steady_clock::now();
  if (error == 0) return std::nullopt;
  stop();
  return fmt::format(
      "cannot start redis-server: {} (Debian package redis-server; or give --redis, or --lock none)",
      strerror(error));
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

bool private_redis::reap() {
  if (pid_ <= 0) return true;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return false;
  pid_ = 0;
  return true;
}

void private_redis::tend() {
  const bool was_running = pid_ > 0;
  if (!reap()) return;
  const auto now = std::chrono::steady_clock::now();
  if (was_running) {
    if (now - started_ > settled_after) pause_ = std::chrono::milliseconds(100);
    next_start_ = now + pause_;
    base::log_warning("redis-server died; starting it again in {} ms", pause_.count());
    pause_ = std::min(pause_ * 2, longest_pause);
  }
  if (now < next_start_) return;
  if (const auto error = spawn()) {
    base::log_error("{}", *error);
    next_start_ = now + pause_;
    pause_ = std::min(pause_ * 2, longest_pause);
  }
}

void private_redis::stop() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);  // it keeps nothing that a clean end would save
    waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  std::error_code ignored;
  std::filesystem::remove(socket_, ignored);
}

}  // namespace holdfast::app
