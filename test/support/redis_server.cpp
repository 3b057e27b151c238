// A redis-server of a test's own.
#include "support/redis_server.h"

#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <thread>

#include "base/assert.h"

namespace holdfast::testing {
namespace {

int connect_to(const std::string& path) {
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  if (connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) return socket;
  close(socket);
  return -1;
}

}  // namespace

int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  HOLDFAST_ASSERT(bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
  socklen_t size = sizeof(address);
  HOLDFAST_ASSERT(getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  close(socket);
  return ntohs(address.sin_port);
}

redis_server::redis_server(std::vector<std::string> more) : more_(std::move(more)), port_(free_port()) {
  start();
}

void redis_server::start() {
  std::filesystem::remove(socket());
  std::vector<std::string> command{"redis-server",
                                   "--port",
                                   std::to_string(port_),
                                   "--bind",
                                   "127.0.0.1",
                                   "--unixsocket",
                                   socket(),
                                   "--save",
                                   "",
                                   "--dir",
                                   folder_.path().string(),
                                   "--enable-debug-command",
                                   "yes"};
  command.insert(command.end(), more_.begin(), more_.end());
  process_ = child_process(command, {.log = folder_.path() / "log"});
  for (int i = 0; i < 5'000; ++i) {
    const int socket_file = connect_to(socket());
    if (socket_file >= 0) {
      close(socket_file);
      return;
    }
    HOLDFAST_ASSERT(process_.is_running());
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  HOLDFAST_ASSERT(false && "redis-server did not start");
}

void redis_server::pause() const {
  process_.signal(SIGSTOP);
}
void redis_server::go_on() const {
  process_.signal(SIGCONT);
}

std::string redis_server::ask(const std::vector<std::string>& words) const {
  std::string request = "*" + std::to_string(words.size()) + "\r\n";
  for (const std::string& word : words) request += "$" + std::to_string(word.size()) + "\r\n" + word + "\r\n";
  const int socket_file = connect_to(socket());
  HOLDFAST_ASSERT(socket_file >= 0);
  HOLDFAST_ASSERT(write(socket_file, request.data(), request.size()) == static_cast<ssize_t>(request.size()));
  std::string reply(64 * 1024, '\0');
  const ssize_t size = read(socket_file, reply.data(), reply.size());
  close(socket_file);
  HOLDFAST_ASSERT(size > 0);
  reply.resize(static_cast<std::size_t>(size));
  // "+OK\r\n", ":3\r\n", "$5\r\nhello\r\n", "$-1\r\n"
  std::string first = reply.substr(1, reply.find("\r\n") - 1);
  if (reply[0] != '$') return first;
  return first == "-1" ? "" : reply.substr(first.size() + 3, static_cast<std::size_t>(std::stol(first)));
}

}  // namespace holdfast::testing
