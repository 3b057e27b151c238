// What a person sees.
#include "cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

namespace holdfast::cli {
namespace json = boost::json;

namespace {

std::string shown(const json::value& value) {
  if (value.is_string()) return std::string(value.get_string());
  if (value.is_null()) return "-";
  return json::serialize(value);
}

bool is_table(const json::value& value) {
  return value.is_array() && !value.get_array().empty() && value.get_array().front().is_object();
}

void print_table(const json::array& rows, std::string_view indent) {
  std::vector<std::string> columns;
  std::map<std::string, std::size_t> widths;
  for (const json::value& row : rows) {
    for (const auto& [name, value] : row.as_object()) {
      const std::string column(name);
      if (!widths.contains(column)) columns.push_back(column);
      widths[column] = std::max({widths[column], column.size(), shown(value).size()});
    }
  }
  const auto print_row = [&](auto&& cell) {
    std::string line(indent);
    for (const std::string& column : columns) line += fmt::format("{:<{}}  ", cell(column), widths[column]);
    fmt::print("{}\n", line);
  };
  print_row([](const std::string& column) { return column; });
  for (const json::value& row : rows) {
    print_row([&](const std::string& column) {
      const json::value* value = row.as_object().if_contains(column);
      return value == nullptr ? std::string() : shown(*value);
    });
  }
}

}  // namespace

std::string painted(std::string_view text, paint how) {
  static const bool colours = isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  if (!colours) return std::string(text);
  switch (how) {
    case paint::plain:
      return std::string(text);
    case paint::good:
      return fmt::format("\033[32m{}\033[0m", text);
    case paint::bad:
      return fmt::format("\033[31m{}\033[0m", text);
    case paint::strong:
      return fmt::format("\033[1m{}\033[0m", text);
    case paint::faint:
      return fmt::format("\033[2m{}\033[0m", text);
  }
  return std::string(text);
}

std::string with_separators(std::int64_t number) {
  std::string digits = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

namespace {

// A page of a list: its rows, and where the next page begins.
void print_page(const json::object& page) {
  const json::value& items = page.at("items");
  if (is_table(items)) {
    print_table(items.get_array(), "");
  } else {
    fmt::print("nothing\n");
  }
  const json::value* next = page.if_contains("next");
  if (next != nullptr && !next->is_null()) fmt::print("more after {}\n", shown(*next));
}

}  // namespace

void print_value(const json::value& value) {
  if (value.is_object() && value.get_object().contains("items")) return print_page(value.get_object());
  if (is_table(value)) return print_table(value.get_array(), "");
  if (!value.is_object()) {
    fmt::print("{}\n", shown(value));
    return;
  }
  std::size_t width = 0;
  for (const auto& [name, member] : value.get_object()) width = std::max(width, name.size());
  for (const auto& [name, member] : value.get_object()) {
    if (is_table(member)) {
      fmt::print("{}\n", std::string_view(name));
      print_table(member.get_array(), "  ");
    } else {
      fmt::print("{:<{}}  {}\n", std::string_view(name), width, shown(member));
    }
  }
}

}  // namespace holdfast::cli
