// The blocking client against servers that do not play along: its time limit holds wherever it waits.
#include "http/client.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace holdfast::http {
namespace {

using namespace std::chrono_literals;

// Listens and never accepts: the kernel completes `backlog` + 1 connections and drops what comes after.
class deaf_server {
 public:
  explicit deaf_server(int backlog) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    place_.sin_family = AF_INET;
    place_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(place_);
    EXPECT_EQ(bind(socket_, address(), size), 0);
    EXPECT_EQ(getsockname(socket_, address(), &size), 0);
    EXPECT_EQ(listen(socket_, backlog), 0);
  }
  ~deaf_server() {
    for (const int each : waiting_) close(each);
    close(socket_);
  }
  deaf_server(const deaf_server&) = delete;
  deaf_server& operator=(const deaf_server&) = delete;

  void fill() {
    for (int i = 0; i < 4; ++i) {
      waiting_.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));
      const int begun = connect(waiting_.back(), address(), sizeof(place_));
      EXPECT_TRUE(begun == 0 || errno == EINPROGRESS);
    }
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(ntohs(place_.sin_port)); }

 private:
  sockaddr* address() { return reinterpret_cast<sockaddr*>(&place_); }

  int socket_;
  sockaddr_in place_{};
  std::vector<int> waiting_;
};

TEST(HttpClient, AConnectThatIsNotAnsweredIsUnreachableInTime) {
  deaf_server server(0);
  server.fill();
  client asks(server.url(), 200ms);
  const auto started = std::chrono::steady_clock::now();
  const auto got = asks.send("GET", "/");
  ASSERT_TRUE(got.has_error());
  EXPECT_EQ(got.error(), client_error::unreachable) << "nothing was sent";
  EXPECT_LT(std::chrono::steady_clock::now() - started, 3s);
}

TEST(HttpClient, AServerThatDoesNotReadTimesOutTheRequest) {
  const deaf_server server(8);
  client asks(server.url(), 200ms);
  const auto started = std::chrono::steady_clock::now();
  const auto got = asks.send("POST", "/", std::string(64 << 20, 'b'));
  ASSERT_TRUE(got.has_error());
  EXPECT_EQ(got.error(), client_error::timed_out) << "part of it was sent";
  EXPECT_LT(std::chrono::steady_clock::now() - started, 3s);
}

TEST(HttpClient, AServerThatDoesNotAnswerTimesOutTheRequest) {
  const deaf_server server(8);
  client asks(server.url(), 200ms);
  const auto got = asks.send("GET", "/");
  ASSERT_TRUE(got.has_error());
  EXPECT_EQ(got.error(), client_error::timed_out);
}

TEST(HttpClient, APortWhereNobodyListensIsUnreachable) {
  std::string url;
  {
    const deaf_server gone(0);
    url = gone.url();
  }
  client asks(url, 2s);
  const auto got = asks.send("GET", "/");
  ASSERT_TRUE(got.has_error());
  EXPECT_EQ(got.error(), client_error::unreachable);
}

}  // namespace
}  // namespace holdfast::http
