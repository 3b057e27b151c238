// Which route a request takes.
#include "http/router.h"

#include <gtest/gtest.h>

namespace holdfast::http {
namespace {

const std::vector<route> table{{"POST", "/v1/reservations", role::buyer, nullptr},
                               {"POST", "/v1/reservations:cancel", role::buyer, nullptr},
                               {"GET", "/v1/reservations/{id}", role::buyer, nullptr},
                               {"GET", "/v1/skus/{sku}/availability", role::buyer, nullptr},
                               {"PUT", "/v1/skus/{sku}", role::operator_, nullptr},
                               {"GET", "/v1/skus/{sku}", role::buyer, nullptr}};

std::string_view path_of(std::string_view method, std::string_view target) {
  const routing found = find_route(table, method, target);
  return found.match == nullptr ? "" : found.match->path;
}

TEST(Router, FindsLiteralAndNamedParts) {
  EXPECT_EQ(path_of("POST", "/v1/reservations"), "/v1/reservations");
  EXPECT_EQ(path_of("POST", "/v1/reservations:cancel"), "/v1/reservations:cancel");
  EXPECT_EQ(path_of("GET", "/v1/skus/A/availability"), "/v1/skus/{sku}/availability");
  const routing found = find_route(table, "GET", "/v1/skus/a%2Fb%20c?limit=5&after=x%26y");
  ASSERT_NE(found.match, nullptr);
  EXPECT_EQ(found.parts, std::vector<std::string>{"a/b c"});
  EXPECT_EQ(found.query.at("limit"), "5");
  EXPECT_EQ(found.query.at("after"), "x&y");
}

TEST(Router, WhatIsNotThereIs404AndWhatIsThereOtherwiseIs405) {
  for (const char* target : {"/", "/v1", "/v1/reservations/", "/v1/skus//availability",
                             "/v1/skus/A/availability/x", "/v2/skus/A"}) {
    EXPECT_EQ(find_route(table, "GET", target).instead.status, 404) << target;
  }
  const response refused = find_route(table, "DELETE", "/v1/skus/A").instead;
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(refused.headers, (std::vector<std::pair<std::string, std::string>>{{"Allow", "PUT, GET"}}));
}

TEST(Router, BrokenPercentEncodingIs400) {
  for (const char* target :
       {"/v1/skus/%", "/v1/skus/%4", "/v1/skus/%zz", "/v1/skus/%00", "/v1/skus/A?limit=%0a"}) {
    EXPECT_EQ(find_route(table, "GET", target).instead.status, 400) << target;
  }
}

}  // namespace
}  // namespace holdfast::http
