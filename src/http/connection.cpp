// One connection of the server: request after request, until either side has had enough.
#include "http/connection.h"

#include <fmt/format.h>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "base/log.h"
#include "http/problem.h"

namespace holdfast::http {
namespace asio = boost::asio;
namespace beast = boost::beast::http;

namespace {

constexpr std::size_t read_size = 16 * 1024;
// After a refusal the client may still be sending: what it sends is read away for a moment, or it would see a
// reset instead of the answer.
constexpr std::size_t most_drained = 1024 * 1024;
constexpr std::chrono::milliseconds drain_time{1'000};

constexpr rejection body_malformed{400, "request_malformed", "the body's encoding is malformed"};
constexpr rejection trailer_refused{400, "request_malformed", "fields behind the body (a trailer)"};
constexpr rejection body_too_large{413, "body_too_large", "the body is too large"};

std::optional<std::string_view> field(const request_parser::value_type& head, std::string_view name) {
  const auto found = head.find(name);
  if (found == head.end()) return std::nullopt;
  return std::string_view(found->value().data(), found->value().size());
}

std::size_t count_fields(const request_parser& parser) {
  return static_cast<std::size_t>(std::distance(parser.get().begin(), parser.get().end()));
}

std::string_view view(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace

connection::connection(asio::ip::tcp::socket socket, std::shared_ptr<shared_state> shared)
    : socket_(std::move(socket)), shared_(std::move(shared)) {}

void connection::check(std::chrono::steady_clock::time_point now) {
  if (now < deadline_) return;
  timed_out_ = true;
  boost::system::error_code ignored;
  socket_.cancel(ignored);
}

void connection::stop_waiting() {
  boost::system::error_code ignored;
  if (waiting_ && socket_.available(ignored) == 0) socket_.cancel(ignored);
}

void connection::close() {
  boost::system::error_code ignored;
  socket_.close(ignored);
}

// More bytes. False when the peer is gone, or the time is over (timed_out_).
asio::awaitable<bool> connection::receive(std::chrono::milliseconds limit) {
  timed_out_ = false;  // a wait that ended in the moment its time was over does not end the next one
  deadline_ = std::chrono::steady_clock::now() + limit;
  const std::size_t before = received_.size();
  received_.resize(before + read_size);
  boost::system::error_code error;
  const std::size_t size = co_await socket_.async_read_some(
      asio::buffer(received_.data() + before, read_size), asio::redirect_error(asio::use_awaitable, error));
  received_.resize(before + size);
  deadline_ = std::chrono::steady_clock::time_point::max();
  co_return !error;
}

asio::awaitable<connection::outcome> connection::read_head(request_parser& parser) {
  if (received_.empty()) {
    boost::system::error_code ignored;
    if (shared_->stopping && socket_.available(ignored) == 0) co_return outcome{.is_closed = true};
    waiting_ = true;
    const bool more = co_await receive(shared_->bounds.idle_timeout);
    waiting_ = false;
    if (!more) co_return outcome{.is_closed = true};
  }
  request_started_ = std::chrono::steady_clock::now();
  const auto until = request_started_ + shared_->bounds.header_timeout;
  head_search search;
  while (true) {
    search = find_head(received_);
    if (search.refused) co_return outcome{.refused = search.refused};
    if (search.end && *search.end <= shared_->bounds.max_header) break;
    if (received_.size() > shared_->bounds.max_header) {
      co_return outcome{.refused = rejection{431, "header_too_large", "the request's headers are too large"}};
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    const bool more = co_await receive(left);
    if (timed_out_)
      co_return outcome{.refused = rejection{408, "request_timeout", "the headers did not come in time"}};
    if (!more) co_return outcome{.is_closed = true};
  }
  boost::system::error_code error;
  parser.put(asio::buffer(received_.data(), *search.end), error);
  if (error == beast::error::body_limit) co_return outcome{.refused = body_too_large};
  if (error == beast::error::bad_version) {
    co_return outcome{
        .refused = rejection{505, "version_not_supported", "only the versions 1.0 and 1.1 are served"}};
  }
  if (error && error != beast::error::need_more) {
    co_return outcome{.refused =
                          rejection{400, "request_malformed", "the request line or a header is malformed"}};
  }
  received_.erase(0, *search.end);
  co_return outcome{.refused = check_head(parser)};
}

asio::awaitable<connection::outcome> connection::read_body(request_parser& parser) {
  if (parser.is_done()) co_return outcome{};
  const auto expect = field(parser.get(), "Expect");
  if (expect && boost::beast::iequals(*expect, "100-continue") && parser.get().version() == 11) {
    if (!co_await write("HTTP/1.1 100 Continue\r\n\r\n")) co_return outcome{.is_closed = true};
  }
  const std::size_t fields = count_fields(parser);
  const auto until = std::chrono::steady_clock::now() + shared_->bounds.body_timeout;
  while (true) {
    boost::system::error_code error;
    std::size_t used = 0;
    // A chunked body arrives in pieces that the parser takes one by one.
    do {
      const std::size_t taken =
          parser.put(asio::buffer(received_.data() + used, received_.size() - used), error);
      used += taken;
      if (taken == 0) break;
    } while (!error && !parser.is_done() && used < received_.size());
    received_.erase(0, used);
    if (error == beast::error::body_limit) co_return outcome{.refused = body_too_large};
    if (error && error != beast::error::need_more) co_return outcome{.refused = body_malformed};
    if (parser.is_done()) {
      // Beast puts the fields of a trailer among the headers, where an Authorization or an Idempotency-Key
      // would count that no check of the head has seen.
      if (count_fields(parser) != fields) co_return outcome{.refused = trailer_refused};
      co_return outcome{};
    }
    // What the parser leaves is a chunk's header or a trailer that has not ended: no limit of the body bounds
    // it (I22).
    if (received_.size() > shared_->bounds.max_header) co_return outcome{.refused = body_malformed};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    const bool more = co_await receive(left);
    if (timed_out_)
      co_return outcome{.refused = rejection{408, "request_timeout", "the body did not come in time"}};
    if (!more) co_return outcome{.is_closed = true};
  }
}

asio::awaitable<bool> connection::write(std::string bytes) {
  deadline_ = std::chrono::steady_clock::now() + shared_->bounds.write_timeout;
  boost::system::error_code error;
  co_await asio::async_write(socket_, asio::buffer(bytes), asio::redirect_error(asio::use_awaitable, error));
  deadline_ = std::chrono::steady_clock::time_point::max();
  co_return !error;
}

asio::awaitable<response> connection::handle(const request_parser& parser) {
  const auto& message = parser.get();
  const request asked{.method = view(message.method_string()),
                      .target = view(message.target()),
                      .body = message.body(),
                      .authorization = field(message, "Authorization"),
                      .idempotency_key = field(message, "Idempotency-Key"),
                      .content_type = field(message, "Content-Type"),
                      .request_timeout_ms = field(message, "Request-Timeout-Ms"),
                      .received_at = request_started_};
  std::string thrown;
  try {
    co_return co_await shared_->routes(asked);
  } catch (const std::exception& error) {
    thrown = error.what();
  }
  base::log_error("bug: the handler of {} {} threw: {}", asked.method, asked.target, thrown);
  co_return problem(500, "internal_error", "a bug of the service; its log says more");
}

std::string connection::render(const response& given, const framing& how) const {
  std::string bytes;
  bytes.reserve(256 + given.body.size());
  fmt::format_to(std::back_inserter(bytes), "HTTP/1.1 {} {}\r\n", given.status, phrase_of(given.status));
  for (const auto& [name, value] : given.headers) {
    bytes.append(name).append(": ").append(value).append("\r\n");
  }
  if (!given.body.empty()) bytes.append("Content-Type: ").append(given.content_type).append("\r\n");
  if (!how.keep_alive) bytes.append("Connection: close\r\n");
  fmt::format_to(std::back_inserter(bytes), "X-Content-Type-Options: nosniff\r\nContent-Length: {}\r\n\r\n",
                 given.body.size());
  if (!how.head_only) bytes.append(given.body);
  return bytes;
}

asio::awaitable<void> connection::refuse(const rejection& why) {
  std::string answer = render(problem(why.status, why.code, why.detail), {});
  if (!co_await write(std::move(answer))) co_return;
  boost::system::error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  const auto until = std::chrono::steady_clock::now() + drain_time;
  for (std::size_t drained = 0; drained < most_drained;) {
    received_.clear();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (left.count() <= 0 || !co_await receive(left)) co_return;
    drained += received_.size();
  }
}

asio::awaitable<void> connection::run() {
  const auto self = shared_from_this();
  while (true) {
    request_parser parser;
    parser.header_limit(static_cast<std::uint32_t>(shared_->bounds.max_header));
    parser.body_limit(shared_->bounds.max_body);
    outcome got = co_await read_head(parser);
    if (!got.refused && !got.is_closed) got = co_await read_body(parser);
    if (got.is_closed) break;
    if (got.refused) {
      const rejection why = *got.refused;
      co_await refuse(why);
      break;
    }
    ++shared_->in_flight;
    const response given = co_await handle(parser);
    --shared_->in_flight;
    // Requests that wait behind this one in a stopping server are still answered; the last one closes.
    boost::system::error_code ignored;
    const bool more_waits = !received_.empty() || socket_.available(ignored) > 0;
    const bool keep_alive = parser.get().keep_alive() && (!shared_->stopping || more_waits);
    const bool head_only = parser.get().method() == beast::verb::head;
    std::string answer = render(given, {.keep_alive = keep_alive, .head_only = head_only});
    const bool written = co_await write(std::move(answer));
    if (!written || !keep_alive) break;
  }
  boost::system::error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  socket_.close(ignored);
}

}  // namespace holdfast::http
