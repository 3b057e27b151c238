// The head of a request, checked against the rules that keep requests from being smuggled.
#include "http/head.h"

#include <boost/beast/http/field.hpp>

#include <algorithm>

namespace holdfast::http {
namespace beast = boost::beast::http;

namespace {

rejection malformed(std::string_view detail) {
  return {400, "request_malformed", detail};
}

bool is_number(boost::beast::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::size_t count(const request_parser::value_type& head, beast::field name) {
  return head.count(name);
}

}  // namespace

head_search find_head(std::string_view bytes) {
  std::size_t line = 0;
  while (true) {
    const std::size_t end = bytes.find('\n', line);
    if (end == std::string_view::npos) return {};
    if (end == 0 || bytes[end - 1] != '\r')
      return {.refused = malformed("a line ends without a carriage return")};
    if (line > 0 && (bytes[line] == ' ' || bytes[line] == '\t')) {
      return {.refused = malformed("a header goes on in the next line (obs-fold)")};
    }
    if (end == line + 1 && line > 0) return {.end = end + 1};
    line = end + 1;
  }
}

std::optional<rejection> check_head(const request_parser& parsed) {
  const auto& head = parsed.get();
  const bool is_1_1 = head.version() == 11;
  const std::size_t lengths = count(head, beast::field::content_length);
  const std::size_t encodings = count(head, beast::field::transfer_encoding);
  if (lengths > 1) return malformed("two Content-Length headers");
  if (lengths == 1 && !is_number(head[beast::field::content_length])) {
    return malformed("a Content-Length that is not one number");  // Beast reads "3, 3" as 3
  }
  if (encodings > 0) {
    if (lengths > 0) return malformed("Transfer-Encoding beside Content-Length");
    if (!is_1_1) return malformed("Transfer-Encoding in HTTP/1.0");
    const bool chunked =
        encodings == 1 && boost::beast::iequals(head[beast::field::transfer_encoding], "chunked");
    if (!chunked) return malformed("a Transfer-Encoding that is not exactly chunked");
  }
  const std::size_t hosts = count(head, beast::field::host);
  if (hosts > 1 || (hosts == 0 && is_1_1)) return malformed("not exactly one Host header");
  if (count(head, beast::field::authorization) > 1) return malformed("two Authorization headers");
  if (head.count("Idempotency-Key") > 1) return malformed("two Idempotency-Key headers");
  if (head.count("Request-Timeout-Ms") > 1) return malformed("two Request-Timeout-Ms headers");
  if (head.target().empty() || head.target().front() != '/') return malformed("the target is not a path");
  return std::nullopt;
}

}  // namespace holdfast::http
