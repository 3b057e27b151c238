// One writer to a data folder.
#include "storage/sqlite/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace holdfast::storage {
namespace {

// f_type of statfs(2) for file systems that live on another machine.
constexpr std::array<long, 6> network_file_systems{0x6969 /* nfs */,      0xff534d42 /* cifs */,
                                                   0xfe534d42 /* smb2 */, 0x01021997 /* 9p */,
                                                   0x00c36400 /* ceph */, 0x5346414f /* afs */};

std::string holder_of(int file) {
  char text[32] = {};
  const ssize_t size = pread(file, text, sizeof(text) - 1, 0);
  return size > 0 ? fmt::format(" (process {})", std::string_view(text, static_cast<std::size_t>(size))) : "";
}

}  // namespace

folder_lock::folder_lock(const std::filesystem::path& folder) {
  const auto refuse = [&folder](const std::string& why) {
    throw std::runtime_error(fmt::format("cannot use the data folder {}: {}", folder.string(), why));
  };
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) refuse(error.message());
  struct statfs system {};
  if (statfs(folder.c_str(), &system) == 0 &&
      std::find(network_file_systems.begin(), network_file_systems.end(), static_cast<long>(system.f_type)) !=
          network_file_systems.end()) {
    refuse("it lies on a network file system, where neither locks nor fsync can be trusted");
  }
  file_ = open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0) refuse(strerror(errno));
  if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
    const std::string holder = holder_of(file_);
    close(file_);
    refuse(fmt::format("another holdfast{} uses it", holder));
  }
  const std::string pid = fmt::format("{}", getpid());
  if (ftruncate(file_, 0) != 0 || pwrite(file_, pid.data(), pid.size(), 0) < 0) {
    // The pid only helps a person; the lock holds without it.
  }
}

folder_lock::~folder_lock() {
  close(file_);
}

}  // namespace holdfast::storage
