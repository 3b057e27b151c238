// What the figures were measured on.
#include "machine.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <thread>
#include <vector>

namespace holdfast::lab {
namespace {

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string file_system_of(const std::filesystem::path& folder) {
  struct statfs facts {};
  if (statfs(folder.c_str(), &facts) != 0) return "unknown";
  switch (static_cast<unsigned long>(facts.f_type)) {
    case 0xef53:
      return "ext4";
    case 0x01021994:
      return "tmpfs";
    case 0x58465342:
      return "xfs";
    case 0x9123683e:
      return "btrfs";
    case 0x794c7630:
      return "overlayfs";
    default:
      return fmt::format("0x{:x}", static_cast<unsigned long>(facts.f_type));
  }
}

std::vector<double> time_fdatasync(const std::filesystem::path& file) {
  constexpr int rounds = 200;
  const std::array<char, 4096> block{};
  std::vector<double> times;
  const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  for (int i = 0; i < rounds && opened >= 0; ++i) {
    const auto started = std::chrono::steady_clock::now();
    if (write(opened, block.data(), block.size()) < 0 || fdatasync(opened) != 0) break;
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count());
  }
  close(opened);
  std::filesystem::remove(file);
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace

machine_facts look_at_machine(const std::filesystem::path& folder) {
  machine_facts facts{.cores = static_cast<int>(std::thread::hardware_concurrency()),
                      .processor = processor_name(),
                      .file_system = file_system_of(folder)};
  const std::vector<double> times = time_fdatasync(folder / "fdatasync");
  if (!times.empty()) {
    facts.fdatasync_ms_p50 = times[times.size() / 2];
    facts.fdatasync_ms_p99 = times[times.size() * 99 / 100];
  }
  return facts;
}

}  // namespace holdfast::lab
