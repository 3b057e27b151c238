// API keys and what each role may do.
#include "http/auth.h"

#include <gtest/gtest.h>

#include "base/digest.h"

namespace holdfast::http {
namespace {

TEST(Auth, WithoutKeysEveryoneIsAdmin) {
  EXPECT_EQ(authenticator({}).role_of(""), role::admin);
}

TEST(Auth, AKeyGivesItsRoleAndNothingElseGivesAny) {
  const authenticator keys({{base::sha256("k-buyer"), role::buyer}, {base::sha256("k-op"), role::operator_}});
  EXPECT_EQ(keys.role_of("Bearer k-buyer"), role::buyer);
  EXPECT_EQ(keys.role_of("bearer k-op"), role::operator_);
  for (const char* wrong :
       {"", "Bearer", "Bearer ", "Bearer k-buyer ", "Basic k-buyer", "k-buyer", "Bearer K-BUYER"}) {
    EXPECT_EQ(keys.role_of(wrong), std::nullopt) << wrong;
  }
}

TEST(Auth, EachRoleIncludesTheOnesBeforeIt) {
  EXPECT_LT(role::buyer, role::operator_);
  EXPECT_LT(role::operator_, role::admin);
  for (const role each : {role::buyer, role::operator_, role::admin})
    EXPECT_EQ(parse_role(to_string(each)), each);
  EXPECT_EQ(parse_role("root"), std::nullopt);
}

}  // namespace
}  // namespace holdfast::http
