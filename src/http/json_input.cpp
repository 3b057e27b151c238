// JSON as the API accepts it.
#include "http/json_input.h"

#include <fmt/format.h>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/throw_exception.hpp>

#include <algorithm>
#include <stdexcept>

#include "http/problem.h"

namespace holdfast::http {
namespace json = boost::json;

namespace {

constexpr std::size_t deepest = 16;
constexpr std::size_t most_keys = 200;

// Boost.JSON keeps the last of two equal keys. A first pass over the text looks for them; it builds nothing.
struct duplicate_finder {
  static constexpr std::size_t max_object_size = most_keys;
  static constexpr std::size_t max_array_size = -1;
  static constexpr std::size_t max_key_size = -1;
  static constexpr std::size_t max_string_size = -1;

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code&) { return true; }
  bool on_object_begin(json::error_code&) {
    open.emplace_back();
    return true;
  }
  bool on_object_end(std::size_t, json::error_code&) {
    open.pop_back();
    return true;
  }
  bool on_array_begin(json::error_code&) { return true; }
  bool on_array_end(std::size_t, json::error_code&) { return true; }
  bool on_key_part(json::string_view part, std::size_t, json::error_code&) {
    key.append(part.data(), part.size());
    return true;
  }
  bool on_key(json::string_view last, std::size_t, json::error_code& error) {
    key.append(last.data(), last.size());
    std::vector<std::string>& keys = open.back();
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) {
      duplicate = key;
      error = json::make_error_code(json::error::syntax);
      return false;
    }
    keys.push_back(std::move(key));
    key.clear();
    return true;
  }
  bool on_string_part(json::string_view, std::size_t, json::error_code&) { return true; }
  bool on_string(json::string_view, std::size_t, json::error_code&) { return true; }
  bool on_number_part(json::string_view, json::error_code&) { return true; }
  bool on_int64(std::int64_t, json::string_view, json::error_code&) { return true; }
  bool on_uint64(std::uint64_t, json::string_view, json::error_code&) { return true; }
  bool on_double(double, json::string_view, json::error_code&) { return true; }
  bool on_bool(bool, json::error_code&) { return true; }
  bool on_null(json::error_code&) { return true; }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

  std::vector<std::vector<std::string>> open;  // the keys so far of each object that is open
  std::string key;
  std::string duplicate;
};

json::parse_options strict() {
  json::parse_options options;
  options.max_depth = deepest;
  return options;
}

std::string shown(const json::value& value) {
  return shortened(json::serialize(value));
}

}  // namespace

void throw_exception_from_error(const input_error& error, const boost::source_location& where) {
  boost::throw_exception(std::invalid_argument(error.detail), where);
}

base::result<json::object, input_error> parse_object(std::string_view text) {
  json::basic_parser<duplicate_finder> finder(strict());
  json::error_code error;
  const std::size_t used = finder.write_some(false, text.data(), text.size(), error);
  if (!finder.handler().duplicate.empty()) {
    return input_error{400, "json_malformed", shortened(finder.handler().duplicate),
                       "the key appears twice in one object"};
  }
  if (!error && used < text.size()) error = json::make_error_code(json::error::extra_data);
  json::value parsed;
  if (!error) parsed = json::parse(text, error, {}, strict());
  if (error) {
    return input_error{400, "json_malformed", "",
                       fmt::format("the body is not JSON: {} at byte {}", error.message(), used)};
  }
  if (!parsed.is_object()) {
    return input_error{400, "json_malformed", "",
                       fmt::format("the body is {}: an object is allowed", shown(parsed))};
  }
  return std::move(parsed.get_object());
}

const json::value* object_reader::find(std::string_view field) {
  asked_.push_back(field);
  return object_.if_contains(field);
}

bool object_reader::has(std::string_view field) {
  const json::value* value = find(field);
  return value != nullptr && !value->is_null();
}

const json::value* object_reader::required(std::string_view field) {
  const json::value* value = find(field);
  if (value == nullptr) fail(422, "field_missing", field, "the field is required");
  return value;
}

