// Every outcome has a status and a code.
#include "http/answers.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include <set>

namespace holdfast::http {
namespace {

TEST(Answers, EveryRefusalAndEveryTroubleHasARowOfItsOwn) {
  std::set<std::string_view> codes;
  for (int i = 0; i < inventory::refusal_codes; ++i) {
    const answer_row row = row_of(static_cast<inventory::refusal_code>(i));
    EXPECT_GE(row.status, 400) << row.code;
    EXPECT_LT(row.status, 500) << row.code << ": a refusal is definite";
    EXPECT_TRUE(codes.insert(row.code).second) << row.code;
  }
  for (int i = 0; i < engine::troubles; ++i) {
    const answer_row row = row_of(static_cast<engine::trouble>(i));
    EXPECT_TRUE(row.status == 409 || row.status == 429 || row.status == 503) << row.code;
    EXPECT_TRUE(codes.insert(row.code).second) << row.code;
  }
  EXPECT_EQ(codes.count(""), 0u);
  EXPECT_EQ(codes.count("internal_error"), 0u);
}

TEST(Answers, ARefusalCarriesWhatTheCallerNeeds) {
  const response made =
      respond(engine::answer(inventory::refusal{.code = inventory::refusal_code::insufficient_stock,
                                                .subject = "SNK-42",
                                                .requested = 3,
                                                .allowed = 1}),
              true);
  EXPECT_EQ(made.status, 409);
  EXPECT_EQ(made.content_type, "application/problem+json");
  const auto body = boost::json::parse(made.body);
  EXPECT_EQ(body.at("code"), "insufficient_stock");
  EXPECT_EQ(body.at("sku"), "SNK-42");
  EXPECT_EQ(body.at("requested"), 3);
  EXPECT_EQ(body.at("salable"), 1);
  EXPECT_EQ(body.at("status"), 409);
}

TEST(Answers, WhatMayBeTriedAgainSaysWhen) {
  for (const auto what :
       {engine::trouble::overloaded, engine::trouble::busy, engine::trouble::outcome_unknown}) {
    const response made = respond(engine::answer(what), true);
    EXPECT_NE(std::find(made.headers.begin(), made.headers.end(),
                        std::pair<std::string, std::string>("Retry-After", "1")),
              made.headers.end());
  }
}

}  // namespace
}  // namespace holdfast::http
