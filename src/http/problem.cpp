// Errors as application/problem+json.
#include "http/problem.h"

#include <boost/json/serialize.hpp>

namespace holdfast::http {

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
