// The router: method and path to a route.
#include "http/router.h"

#include <algorithm>

#include "base/hex.h"
#include "http/problem.h"

namespace holdfast::http {
namespace {

std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(mark);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

bool is_named(std::string_view part) {
  return part.starts_with('{');
}

// Whether the path fits the template; the parts that it names, still encoded.
std::optional<std::vector<std::string_view>> match(const std::vector<std::string_view>& path,
                                                   std::string_view wanted) {
  const std::vector<std::string_view> pattern = split(wanted, '/');
  if (pattern.size() != path.size()) return std::nullopt;
  std::vector<std::string_view> parts;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (is_named(pattern[i])) {
      if (path[i].empty()) return std::nullopt;
      parts.push_back(path[i]);
    } else if (pattern[i] != path[i]) {
      return std::nullopt;
    }
  }
  return parts;
}

bool decode_query(std::string_view query, std::map<std::string, std::string>& into) {
  if (query.empty()) return true;
  for (const std::string_view pair : split(query, '&')) {
    const std::size_t equals = pair.find('=');
    const auto name = percent_decode(pair.substr(0, equals));
    const auto value = percent_decode(equals == std::string_view::npos ? "" : pair.substr(equals + 1));
    if (!name || !value) return false;
    into[*name] = *value;
  }
  return true;
}

response wrong_method(const std::vector<std::string_view>& allowed) {
  response made = problem(405, "method_not_allowed", "the path is there, the method is not");
  std::string list;
  for (const std::string_view each : allowed) list.append(list.empty() ? "" : ", ").append(each);
  made.headers.emplace_back("Allow", list);
  return made;
}

}  // namespace

std::optional<std::string> percent_decode(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded.push_back(text[i]);
      continue;
    }
    std::uint8_t byte[1];
    if (i + 2 >= text.size() || !base::from_hex(text.substr(i + 1, 2), byte)) return std::nullopt;
    if (byte[0] < 0x20 || byte[0] == 0x7f) return std::nullopt;
    decoded.push_back(static_cast<char>(byte[0]));
    i += 2;
  }
  return decoded;
}

routing find_route(const std::vector<route>& table, std::string_view method, std::string_view target) {
  routing found;
  const std::size_t mark = target.find('?');
  const std::vector<std::string_view> path = split(target.substr(0, mark), '/');
  const std::string_view query = mark == std::string_view::npos ? "" : target.substr(mark + 1);
  std::vector<std::string_view> allowed;
  std::vector<std::string_view> encoded;
  for (const route& each : table) {
    auto parts = match(path, each.path);
    if (!parts) continue;
    allowed.push_back(each.method);
    if (each.method != method) continue;
    found.match = &each;
    encoded = std::move(*parts);
    break;
  }
  if (found.match == nullptr) {
    found.instead = allowed.empty() ? problem(404, "not_found", "no such path") : wrong_method(allowed);
    return found;
  }
  bool decodes = decode_query(query, found.query);
  for (const std::string_view each : encoded) {
    auto part = percent_decode(each);
    decodes = decodes && part;
    found.parts.push_back(part.value_or(""));
  }
  if (!decodes) {
    found.match = nullptr;
    found.instead = problem(400, "request_malformed", "the target's percent-encoding is broken");
  }
  return found;
}

}  // namespace holdfast::http
