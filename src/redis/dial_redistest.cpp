// Opening a connection within its time limit.
#include "redis/dial.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>

#include <vector>

#include "base/assert.h"
#include "support/redis_server.h"
#include "support/run_coroutine.h"

namespace holdfast::redis {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

// A listener whose backlog is full, so that the kernel drops what would connect.
class black_hole {
 public:
  black_hole() {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port());
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const auto* where = reinterpret_cast<const sockaddr*>(&place);
    const int listener = open(SOCK_STREAM);
    HOLDFAST_ASSERT(bind(listener, where, sizeof(place)) == 0 && listen(listener, 0) == 0);
    for (int i = 0; i < 8; ++i) (void)connect(open(SOCK_STREAM | SOCK_NONBLOCK), where, sizeof(place));
  }
  ~black_hole() {
    for (const int each : open_) close(each);
  }
  black_hole(const black_hole&) = delete;
  black_hole& operator=(const black_hole&) = delete;
  std::uint16_t port() const { return static_cast<std::uint16_t>(port_); }

 private:
  int open(int type) { return open_.emplace_back(socket(AF_INET, type | SOCK_CLOEXEC, 0)); }
  int port_ = testing::free_port();
  std::vector<int> open_;
};

TEST(RedisDial, AServerThatSwallowsPacketsEndsAtTheLimit) {
  asio::io_context io{1};
  const black_hole hole;
  stream socket(io);
  for (const char* host : {"127.0.0.1", "localhost"}) {
    const address server{.host = host, .port = hole.port()};
    testing::run_coroutine(
        io,
        [&]() -> asio::awaitable<void> {
          const auto asked_at = steady_clock::now();
          const boost::system::error_code error = co_await dial(socket, server, 100ms);
          EXPECT_EQ(error, asio::error::timed_out) << host << ": " << error.message();
          EXPECT_GE(steady_clock::now() - asked_at, 100ms);
          EXPECT_LT(steady_clock::now() - asked_at, 900ms) << host;
        }(),
        20s);
  }
}

TEST(RedisDial, ALimitThatIsOverWhenTheNameIsResolvedConnectsToNobody) {
  asio::io_context io{1};
  const black_hole hole;
  stream socket(io);
  const address server{.host = "localhost", .port = hole.port()};
  testing::run_coroutine(
      io,
      [&]() -> asio::awaitable<void> {
        const boost::system::error_code error = co_await dial(socket, server, 0ms);
        EXPECT_EQ(error, asio::error::timed_out) << error.message();
        EXPECT_FALSE(socket.is_open());
      }(),
      20s);
}

TEST(RedisDial, ASocketPathThatIsTooLongIsSaid) {
  asio::io_context io{1};
  stream socket(io);
  const address server{.socket = "/" + std::string(200, 'x')};
  testing::run_coroutine(io, [&]() -> asio::awaitable<void> {
    const boost::system::error_code error = co_await dial(socket, server, 1s);
    EXPECT_EQ(error, asio::error::name_too_long);
  }());
}

}  // namespace
}  // namespace holdfast::redis
