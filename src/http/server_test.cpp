// The server over real sockets: what it refuses, what it bounds, and that it answers before it stops.
#include "http/server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <atomic>
#include <thread>

namespace holdfast::http {
namespace {

namespace asio = boost::asio;

// A connection of the test's own, byte by byte.
class wire {
 public:
  explicit wire(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&place), sizeof(place)), 0);
  }
  ~wire() { close(socket_); }
  wire(const wire&) = delete;
  wire& operator=(const wire&) = delete;

  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  // Everything until the server closes, or nothing comes for `quiet`.
  std::string receive_all(int quiet_ms = 5'000) const {
    std::string all;
    pollfd waited{.fd = socket_, .events = POLLIN, .revents = 0};
    while (poll(&waited, 1, quiet_ms) > 0) {
      char buffer[16 * 1024];
      const ssize_t size = recv(socket_, buffer, sizeof(buffer), 0);
      if (size <= 0) return all;
      all.append(buffer, static_cast<std::size_t>(size));
    }
    return all + "[still open]";
  }

 private:
  int socket_;
};

int count(const std::string& text, const std::string& what) {
  int found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

// Answers with the body it got; keeps the targets that it was asked for.
class HttpServer : public ::testing::Test {
 protected:
  void start(limits bounds = {}) {
    bounds.grace = std::chrono::milliseconds(3'000);
    server_.emplace(
        io_.get_executor(), [this](const request& asked) { return handle(asked); }, bounds);
    port_ = *server_->listen("127.0.0.1", 0);
    thread_ = std::thread([this] { io_.run(); });
  }
  void stop() {
    if (!thread_.joinable()) return;
    asio::post(io_,
               [this] { asio::co_spawn(io_, server_->stop(), [this](std::exception_ptr) { io_.stop(); }); });
    thread_.join();
  }
  ~HttpServer() override {
    stop();
    server_.reset();
  }

  asio::awaitable<response> handle(const request& asked) {
    targets_.emplace_back(asked.target);
    if (asked.target == "/throw") throw std::runtime_error("thrown");
    ++begun_;
    if (asked.target == "/slow") {
      asio::steady_timer timer(io_, std::chrono::milliseconds(200));
      co_await timer.async_wait(asio::use_awaitable);
    }
    co_return response{.body = "got:" + std::string(asked.body)};
  }
  // One connection: sends it all, and returns everything that comes back.
  std::string exchange(std::string_view bytes, int quiet_ms = 5'000) {
    const wire connection(port_);
    connection.send(bytes);
    return connection.receive_all(quiet_ms);
  }

  asio::io_context io_{1};
  std::optional<server> server_;
  std::uint16_t port_ = 0;
  std::thread thread_;
  std::vector<std::string> targets_;  // of the io thread; read after stop()
  std::atomic<int> begun_ = 0;
};

constexpr std::string_view smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";

// Each form that could hide a second request in the body of a first, or be read differently by a proxy:
// refused, closed, and what follows it is never taken for a request.
TEST_F(HttpServer, FormsThatCouldSmuggleARequestAreRefusedAndTheConnectionIsClosed) {
  start();
  const struct {
    std::string name, head;
    int status;
  } forms[] = {
      {"TE gzip without length", "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 400},
      {"TE gzip with CL",
       "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", 400},
      {"TE xchunked with CL",
       "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\nContent-Length: 3\r\n\r\nabc", 400},
      {"TE chunked, identity",
       "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", 400},
      {"TE gzip, chunked", "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
       400},
      {"two TE",
       "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: "
       "chunked\r\n\r\n0\r\n\r\n",
       400},
      {"CL then TE",
       "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       400},
      {"TE then CL",
       "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
       400},
      {"TE in HTTP/1.0", "POST /a HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
      {"two equal CL", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
       400},
      {"two different CL", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
       400},
      {"CL +5", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nabcde", 400},
      {"CL -1", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400},
      {"CL as a list", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3, 3\r\n\r\nabc", 400},
      {"obs-fold", "POST /a HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n", 400},
      {"no Host", "GET /a HTTP/1.1\r\n\r\n", 400},
      {"two Hosts", "GET /a HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400},
      {"bare LF", "GET /a HTTP/1.1\nHost: x\n\n", 400},
      {"space before colon", "GET /a HTTP/1.1\r\nHost : x\r\n\r\n", 400},
      {"two Authorization", "GET /a HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nAuthorization: a\r\n\r\n",
       400},
      {"two Idempotency-Key",
       "GET /a HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\r\nIdempotency-Key: a\r\n\r\n", 400},
      {"absolute target", "GET http://x/a HTTP/1.1\r\nHost: x\r\n\r\n", 400},
      {"HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"HTTP/1.2", "GET /a HTTP/1.2\r\nHost: x\r\n\r\n", 505},
      {"bad chunk size", "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
      {"garbage", "\x16\x03\x01\x02\x01\r\n\r\n", 400}};
  for (const auto& form : forms) {
    const std::string got = exchange(form.head + std::string(smuggled));
    EXPECT_EQ(count(got, "HTTP/1.1 "), 1) << form.name << ": " << got;
    EXPECT_TRUE(got.starts_with("HTTP/1.1 " + std::to_string(form.status)))
        << form.name << ": " << got.substr(0, 60);
    EXPECT_NE(got.find("Connection: close"), std::string::npos) << form.name;
    EXPECT_EQ(got.find("[still open]"), std::string::npos) << form.name;
  }
  stop();
  EXPECT_TRUE(targets_.empty()) << targets_.front();
}

// Beast puts a trailer's fields among the headers, after the head was checked.
TEST_F(HttpServer, FieldsInATrailerAreRefusedAndTheConnectionIsClosed) {
  start();
  for (const std::string trailer : {"Authorization: a\r\n", "Idempotency-Key: a\r\n", "Host: y\r\n",
                                    "Content-Length: 3\r\n", "X-A: b\r\n c\r\n"}) {
    const std::string got =
        exchange("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + trailer + "\r\n" +
                 std::string(smuggled));
    EXPECT_EQ(count(got, "HTTP/1.1 "), 1) << trailer << got;
    EXPECT_TRUE(got.starts_with("HTTP/1.1 400")) << trailer << got;
    EXPECT_EQ(got.find("[still open]"), std::string::npos) << trailer;
  }
  stop();
  EXPECT_TRUE(targets_.empty());
}

TEST_F(HttpServer, BodiesByLengthAndByChunksArriveWhole) {
  start();
  const std::string got = exchange(
      "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
      "POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"
      "GET /c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(count(got, "HTTP/1.1 200"), 3) << got;
  EXPECT_NE(got.find("got:hello"), std::string::npos);
  EXPECT_NE(got.find("got:abcde"), std::string::npos);
  stop();
  EXPECT_EQ(targets_, (std::vector<std::string>{"/a", "/b", "/c"}));
}

TEST_F(HttpServer, ABurstOfAThousandPipelinedRequestsIsAnsweredInOrder) {
  start();
  std::string burst;
  for (int i = 0; i < 1'000; ++i) {
    const std::string body = "n" + std::to_string(i) + ".";
    burst += "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) +
             (i == 999 ? "\r\nConnection: close" : "") + "\r\n\r\n" + body;
  }
  const std::string got = exchange(burst);
  std::size_t at = 0;
  for (int i = 0; i < 1'000; ++i) {
    at = got.find("got:n" + std::to_string(i) + ".", at);
    ASSERT_NE(at, std::string::npos) << i;
  }
}

TEST_F(HttpServer, LimitsOfHeaderAndBodyAreAnswered) {
  start();
  const std::string long_header =
      "GET /a HTTP/1.1\r\nHost: x\r\nX-A: " + std::string(9'000, 'a') + "\r\n\r\n";
  EXPECT_TRUE(exchange(long_header).starts_with("HTTP/1.1 431"));
  EXPECT_TRUE(exchange("GET /" + std::string(20'000, 'a')).starts_with("HTTP/1.1 431"));
  const std::string big(70'000, 'b');
  EXPECT_TRUE(exchange("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n" + big)
                  .starts_with("HTTP/1.1 413"));
  const std::string chunk =
      "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n11170\r\n" + big + "\r\n0\r\n\r\n";
  EXPECT_TRUE(exchange(chunk).starts_with("HTTP/1.1 413"));
  stop();
  EXPECT_TRUE(targets_.empty());
}

// I22: chunk extensions and trailers are no part of the body, so the limit of the body does not bound them.
TEST_F(HttpServer, ChunkHeadersAndTrailersWithoutEndAreRefusedBeforeTheyFillTheMemory) {
  start();
  const std::string head = "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string junk(64 * 1024, 'y');
  EXPECT_TRUE(exchange(head + "3;x=" + junk).starts_with("HTTP/1.1 400"));
  EXPECT_TRUE(exchange(head + "0\r\nX-A: " + junk).starts_with("HTTP/1.1 400"));
  stop();
  EXPECT_TRUE(targets_.empty());
}

TEST_F(HttpServer, WhatComesTooSlowlyIs408AndAnIdleConnectionIsClosed) {
  start({.header_timeout = std::chrono::milliseconds(200),
         .body_timeout = std::chrono::milliseconds(200),
         .idle_timeout = std::chrono::milliseconds(300)});
  EXPECT_TRUE(exchange("GET /a HTTP/1.1\r\nHost:").starts_with("HTTP/1.1 408"));
  EXPECT_TRUE(
      exchange("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc").starts_with("HTTP/1.1 408"));
  EXPECT_EQ(exchange(""), "");
  const std::string kept = exchange("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(kept.starts_with("HTTP/1.1 200"));
  EXPECT_EQ(kept.find("[still open]"), std::string::npos);
}

TEST_F(HttpServer, AskingToContinueIsAnswered) {
  start();
  const wire connection(port_);
  connection.send(
      "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\nConnection: "
      "close\r\n\r\n");
  EXPECT_EQ(connection.receive_all(200), "HTTP/1.1 100 Continue\r\n\r\n[still open]");
  connection.send("abc");
  EXPECT_NE(connection.receive_all().find("got:abc"), std::string::npos);
}

TEST_F(HttpServer, AnOldClientIsNotToldToContinue) {
  start();
  const std::string got =
      exchange("POST /a HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc");
  EXPECT_TRUE(got.starts_with("HTTP/1.1 200")) << got;
}

// A body here would be read as the beginning of the next answer.
TEST_F(HttpServer, TheAnswerToHeadHasTheLengthOfABodyAndNone) {
  start();
  const std::string got =
      exchange("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const std::size_t end = got.find("\r\n\r\n");
  ASSERT_NE(end, std::string::npos);
  EXPECT_NE(got.find("Content-Length: 4\r\n"), std::string::npos) << got;
  EXPECT_TRUE(got.substr(end + 4).starts_with("HTTP/1.1 200")) << got;
}

TEST_F(HttpServer, OldClientsAreClosedUnlessTheyAskToStay) {
  start();
  const std::string old = exchange("GET /a HTTP/1.0\r\n\r\n");
  EXPECT_TRUE(old.starts_with("HTTP/1.1 200"));
  EXPECT_EQ(old.find("[still open]"), std::string::npos);
}

TEST_F(HttpServer, AHandlerThatThrowsIsA500AndTheNextRequestIsServed) {
  start();
  const std::string got = exchange(
      "GET /throw HTTP/1.1\r\nHost: x\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(got.starts_with("HTTP/1.1 500"));
  EXPECT_EQ(count(got, "HTTP/1.1 200"), 1);
  EXPECT_EQ(got.find("thrown"), std::string::npos) << "the reason is for the log";
}

TEST_F(HttpServer, ClientsThatLeaveInTheMiddleDisturbNobody) {
  start();
  for (int i = 0; i < 50; ++i) {
    const wire gone(port_);
    gone.send("POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
  }
  EXPECT_TRUE(
      exchange("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").starts_with("HTTP/1.1 200"));
}

TEST_F(HttpServer, TwoHundredConnectionsAreServedAndOneTooManyWaits) {
  start({.max_connections = 200});
  std::vector<std::unique_ptr<wire>> all;
  for (int i = 0; i < 200; ++i) {
    all.push_back(std::make_unique<wire>(port_));
    all.back()->send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  for (const auto& each : all) EXPECT_TRUE(each->receive_all(20).starts_with("HTTP/1.1 200"));
  const wire waiting(port_);
  waiting.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(waiting.receive_all(200), "[still open]");
  all.pop_back();
  EXPECT_TRUE(waiting.receive_all(500).starts_with("HTTP/1.1 200"));
}

// H19, B21
TEST_F(HttpServer, StoppingAnswersWhatIsThereAlsoBehindAnotherAndClosesIdleConnections) {
  start();
  const wire idle(port_);
  const wire busy(port_);
  busy.send(
      "GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /last HTTP/1.1\r\nHost: "
      "x\r\n\r\n");
  while (begun_ == 0) std::this_thread::yield();
  const auto started = std::chrono::steady_clock::now();
  stop();
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::milliseconds(2'000));
  const std::string got = busy.receive_all();
  EXPECT_EQ(count(got, "HTTP/1.1 200"), 3) << got;
  EXPECT_EQ(count(got, "Connection: close"), 1) << "only the last answer closes";
  EXPECT_EQ(idle.receive_all(), "");
  EXPECT_EQ(targets_.back(), "/last");
}

TEST_F(HttpServer, APortThatIsTakenIsSaid) {
  start();
  server second(io_.get_executor(), [](const request&) -> asio::awaitable<response> { co_return response{}; },
                {});
  const auto got = second.listen("127.0.0.1", port_);
  ASSERT_TRUE(got.has_error());
  EXPECT_NE(got.error().message.find(std::to_string(port_)), std::string::npos);
}

}  // namespace
}  // namespace holdfast::http
