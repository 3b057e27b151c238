// The numbers of the configuration by name, with their bounds: one table for reading, checking and listing
// them.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "app/configuration.h"

namespace holdfast::app {

struct setting {
  std::string_view section;
  std::string_view name;  // ends in _ms for durations
  std::variant<std::chrono::milliseconds*, std::size_t*, std::int64_t*, int*> value;
  std::int64_t least;
  std::int64_t most;

  std::int64_t get() const;
  void set(std::int64_t number) const;
};

// Bound to `config`, which must outlive them.
std::vector<setting> settings_of(configuration& config);

}  // namespace holdfast::app
