// Sets up the one log of the process.
#include "base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace holdfast::base {
namespace {

spdlog::level::level_enum spdlog_level(log_level level) {
  switch (level) {
    case log_level::debug:
      return spdlog::level::debug;
    case log_level::info:
      return spdlog::level::info;
    case log_level::warning:
      return spdlog::level::warn;
    case log_level::error:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

spdlog::logger& logger() {
  static const auto kept = [] {
    auto made = spdlog::stderr_color_mt("holdfast");
    made->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %^%l%$ %v", spdlog::pattern_time_type::utc);
    return made;
  }();
  return *kept;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

void set_log_level(log_level level) {
  logger().set_level(spdlog_level(level));
}
bool is_logged(log_level level) {
  return logger().should_log(spdlog_level(level));
}
void write_log(log_level level, std::string_view message) {
  logger().log(spdlog_level(level), spdlog::string_view_t(printable(message)));
}

}  // namespace holdfast::base
