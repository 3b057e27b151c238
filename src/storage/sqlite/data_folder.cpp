// Locks the data folder.
#include "storage/sqlite/data_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace holdfast::storage::sqlite {
namespace {

struct network_system {
  std::uint32_t magic;
  std::string_view name;
};
// From statfs(2).
constexpr std::array network_systems = {
    network_system{0x6969, "NFS"},        network_system{0xff534d42, "CIFS"},
    network_system{0xfe534d42, "SMB2"},   network_system{0x517b, "SMB"},
    network_system{0x01021997, "9P"},     network_system{0x5346414f, "AFS"},
    network_system{0x00c36400, "Ceph"},   network_system{0x73757245, "Coda"},
    network_system{0x7461636f, "OCFS2"},  network_system{0x01161970, "GFS2"},
    network_system{0x0bd00bd0, "Lustre"}, network_system{0x6b414653, "AFS"},
    network_system{0x47504653, "GPFS"},
};

engine::store_fault fault_of(std::string_view doing, const std::filesystem::path& what, int error) {
  return {fmt::format("cannot {} {}: {}", doing, what.string(), std::strerror(error))};
}

std::string holder_of(int lock) {
  std::array<char, 16> text{};
  const ssize_t size = ::pread(lock, text.data(), text.size() - 1, 0);
  std::string holder(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  holder.erase(holder.find_last_not_of('\n') + 1);
  return holder.empty() ? "another process" : "process " + holder;
}

void write_holder(int lock) {
  const std::string text = fmt::format("{}\n", ::getpid());
  // Only for the message that another process would show; the flock is what counts.
  if (::ftruncate(lock, 0) == 0) (void)!::pwrite(lock, text.data(), text.size(), 0);
}

}  // namespace

std::optional<std::string_view> network_file_system(std::uint32_t magic) {
  for (const network_system& each : network_systems) {
    if (each.magic == magic) return each.name;
  }
  return std::nullopt;
}

base::result<data_folder, engine::store_fault> data_folder::open(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fault_of("make the data folder", folder, error.value());
  struct statfs where {};
  if (::statfs(folder.c_str(), &where) != 0) return fault_of("look at", folder, errno);
  if (const auto network = network_file_system(static_cast<std::uint32_t>(where.f_type))) {
    return engine::store_fault{
        fmt::format("the data folder {} is on a network file system ({}), where SQLite cannot keep a ledger "
                    "safe: use a local "
                    "disk, or another database",
                    folder.string(), *network)};
  }

  const std::filesystem::path file = folder / "lock";
  const int lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock < 0) return fault_of("open", file, errno);
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
    const int why = errno;
    auto refused =
        why == EWOULDBLOCK
            ? engine::store_fault{fmt::format("the data folder {} is in use by {}: one service at a "
                                              "time may write a ledger",
                                              folder.string(), holder_of(lock))}
            : fault_of("lock", file, why);
    ::close(lock);
    return refused;
  }
  write_holder(lock);
  return data_folder(folder, lock);
}

data_folder::~data_folder() {
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace holdfast::storage::sqlite
