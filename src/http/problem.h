// Errors as application/problem+json (RFC 9457), each with a stable code.
#pragma once

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

#include "http/message.h"

namespace holdfast::http {

// Text of a client's, fit for an answer: at most 40 bytes, cut between characters, valid UTF-8.
std::string shortened(std::string_view text);

// The status' reason phrase: "Conflict".
std::string_view phrase_of(int status);

// `more` are members beside type, title, status, code and detail.
response problem(int status, std::string_view code, std::string_view detail,
                 const boost::json::object& more = {});

}  // namespace holdfast::http
