// The head of a request: found in the bytes, checked against the rules that keep requests from being
// smuggled.
#pragma once

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <optional>
#include <string_view>

#include "http/message.h"

namespace holdfast::http {

using request_parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

// Why a request is refused before anyone looks at it. The connection is closed after the answer: what follows
// in it cannot be told apart any more.
struct rejection {
  int status;
  std::string_view code;
  std::string_view detail;
};

// Where the head ends in the bytes received so far, if it is there whole. A line that ends without a carriage
// return, or goes on in the next one (obs-fold, which Beast would accept), is a rejection at once.
struct head_search {
  std::optional<std::size_t> end;  // one past the empty line
  std::optional<rejection> refused;
};
head_search find_head(std::string_view bytes);

// Beast 1.81 accepts forms that let a second request hide in the body of the first: checked here, before the
// body is read.
std::optional<rejection> check_head(const request_parser& parsed);

}  // namespace holdfast::http
