// A blocking HTTP client: one keep-alive connection.
#include "http/client.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/throw_exception.hpp>

#include <cerrno>
#include <optional>
#include <stdexcept>

namespace holdfast::http {
namespace beast = boost::beast::http;

namespace {

using response_parser = beast::response_parser<beast::string_body>;

struct place {
  std::string host;
  std::string port;
};

place parse_url(std::string_view url) {
  constexpr std::string_view scheme = "http://";
  std::string_view rest = url;
  if (rest.ends_with('/')) rest.remove_suffix(1);
  const std::size_t colon = rest.rfind(':');
  if (!rest.starts_with(scheme) || colon == std::string_view::npos || colon <= scheme.size()) {
    throw std::invalid_argument(fmt::format("server is \"{}\": http://ADDRESS:PORT is allowed", url));
  }
  std::string_view host = rest.substr(scheme.size(), colon - scheme.size());
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return {std::string(host), std::string(rest.substr(colon + 1))};
}

client_response to_response(response_parser& parsed) {
  auto message = parsed.release();
  client_response made{
      .status = static_cast<int>(message.result_int()), .headers = {}, .body = std::move(message.body())};
  for (const auto& each : message) {
    made.headers.emplace_back(std::string(each.name_string()), std::string(each.value()));
  }
  return made;
}

}  // namespace

class client::wire {
 public:
  wire(std::string_view url, std::chrono::milliseconds timeout) : at_(parse_url(url)), timeout_(timeout) {}
  ~wire() { disconnect(); }

  base::result<client_response, client_error> send(std::string_view method, std::string_view target,
                                                   std::string_view body, const header_list& headers) {
    std::string bytes = fmt::format("{} {} HTTP/1.1\r\nHost: {}:{}\r\n", method, target, at_.host, at_.port);
    for (const auto& [name, value] : headers) bytes.append(name).append(": ").append(value).append("\r\n");
    if (!body.empty()) bytes.append("Content-Type: application/json\r\n");
    fmt::format_to(std::back_inserter(bytes), "Content-Length: {}\r\n\r\n", body.size());
    bytes.append(body);

    until_ = std::chrono::steady_clock::now() + timeout_;
    if (socket_ >= 0 && is_stale()) disconnect();
    if (socket_ < 0 && !connect()) return client_error::unreachable;
    if (const auto failed = write(bytes)) return give_up(*failed);
    return receive();
  }

 private:
  bool connect() {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(at_.host.c_str(), at_.port.c_str(), &hints, &found) != 0) return false;
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owned(found, freeaddrinfo);
    for (const addrinfo* each = found; each != nullptr && socket_ < 0; each = each->ai_next) {
      // Never blocks by itself: each wait is a poll that ends with the time.
      socket_ =
          ::socket(each->ai_family, each->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, each->ai_protocol);
      if (socket_ >= 0 && !connect_to(*each)) disconnect();
    }
    const int on = 1;
    if (socket_ >= 0) setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    return socket_ >= 0;
  }

  bool connect_to(const addrinfo& place) const {
    if (::connect(socket_, place.ai_addr, place.ai_addrlen) == 0) return true;
    if (errno != EINPROGRESS || !wait_for(POLLOUT)) return false;
    int error = 0;
    socklen_t size = sizeof(error);
    return getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
  }

  void disconnect() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  // Readable before anything was asked: closed, or out of step.
  bool is_stale() const {
    pollfd waited{.fd = socket_, .events = POLLIN, .revents = 0};
    return poll(&waited, 1, 0) != 0;
  }

  // False when the time is over.
  bool wait_for(short events) const {
    while (true) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(until_ - std::chrono::steady_clock::now());
      if (left.count() <= 0) return false;
      pollfd waited{.fd = socket_, .events = events, .revents = 0};
      const int ready = poll(&waited, 1, static_cast<int>(left.count()));
      if (ready > 0) return true;
      if (ready < 0 && errno != EINTR) return false;
    }
  }

  static bool is_not_ready() { return errno == EAGAIN || errno == EINTR; }

  std::optional<client_error> write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent > 0) {
        bytes.remove_prefix(static_cast<std::size_t>(sent));
      } else if (sent == 0 || !is_not_ready()) {
        return client_error::lost;
      } else if (!wait_for(POLLOUT)) {
        return client_error::timed_out;
      }
    }
    return std::nullopt;
  }

  base::result<client_response, client_error> receive() {
    response_parser parser;
    parser.body_limit(64 * 1024 * 1024);
    std::string kept;
    while (!parser.is_done()) {
      if (!wait_for(POLLIN)) return give_up(client_error::timed_out);
      char buffer[16 * 1024];
      const ssize_t size = recv(socket_, buffer, sizeof(buffer), 0);
      if (size < 0 && is_not_ready()) continue;
      if (size <= 0) return give_up(client_error::lost);
      kept.append(buffer, static_cast<std::size_t>(size));
      std::size_t used = 0;
      while (used < kept.size() && !parser.is_done()) {
        boost::system::error_code error;
        const std::size_t taken =
            parser.put(boost::asio::buffer(kept.data() + used, kept.size() - used), error);
        used += taken;
        if (error == beast::error::need_more) break;
        if (error) return give_up(client_error::lost);
        if (taken == 0) break;
      }
      kept.erase(0, used);
    }
    const bool keep_alive = parser.keep_alive();
    client_response made = to_response(parser);
    if (!keep_alive) disconnect();
    return made;
  }

  client_error give_up(client_error why) {
    disconnect();
    return why;
  }

  place at_;
  std::chrono::milliseconds timeout_;
  std::chrono::steady_clock::time_point until_{};
  int socket_ = -1;
};

std::string_view client_response::header(std::string_view name) const {
  for (const auto& [each, value] : headers) {
    if (boost::beast::iequals(each, name)) return value;
  }
  return {};
}

std::string_view to_string(client_error error) {
  switch (error) {
    case client_error::unreachable:
      return "the server cannot be reached";
    case client_error::lost:
      return "the answer was lost; the same key settles it";
    case client_error::timed_out:
      return "no answer in time; the same key settles it";
  }
  return "";
}

void throw_exception_from_error(client_error error, const boost::source_location& where) {
  boost::throw_exception(std::runtime_error(std::string(to_string(error))), where);
}

client::client(std::string_view url, std::chrono::milliseconds timeout)
    : wire_(std::make_unique<wire>(url, timeout)) {}
client::~client() = default;
client::client(client&&) noexcept = default;
client& client::operator=(client&&) noexcept = default;

base::result<client_response, client_error> client::send(std::string_view method, std::string_view target,
                                                         std::string_view body, const header_list& headers) {
  return wire_->send(method, target, body, headers);
}

}  // namespace holdfast::http
