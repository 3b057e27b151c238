// Configuration of `holdfast serve`: defaults, then the TOML file, then the command line.
// docs/configuration.md lists it.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/options.h"
#include "http/auth.h"
#include "http/limits.h"

namespace holdfast::app {

struct configuration {
  std::string listen = "127.0.0.1:7070";
  std::filesystem::path data = "data";
  std::string ledger = "sqlite:";
  std::string redis;    // empty: a private redis-server
  bool sample = false;  // fill an empty ledger with a sample shop
  std::string log_level = "info";

  std::chrono::milliseconds lock_ttl{3'000};
  std::chrono::milliseconds lock_max_hold{30'000};
  std::chrono::milliseconds lock_stuck_after{30'000};
  std::string allocation_split = "allowed";

  engine::options engine;
  http::limits http;
  std::vector<http::api_key> keys;
};

// Reads the file over `config`. Every mistake is named with its key, its value and what is allowed.
std::optional<std::string> read_file(const std::filesystem::path& file, configuration& config);

// What is wrong with the whole: unknown words, limits out of range, an open address without keys.
std::optional<std::string> check(const configuration& config);

// The host and port of `listen`: "127.0.0.1:7070", "[::1]:7070".
struct listen_address {
  std::string host;
  std::uint16_t port;
};
std::optional<listen_address> parse_listen(std::string_view text);

}  // namespace holdfast::app
