// What the figures were measured on.
#pragma once

#include <filesystem>
#include <string>

namespace holdfast::lab {

struct machine_facts {
  int cores = 0;
  std::string processor;
  std::string file_system;      // of the data folder: "ext4", "tmpfs", ...
  double fdatasync_ms_p50 = 0;  // of 4 KiB appended to a file in the data folder
  double fdatasync_ms_p99 = 0;
};

machine_facts look_at_machine(const std::filesystem::path& folder);

}  // namespace holdfast::lab
