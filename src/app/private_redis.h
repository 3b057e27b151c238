// The private redis-server: started, watched and taken along by the service. It keeps nothing on disk: what
// it holds (locks, snapshots) may be lost at any time, and the ledger alone keeps every promise.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "base/child_process.h"

namespace holdfast::app {

// Confined to the main thread: the parent-death signal of the child follows the *thread* that forked it.
class private_redis {
 public:
  // Does not start it. `folder` gets the socket and the log; a socket path too long for the kernel moves to a
  // short one.
  explicit private_redis(const std::filesystem::path& folder);
  ~private_redis();
  private_redis(const private_redis&) = delete;
  private_redis& operator=(const private_redis&) = delete;

  // Starts it and waits until it accepts connections. Says why not, otherwise nothing.
  std::optional<std::string> start();
  // To be called at every SIGCHLD and now and then: reaps it when it has died and starts it again, at most
  // once a pause that grows while it keeps dying.
  void tend();
  void stop();

  const std::string& socket() const { return socket_; }
  pid_t pid() const { return process_.pid(); }

 private:
  void spawn();
  bool accepts() const;

  std::filesystem::path folder_;
  std::filesystem::path short_folder_;  // of the socket, when it needs one of its own
  std::string socket_;
  base::child_process process_;
  std::chrono::steady_clock::time_point next_start_{};
  std::chrono::milliseconds pause_{100};
  std::chrono::steady_clock::time_point started_{};
};

}  // namespace holdfast::app
