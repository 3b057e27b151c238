// Where a Redis server is, as an operator writes it.
#include "redis/address.h"

#include <fmt/format.h>
#include <boost/throw_exception.hpp>

#include <charconv>
#include <optional>
#include <stdexcept>

namespace holdfast::redis {
namespace {

address_error wrong(std::string_view what) {
  return {fmt::format("{}; redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE] or unix:/PATH[?db=N] is allowed",
                      what)};
}

std::optional<int> number(std::string_view text, int most) {
  int value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || value < 0 || value > most) {
    return std::nullopt;
  }
  return value;
}

// Splits `text` at the first `mark`: what is before, and what is after (empty when there is none).
std::pair<std::string_view, std::string_view> split(std::string_view text, char mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

base::result<address, address_error> parse_unix(std::string_view text) {
  address parsed;
  const auto [path, query] = split(text, '?');
  if (path.empty() || path.front() != '/') return wrong("the path of a unix socket must be absolute");
  parsed.socket = path;
  for (std::string_view rest = query; !rest.empty();) {
    const auto [pair, after] = split(rest, '&');
    const auto [name, value] = split(pair, '=');
    if (name == "db") {
      const auto database = number(value, 1'000'000);
      if (!database) return wrong("db must be a number from 0");
      parsed.database = *database;
    } else if (name == "user") {
      parsed.user = value;
    } else if (name == "password") {
      parsed.password = value;
    } else {
      return wrong(fmt::format("unknown parameter {}", name));
    }
    rest = after;
  }
  if (!parsed.user.empty() && parsed.password.empty()) return wrong("a user without a password");
  return parsed;
}

base::result<address, address_error> parse_tcp(std::string_view text) {
  address parsed;
  std::string_view rest = text;
  if (const std::size_t at = rest.rfind('@'); at != std::string_view::npos) {
    const auto [user, password] = split(rest.substr(0, at), ':');
    parsed.user = user;
    parsed.password = password;
    if (password.empty()) return wrong("a user without a password");
    rest = rest.substr(at + 1);
  }
  const auto [place, database] = split(rest, '/');
  if (!database.empty()) {
    const auto parsed_database = number(database, 1'000'000);
    if (!parsed_database) return wrong("the database must be a number from 0");
    parsed.database = *parsed_database;
  }
  std::string_view host = place;
  if (const std::size_t colon = place.rfind(':'); colon != std::string_view::npos && !place.ends_with(']')) {
    const auto port = number(place.substr(colon + 1), 65'535);
    if (!port || *port == 0) return wrong("the port must be from 1 to 65535");
    parsed.port = static_cast<std::uint16_t>(*port);
    host = place.substr(0, colon);
  }
  if (host.starts_with('[') != host.ends_with(']')) return wrong("a bracket of an IPv6 address is missing");
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  if (host.empty()) return wrong("the host is missing");
  parsed.host = host;
  return parsed;
}

}  // namespace

void throw_exception_from_error(const address_error& error, const boost::source_location& where) {
  boost::throw_exception(std::invalid_argument(error.message), where);
}

base::result<address, address_error> parse_address(std::string_view text) {
  if (text.starts_with("unix:")) return parse_unix(text.substr(5));
  if (text.starts_with("redis://")) return parse_tcp(text.substr(8));
  if (text.starts_with("rediss://")) return wrong("TLS (rediss://) is not supported yet");
  return wrong("the address starts with neither redis:// nor unix:");
}

std::string address::to_string() const {
  if (!socket.empty()) return fmt::format("unix:{}", socket);
  return fmt::format("redis://{}:{}/{}", host, port, database);
}

}  // namespace holdfast::redis