std::optional<std::string_view> object_reader::required_text(std::string_view field) {
  const json::value* value = required(field);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) {
    refuse_value(field, "field_invalid", "a string");
    return std::nullopt;
  }
  return std::string_view(value->get_string().data(), value->get_string().size());
}

std::optional<std::int64_t> object_reader::integer(std::string_view field, const bounds& allowed) {
  const json::value* value = required(field);
  if (value == nullptr) return std::nullopt;
  // Only what was written as a whole number within int64 is one: 1.0, 1e3, "1" and true are not (H6).
  if (!value->is_int64() || value->get_int64() < allowed.least || value->get_int64() > allowed.most) {
    refuse_value(field, allowed.code,
                 fmt::format("a whole number from {} to {}", allowed.least, allowed.most));
    return std::nullopt;
  }
  return value->get_int64();
}

std::int64_t object_reader::integer_or(std::string_view field, const bounds& allowed,
                                       std::int64_t otherwise) {
  if (find(field) == nullptr) return otherwise;
  return integer(field, allowed).value_or(otherwise);
}

std::optional<std::int64_t> object_reader::optional_integer(std::string_view field, const bounds& allowed) {
  return has(field) ? integer(field, allowed) : std::nullopt;
}

bool object_reader::boolean_or(std::string_view field, bool otherwise) {
  const json::value* value = find(field);
  if (value == nullptr) return otherwise;
  if (value->is_bool()) return value->get_bool();
  refuse_value(field, "field_invalid", "true or false");
  return otherwise;
}

std::string object_reader::text_or(std::string_view field, std::size_t longest, std::string_view otherwise) {
  const json::value* value = find(field);
  if (value == nullptr) return std::string(otherwise);
  const json::string* text = value->if_string();
  const bool is_plain = text != nullptr && std::none_of(text->begin(), text->end(), [](char c) {
                          return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
                        });
  if (!is_plain || text->size() > longest) {
    refuse_value(field, "field_invalid",
                 fmt::format("a string of at most {} bytes without control characters", longest));
    return std::string(otherwise);
  }
  return std::string(text->begin(), text->end());
}

std::vector<object_reader> object_reader::objects(std::string_view field, std::size_t most) {
  const json::value* value = required(field);
  if (value == nullptr) return {};
  const json::array* items = value->if_array();
  const bool is_fitting = items != nullptr && !items->empty() && items->size() <= most;
  if (!is_fitting) {
    refuse_value(field, "field_invalid", fmt::format("an array of 1 to {} objects", most));
    return {};
  }
  std::vector<object_reader> readers;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const std::string name = fmt::format("{}[{}]", field, i);
    if (!(*items)[i].is_object()) {
      fail(422, "field_invalid", name, fmt::format("{}: an object is allowed", shown((*items)[i])));
      return {};
    }
    readers.push_back(object_reader((*items)[i].get_object(), path_ + name + "."));
  }
  return readers;
}

void object_reader::adopt(const object_reader& part) {
  if (!error_) error_ = part.error_;
}

void object_reader::fail(int status, std::string_view code, std::string_view field, std::string detail) {
  if (error_) return;
  error_ = input_error{status, std::string(code), path_ + std::string(field), std::move(detail)};
}

void object_reader::refuse_value(std::string_view field, std::string_view code, std::string_view allowed) {
  fail(422, code, field, fmt::format("{}: {} is allowed", shown(object_.at(field)), allowed));
}

std::optional<input_error> object_reader::error() {
  for (const auto& [name, value] : object_) {
    const std::string_view field(name.data(), name.size());
    if (std::find(asked_.begin(), asked_.end(), field) != asked_.end()) continue;
    // Takes precedence: a misspelt field is why another one is missing.
    error_ = input_error{400, "unknown_field", path_ + shortened(field), "no such field"};
    break;
  }
  return error_;
}

}  // namespace holdfast::http
