// JSON as the API accepts it: one object, no duplicate keys, bounded depth. Anything else is a problem that
// says where.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace holdfast::http {

struct input_error {
  int status;          // 400 for what is not understood, 422 for what is understood and not allowed
  std::string code;    // json_malformed, unknown_field, field_missing, field_invalid, quantity_invalid
  std::string field;   // "lines[1].quantity"; empty when it is about the whole
  std::string detail;  // names the value and what is allowed
};
[[noreturn]] void throw_exception_from_error(const input_error& error, const boost::source_location& where);

// One object, at most 16 deep and 200 keys an object, valid UTF-8, nothing behind it.
base::result<boost::json::object, input_error> parse_object(std::string_view text);

// Reads the fields of an object by name. The first mistake is kept and the rest is skipped: ask error() at
// the end.
class object_reader {
 public:
  explicit object_reader(const boost::json::object& of) : object_(of) {}

  // A name of the inventory (sku_id, buyer_id, ...): Name::parse and Name::allowed say what is allowed.
  template <class Name>
  std::optional<Name> name(std::string_view field) {
    return parse_name<Name>(field, required_text(field));
  }
  // The same, but it may be absent or null.
  template <class Name>
  std::optional<Name> optional_name(std::string_view field) {
    return has(field) ? name<Name>(field) : std::nullopt;
  }

  struct bounds {
    std::int64_t least;
    std::int64_t most;
    std::string_view code = "field_invalid";
  };
  std::optional<std::int64_t> integer(std::string_view field, const bounds& allowed);
  // `otherwise` when the field is absent.
  std::int64_t integer_or(std::string_view field, const bounds& allowed, std::int64_t otherwise);
  // Nothing when the field is absent or null.
  std::optional<std::int64_t> optional_integer(std::string_view field, const bounds& allowed);
  bool boolean_or(std::string_view field, bool otherwise);
  // At most `longest` bytes without control characters; `otherwise` when the field is absent.
  std::string text_or(std::string_view field, std::size_t longest, std::string_view otherwise);

  // The objects of an array of 1 to `most`; empty after a mistake.
  std::vector<object_reader> objects(std::string_view field, std::size_t most);
  // Takes over the first mistake of a reader that objects() gave.
  void adopt(const object_reader& part);

  // The first mistake; a field that nobody asked for is one.
  std::optional<input_error> error();

  // Present and not null.
  bool has(std::string_view field);
  void fail(int status, std::string_view code, std::string_view field, std::string detail);

 private:
  object_reader(const boost::json::object& of, std::string path) : object_(of), path_(std::move(path)) {}
  const boost::json::value* find(std::string_view field);
  const boost::json::value* required(std::string_view field);
  std::optional<std::string_view> required_text(std::string_view field);
  void refuse_value(std::string_view field, std::string_view code, std::string_view allowed);

  template <class Name>
  std::optional<Name> parse_name(std::string_view field, std::optional<std::string_view> text) {
    if (!text) return std::nullopt;
    auto parsed = Name::parse(*text);
    if (!parsed) refuse_value(field, "field_invalid", Name::allowed());
    return parsed;
  }

  const boost::json::object& object_;
  std::string path_;  // "lines[1]." for a nested one
  std::vector<std::string_view> asked_;
  std::optional<input_error> error_;
};

}  // namespace holdfast::http
