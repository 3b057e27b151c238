// What a person sees: colours only on a terminal, numbers with separators, JSON as lines.
#pragma once

#include <boost/json/value.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace holdfast::cli {

enum class paint { plain, good, bad, strong, faint };

// The text in a colour when stdout is a terminal and NO_COLOR is not set; otherwise as it is.
std::string painted(std::string_view text, paint how);

// 12,345
std::string with_separators(std::int64_t number);

// An object as aligned lines, arrays of objects as tables.
void print_value(const boost::json::value& value);

}  // namespace holdfast::cli
