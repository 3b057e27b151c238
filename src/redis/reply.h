// What a Redis server answers, and what it means when it does not.
#pragma once

#include <boost/throw_exception.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace holdfast::redis {

struct reply {
  enum class kind { nil, integer, status, text, array };
  kind is = kind::nil;
  std::int64_t number = 0;   // integer
  std::string text;          // status and text
  std::vector<reply> items;  // array
};

struct failure {
  enum class kind {
    unavailable,      // the command was not sent: it had no effect
    outcome_unknown,  // it was sent and the answer never came: it may have had its effect
    server_error,     // the server refused it; `text` is the server's message
    cancelled,        // the caller stopped waiting; like outcome_unknown if it was sent
  };
  kind is = kind::unavailable;
  std::string text;

  // The first word of the server's message: "WRONGTYPE", "NOSCRIPT", "OOM", "READONLY", "LOADING", ...
  std::string_view code() const { return std::string_view(text).substr(0, text.find(' ')); }
};
[[noreturn]] void throw_exception_from_error(const failure& error, const boost::source_location& where);

using result = base::result<reply, failure>;

}  // namespace holdfast::redis
