// Configuration of `holdfast serve`.
#include "app/configuration.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "app/settings.h"
#include "base/digest.h"
#include "base/hex.h"

namespace holdfast::app {
namespace {

using problem = std::optional<std::string>;

// The texts of the file by section and name.
std::map<std::pair<std::string, std::string>, std::string*> texts_of(configuration& config) {
  return {{{"service", "listen"}, &config.listen},
          {{"service", "ledger"}, &config.ledger},
          {{"service", "redis"}, &config.redis},
          {{"service", "log_level"}, &config.log_level},
          {{"orders", "split"}, &config.allocation_split}};
}

problem read_key(const toml::table& table, configuration& config) {
  const auto as = table["role"].value<std::string>();
  const auto digest = table["sha256"].value<std::string>();
  const auto role = as ? http::parse_role(*as) : std::nullopt;
  if (!role) return "keys.role must be \"buyer\", \"operator\" or \"admin\"";
  http::api_key key{.digest = {}, .as = *role};
  if (!digest || !base::from_hex(*digest, key.digest)) {
    return "keys.sha256 must be the 64 hexadecimal digits of the key's SHA-256 (printf %s KEY | sha256sum)";
  }
  for (const auto& [name, value] : table) {
    if (name != "role" && name != "sha256") return fmt::format("unknown setting keys.{}", name.str());
  }
  config.keys.push_back(key);
  return std::nullopt;
}

problem read_keys(const toml::node& node, configuration& config) {
  const auto* array = node.as_array();
  if (array == nullptr) return "keys must be tables: [[keys]]";
  for (const toml::node& each : *array) {
    if (!each.is_table()) return "keys must be tables: [[keys]]";
    if (auto wrong = read_key(*each.as_table(), config)) return wrong;
  }
  return std::nullopt;
}

problem read_value(const std::string& section, const std::string& name, const toml::node& value,
                   configuration& config) {
  const std::string full = section + "." + name;
  const auto texts = texts_of(config);
  const auto text = texts.find({section, name});
  const bool is_path = section == "service" && name == "data";
  const bool is_lock = section == "lock" && name == "mode";
  if (text != texts.end() || is_path || is_lock) {
    const auto given = value.value<std::string>();
    if (!given) return fmt::format("{} must be a text", full);
    if (is_path) {
      config.data = *given;
    } else if (is_lock) {
      if (*given != "redis" && *given != "none")
        return fmt::format("{} is \"{}\": redis or none is allowed", full, *given);
      config.engine.lock = *given == "redis" ? engine::lock_mode::redis : engine::lock_mode::none;
    } else {
      *text->second = *given;
    }
    return std::nullopt;
  }
  for (const setting& each : settings_of(config)) {
    if (each.section != section || each.name != name) continue;
    const auto given = value.value_exact<std::int64_t>();
    if (!given) return fmt::format("{} must be a whole number", full);
    if (*given < each.least || *given > each.most) {
      return fmt::format("{} is {}: {} to {} is allowed", full, *given, each.least, each.most);
    }
    each.set(*given);
    return std::nullopt;
  }
  return fmt::format("unknown setting {}", full);
}

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

}  // namespace

std::optional<std::string> read_file(const std::filesystem::path& file, configuration& config) {
  const auto wrong = [&file](std::string_view what) { return fmt::format("{}: {}", file.string(), what); };
  toml::table table;
  try {
    table = toml::parse_file(file.string());
  } catch (const toml::parse_error& error) {
    return wrong(fmt::format("line {}: {}", error.source().begin.line, error.description()));
  }
  configuration read = config;
  for (const auto& [section, node] : table) {
    problem found;
    if (section == "keys") {
      found = read_keys(node, read);
    } else if (const auto* values = node.as_table()) {
      for (const auto& [name, value] : *values) {
        found = read_value(std::string(section.str()), std::string(name.str()), value, read);
        if (found) break;
      }
    } else {
      found = fmt::format("unknown setting {}", section.str());
    }
    if (found) return wrong(*found);
  }
  config = std::move(read);
  return std::nullopt;
}

std::optional<std::string> check(const configuration& config) {
  const auto address = parse_listen(config.listen);
  if (!address)
    return fmt::format("listen is \"{}\": ADDRESS:PORT is allowed, like 127.0.0.1:7070", config.listen);
  if (config.keys.empty() && !is_loopback(address->host)) {
    return fmt::format(
        "listen is {}: any address but loopback needs API keys ([[keys]] in the configuration file, "
        "docs/configuration.md)",
        config.listen);
  }
  if (config.ledger != "sqlite:") {
    return fmt::format("ledger is \"{}\": only sqlite: is there yet (the file lies in the data folder)",
                       config.ledger);
  }
  static const std::set<std::string> levels{"debug", "info", "warning", "error"};
  if (!levels.contains(config.log_level)) {
    return fmt::format("log_level is \"{}\": debug, info, warning or error is allowed", config.log_level);
  }
  if (config.allocation_split != "allowed" && config.allocation_split != "forbidden") {
    return fmt::format("orders.split is \"{}\": allowed or forbidden is allowed", config.allocation_split);
  }
  configuration copy = config;
  for (const setting& each : settings_of(copy)) {
    if (each.get() < each.least || each.get() > each.most) {
      return fmt::format("{}.{} is {}: {} to {} is allowed", each.section, each.name, each.get(), each.least,
                         each.most);
    }
  }
  if (config.lock_max_hold < config.lock_ttl) return "lock.max_hold_ms must not be below lock.ttl_ms";
  return std::nullopt;
}

std::optional<listen_address> parse_listen(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  std::string_view host = text.substr(0, colon);
  const std::string_view digits = text.substr(colon + 1);
  if (host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  std::uint16_t port = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size() || host.empty())
    return std::nullopt;
  return listen_address{.host = std::string(host), .port = port};
}

}  // namespace holdfast::app
