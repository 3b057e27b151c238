// A redis-server of a test's own, on a unix socket and a TCP port in its own folder.
#pragma once

#include <string>

#include "support/child_process.h"
#include "support/temporary_folder.h"

namespace holdfast::testing {

class redis_server {
 public:
  // More arguments for redis-server, such as "--requirepass secret".
  explicit redis_server(std::vector<std::string> more = {});

  // Starts it, and waits until it answers. Keeps nothing over a restart.
  void start();
  void kill() { process_.kill(); }
  void pause() const;
  void go_on() const;

  std::string socket() const { return (folder_.path() / "redis.sock").string(); }
  std::string url() const { return "unix:" + socket(); }
  int port() const { return port_; }

  // One command on a connection of its own, blocking: its reply as text, integers included. For looking
  // behind the product's back.
  std::string ask(const std::vector<std::string>& words) const;

 private:
  temporary_folder folder_;
  std::vector<std::string> more_;
  int port_ = 0;
  child_process process_;
};

// A TCP port that was free a moment ago.
int free_port();

}  // namespace holdfast::testing
