// What of JSON is accepted, and what each mistake is called.
#include "http/json_input.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include <random>

#include "holdfast/inventory/ids.h"
#include "http/answers.h"
#include "http/problem.h"

namespace holdfast::http {
namespace {

input_error error_of(const std::string& text) {
  const auto parsed = parse_object(text);
  return parsed.has_error() ? parsed.error() : input_error{};
}

TEST(JsonInput, WhatIsNotOneObjectIsMalformed) {
  const std::string deep = std::string(17, '[') + std::string(17, ']');
  for (const std::string bad :
       {"", " ", "{", "[]", "1", "null", "\"x\"", "{}x", "{} {}", "{\"a\":1,}", "{'a':1}", "{\"a\":01}",
        "{\"a\":+1}", "{\"a\":NaN}", "{\"a\":\"\xff\"}", "{\"a\":\"\\ud800\"}", "// x\n{}"}) {
    EXPECT_EQ(error_of(bad).code, "json_malformed") << bad;
    EXPECT_EQ(error_of(bad).status, 400) << bad;
  }
  EXPECT_EQ(error_of("{\"a\":" + deep + "}").code, "json_malformed");
  EXPECT_TRUE(parse_object(" {\"a\":[{\"b\":null}]}\n").has_value());
}

TEST(JsonInput, AKeyThatAppearsTwiceIsNamed) {
  EXPECT_EQ(error_of(R"({"a":1,"a":2})").field, "a");
  EXPECT_EQ(error_of(R"({"l":[{"q":1,"q":1}]})").field, "q");
  EXPECT_EQ(error_of(R"({"a":1,"\u0061":2})").field, "a") << "equal after unescaping";
  EXPECT_TRUE(parse_object(R"({"a":{"x":1},"b":{"x":1},"x":1})").has_value())
      << "other objects may use the same";
}

TEST(JsonInput, OnlyAnExactWholeNumberIsAQuantity) {
  for (const char* bad : {"0", "-1", "1.5", "1.0", "1e3", "\"1\"", "true", "null", "[]", "{}",
                          "9223372036854775808", "1000000000000000000000000000000", "101"}) {
    const auto parsed = parse_object(std::string(R"({"quantity":)") + bad + "}");
    object_reader in(*parsed);
    EXPECT_FALSE(in.integer("quantity", {.least = 1, .most = 100, .code = "quantity_invalid"})) << bad;
    const auto error = in.error();
    ASSERT_TRUE(error) << bad;
    EXPECT_EQ(error->code, "quantity_invalid") << bad;
    EXPECT_EQ(error->status, 422);
    EXPECT_NE(error->detail.find("1 to 100"), std::string::npos) << error->detail;
  }
  const auto parsed = parse_object(R"({"quantity":100})");
  object_reader in(*parsed);
  EXPECT_EQ(in.integer("quantity", {.least = 1, .most = 100}), 100);
  EXPECT_FALSE(in.error());
}

TEST(JsonInput, AMistakeIsNamedByItsPath) {
  const auto parsed = parse_object(R"({"lines":[{"sku":"A","quantity":1},{"sku":"{B}","quantity":1}]})");
  object_reader in(*parsed);
  auto lines = in.objects("lines", 10);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0].name<inventory::sku_id>("sku"));
  EXPECT_FALSE(lines[1].name<inventory::sku_id>("sku"));
  lines[1].integer("quantity", {.least = 1, .most = 9});
  const auto error = lines[1].error();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->field, "lines[1].sku");
  EXPECT_NE(error->detail.find("{B}"), std::string::npos) << "the value is shown";
}

// What a client sent is shown shortened, and never so that the answer stops being JSON.
TEST(JsonInput, AnAnswerThatShowsTextOfTheClientIsShortAndStillJson) {
  const auto long_value = parse_object("{\"quantity\":\"a" + std::string(30, 'b') + "鞋鞋鞋鞋鞋\"}");
  object_reader wrong(*long_value);
  wrong.integer("quantity", {.least = 1, .most = 9});
  const auto long_name = parse_object("{\"" + std::string(60'000, 'k') + "\":1}");
  object_reader unknown(*long_name);
  const input_error twice =
      error_of("{\"" + std::string(60'000, 'k') + "\":1,\"" + std::string(60'000, 'k') + "\":1}");
  for (const input_error& each : {*wrong.error(), *unknown.error(), twice}) {
    const response answer = respond(each);
    boost::system::error_code error;
    boost::json::parse(answer.body, error);
    EXPECT_FALSE(error) << answer.body.substr(0, 300);
    EXPECT_LT(answer.body.size(), 400u);
  }
  for (const char* raw : {"\xff", "5\xe9\x9e", "\xed\xa0\x80", "\xc0\xaf", "\xf4\x90\x80\x80"}) {
    boost::system::error_code error;
    boost::json::parse("\"" + shortened(raw) + "\"", error);
    EXPECT_FALSE(error) << "bytes that are no UTF-8";
  }
  EXPECT_EQ(shortened("鞋"), "鞋");
}

TEST(JsonInput, AFieldThatNobodyAsksForIsNamedBeforeOneThatIsMissing) {
  const auto parsed = parse_object(R"({"byuer":"b"})");
  object_reader in(*parsed);
  EXPECT_FALSE(in.name<inventory::buyer_id>("buyer"));
  const auto error = in.error();
  EXPECT_EQ(error->code, "unknown_field");
  EXPECT_EQ(error->field, "byuer");
  EXPECT_EQ(error->status, 400);
}

TEST(JsonInput, OptionalFieldsMayBeAbsentOrNull) {
  const auto parsed = parse_object(R"({"a":null})");
  object_reader in(*parsed);
  EXPECT_FALSE(in.optional_integer("a", {.least = 1, .most = 2}));
  EXPECT_FALSE(in.optional_integer("b", {.least = 1, .most = 2}));
  EXPECT_EQ(in.integer_or("c", {.least = 1, .most = 2}, 2), 2);
  EXPECT_TRUE(in.boolean_or("d", true));
  EXPECT_EQ(in.text_or("e", 5, "x"), "x");
  EXPECT_FALSE(in.error());
}

TEST(JsonInput, TextsAreBoundedAndPlain) {
  const auto parsed = parse_object(R"({"a":"too long","b":"line\nbreak","c":5,"d":"鞋"})");
  for (const char* field : {"a", "b", "c"}) {
    object_reader in(*parsed);
    in.text_or(field, 7, "");
    in.fail(0, "", "", "");  // keeps the first
    for (const char* other : {"a", "b", "c", "d"}) in.has(other);
    EXPECT_EQ(in.error()->code, "field_invalid") << field;
  }
  object_reader in(*parsed);
  EXPECT_EQ(in.text_or("d", 7, ""), "鞋");
}

// No input makes the parser crash or accept two keys.
TEST(JsonInput, AnyMutationOfABodyIsAcceptedOrRefused) {
  const std::string valid =
      R"({"buyer":"b-1","order_ref":"A-100","hold_seconds":900,"lines":[{"sku":"SNK-42","quantity":1}]})";
  std::mt19937_64 random(7);
  int accepted = 0;
  for (int i = 0; i < 100'000; ++i) {
    std::string text = valid;
    for (auto changes = 1 + random() % 4; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, 1 + random() % 5);
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 9));
          break;
      }
      if (text.empty()) text = "{";
    }
    accepted += parse_object(text).has_value() ? 1 : 0;
  }
  EXPECT_GT(accepted, 1'000);
  EXPECT_LT(accepted, 99'000);
}

}  // namespace
}  // namespace holdfast::http
