// Errors as application/problem+json.
#include "http/problem.h"

#include <boost/json/serialize.hpp>

#include <algorithm>

namespace holdfast::http {
namespace {

// Bytes of the UTF-8 character at the beginning; 0 when there is none: cut, overlong, a surrogate, past
// U+10FFFF.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  const unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (byte(1) < least || byte(1) > most) return 0;
  for (std::size_t i = 2; i < size; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xbf) return 0;
  }
  return size;
}

}  // namespace

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string made;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (made.size() + std::max<std::size_t>(size, 1) > longest) return made + "...";
    if (size == 0) {
      made.push_back('?');
    } else {
      made.append(text.substr(0, size));
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return made;
}

std::string_view phrase_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Status";
  }
}

response problem(int status, std::string_view code, std::string_view detail,
                 const boost::json::object& more) {
  boost::json::object body{
      {"type", "about:blank"}, {"title", phrase_of(status)}, {"status", status}, {"code", code}};
  if (!detail.empty()) body["detail"] = detail;
  for (const auto& [name, value] : more) body[name] = value;
  response made{
      .status = status, .content_type = "application/problem+json", .body = boost::json::serialize(body)};
  if (status == 429 || status == 503) made.headers.emplace_back("Retry-After", "1");
  return made;
}

}  // namespace holdfast::http
