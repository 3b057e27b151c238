// The log: one line an event, to stderr, control characters escaped so that input cannot forge a line. Any
// thread.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace holdfast::base {

enum class log_level { debug, info, warning, error };

// Lines below `level` are dropped. Called once, before threads start.
void set_log_level(log_level level);
bool is_logged(log_level level);
void write_log(log_level level, std::string_view message);

template <class... Args>
void log_debug(fmt::format_string<Args...> format, Args&&... args) {
  if (is_logged(log_level::debug))
    write_log(log_level::debug, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void log_info(fmt::format_string<Args...> format, Args&&... args) {
  write_log(log_level::info, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void log_warning(fmt::format_string<Args...> format, Args&&... args) {
  write_log(log_level::warning, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void log_error(fmt::format_string<Args...> format, Args&&... args) {
  write_log(log_level::error, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace holdfast::base
