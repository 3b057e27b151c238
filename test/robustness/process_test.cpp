// The process itself: one writer to a folder, the private Redis, restarts.
#include <fstream>

#include "workload.h"

namespace holdfast::testing {
namespace {

// H20: a second service on the same ledger would be a second authority.
TEST(Process, ASecondServiceOnTheSameFolderRefusesToStart) {
  service shop;
  const std::filesystem::path log = shop.folder() / "second.log";
  child_process second(
      {HOLDFAST_BINARY, "serve", "--listen", "127.0.0.1:0", "--data", shop.folder().string()}, {.log = log});
  EXPECT_EQ(second.wait(), 1);
  std::ifstream in(log);
  const std::string said{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(said.find(shop.folder().string()), std::string::npos) << said;
  EXPECT_NE(said.find("in use"), std::string::npos) << said;
  EXPECT_EQ(shop.send("GET", "/readyz").status, 200) << "the first one is not disturbed";
}

bool is_redis_at(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream in(entry.path() / "cmdline");
    const std::string line{std::istreambuf_iterator<char>(in), {}};
    if (line.starts_with("redis-server") && line.find(folder.string()) != std::string::npos) return true;
  }
  return false;
}

TEST(Process, ThePrivateRedisDiesWithAKilledService) {
  service shop;
  ASSERT_TRUE(is_redis_at(shop.folder()));
  shop.kill();
  EXPECT_TRUE(wait_until([&] { return !is_redis_at(shop.folder()); }, std::chrono::milliseconds(1'000)));
  const auto started = std::chrono::steady_clock::now();
  shop.start();  // what the killed one left behind is no obstacle
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(5));
  EXPECT_TRUE(is_redis_at(shop.folder()));
}

TEST(Process, TheSamePortServesAgainWithinASecondOfAKill) {
  service first;
  const std::string port = first.url().substr(first.url().rfind(':') + 1);
  const answer alive = first.send("GET", "/healthz");
  EXPECT_EQ(alive.status, 200);
  first.kill();
  temporary_folder folder;
  const auto started = std::chrono::steady_clock::now();
  child_process second({HOLDFAST_BINARY, "serve", "--listen", "127.0.0.1:" + port, "--data",
                        folder.path().string(), "--lock", "none"});
  int status = 0;
  while (status != 200 && std::chrono::steady_clock::now() - started < std::chrono::seconds(5)) {
    http::client client(first.url());
    status = to_answer(client.send("GET", "/readyz")).status;
  }
  EXPECT_EQ(status, 200);
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(1));
}

// sun_path holds 108 bytes.
TEST(Process, ADataFolderWithALongPathGetsAShortSocket) {
  temporary_folder folder;
  const std::filesystem::path deep = folder.path() / std::string(100, 'd') / std::string(60, 'e');
  child_process deep_service({HOLDFAST_BINARY, "serve", "--listen", "127.0.0.1:0", "--data", deep.string()},
                             {.log = folder.path() / "log"});
  EXPECT_TRUE(wait_until([&] { return std::filesystem::exists(deep / "serve.json"); }));
  deep_service.signal(SIGTERM);
  EXPECT_EQ(deep_service.wait(), 0);
}

}  // namespace
}  // namespace holdfast::testing
