// Where a Redis server is, as an operator writes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace holdfast::redis {

struct address {
  std::string socket;  // path of a unix socket; empty for TCP
  std::string host = "127.0.0.1";
  std::uint16_t port = 6379;
  std::string user;      // empty: AUTH with the password alone
  std::string password;  // empty: no AUTH
  int database = 0;

  // For logs: without the password.
  std::string to_string() const;
};

struct address_error {
  std::string message;  // names what is wrong and what is allowed; never repeats a password
};
[[noreturn]] void throw_exception_from_error(const address_error& error, const boost::source_location& where);

// redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE] or unix:/PATH[?db=N&user=U&password=P].
base::result<address, address_error> parse_address(std::string_view text);

}  // namespace holdfast::redis
