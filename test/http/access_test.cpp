// Who may do what, and how the service refuses to start.
#include <gtest/gtest.h>

#include <fstream>

#include "base/digest.h"
#include "base/hex.h"
#include "support/service.h"

namespace holdfast::testing {
namespace {

std::string key_entry(const std::string& role, const std::string& key) {
  return "[[keys]]\nrole = \"" + role + "\"\nsha256 = \"" + base::to_hex(base::sha256(key)) + "\"\n";
}

TEST(Access, EachRoleMayDoItsPartAndNoMore) {
  temporary_folder folder;
  const std::filesystem::path file = folder.path() / "keys.toml";
  std::ofstream(file) << key_entry("buyer", "kb") << key_entry("operator", "ko") << key_entry("admin", "ka");
  service shop({.lock = "none", .more = {"--config", file.string()}});
  const std::string id = "00000000-0000-7000-8000-000000000000";
  const struct {
    std::string method, target;
    int buyer_allowed;  // 1 for buyers too, 0 for operators and admins, -1 for everyone without a key
  } routes[] = {{"POST", "/v1/reservations", 1},
                {"GET", "/v1/reservations", 1},
                {"POST", "/v1/reservations:cancel", 1},
                {"GET", "/v1/reservations/" + id, 1},
                {"POST", "/v1/reservations/" + id + "/confirm", 1},
                {"POST", "/v1/reservations/" + id + "/release", 1},
                {"GET", "/v1/sources", 1},
                {"PUT", "/v1/sources/main", 0},
                {"GET", "/v1/sources/main", 1},
                {"DELETE", "/v1/sources/main", 0},
                {"GET", "/v1/skus", 1},
                {"PUT", "/v1/skus/A", 0},
                {"GET", "/v1/skus/A", 1},
                {"GET", "/v1/skus/A/availability", 1},
                {"GET", "/v1/skus/A/ledger", 0},
                {"POST", "/v1/stock/receive", 0},
                {"GET", "/v1/alerts", 0},
                {"GET", "/metrics", 0},
                {"GET", "/healthz", -1},
                {"GET", "/readyz", -1}};
  for (const auto& each : routes) {
    const auto status_with = [&](const std::string& key) {
      http::client::header_list headers;
      if (!key.empty()) headers.emplace_back("Authorization", "Bearer " + key);
      return shop.send(each.method, each.target, "", headers).status;
    };
    const std::string name = each.method + " " + each.target;
    EXPECT_EQ(status_with("") == 401, each.buyer_allowed >= 0) << name;
    EXPECT_EQ(status_with("wrong") == 401, each.buyer_allowed >= 0) << name;
    EXPECT_EQ(status_with("kb") == 403, each.buyer_allowed == 0) << name;
    for (const char* key : {"ko", "ka"}) {
      const int status = status_with(key);
      EXPECT_TRUE(status != 401 && status != 403) << name << " " << status;
    }
  }
  EXPECT_EQ(shop.log().find("ka"), std::string::npos) << "no key in the log";
}

TEST(Access, AnOpenAddressWithoutKeysIsRefused) {
  temporary_folder folder;
  const std::filesystem::path log = folder.path() / "log";
  const std::string data = (folder.path() / "data").string();
  child_process service({HOLDFAST_BINARY, "serve", "--listen", "0.0.0.0:0", "--data", data, "--lock", "none"},
                        {.log = log});
  EXPECT_EQ(service.wait(), 1);
  std::ifstream in(log);
  const std::string said{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(said.find("needs API keys"), std::string::npos) << said;
  EXPECT_FALSE(std::filesystem::exists(data)) << "nothing was begun";
}

TEST(Access, AMistakeInTheConfigurationIsNamed) {
  temporary_folder folder;
  const std::filesystem::path file = folder.path() / "bad.toml";
  const struct {
    std::string text, named;
  } mistakes[] = {{"[engine]\nmax_quee = 5\n", "unknown setting engine.max_quee"},
                  {"[engine]\nmax_queue = 0\n", "engine.max_queue is 0: 1 to 1000000 is allowed"},
                  {"[engine]\nmax_queue = \"5\"\n", "engine.max_queue must be a whole number"},
                  {"[engine]\nmax_queue = 1.5\n", "engine.max_queue must be a whole number"},
                  {"[lock]\nmode = \"zookeeper\"\n", "redis or none is allowed"},
                  {"[service]\nlisten = 7070\n", "service.listen must be a text"},
                  {"[[keys]]\nrole = \"root\"\nsha256 = \"00\"\n", "keys.role must be"},
                  {"[[keys]]\nrole = \"buyer\"\nsha256 = \"00\"\n", "64 hexadecimal digits"},
                  {"[engine\n", "line "},
                  {"loose = 1\n", "unknown setting loose"}};
  for (const auto& each : mistakes) {
    std::ofstream(file) << each.text;
    const std::filesystem::path log = folder.path() / "log";
    std::filesystem::remove(log);
    child_process service(
        {HOLDFAST_BINARY, "serve", "--config", file.string(), "--data", (folder.path() / "data").string()},
        {.log = log});
    EXPECT_EQ(service.wait(), 2) << each.text;
    std::ifstream in(log);
    const std::string said{std::istreambuf_iterator<char>(in), {}};
    EXPECT_NE(said.find(each.named), std::string::npos) << each.text << said;
  }
}

}  // namespace
}  // namespace holdfast::testing
