// The data folder and its lock: one program at a time may write a ledger (H20).
#pragma once

#include <filesystem>

#include "base/result.h"
#include "engine/inventory_store.h"

namespace holdfast::storage::sqlite {

inline constexpr std::string_view ledger_file = "ledger.sqlite";

// The name of the network file system with this statfs magic; nothing for any other.
std::optional<std::string_view> network_file_system(std::uint32_t magic);

// Owns the flock on FOLDER/lock until it is destroyed; the kernel lets go of it when the process dies.
class data_folder {
 public:
  // Makes the folder when it is missing. A fault when another process holds it, or when it is on a network
  // file system, where neither locks nor the write-ahead log can be trusted.
  static base::result<data_folder, engine::store_fault> open(const std::filesystem::path& folder);
  data_folder(data_folder&& from) noexcept
      : path_(std::move(from.path_)), lock_(std::exchange(from.lock_, -1)) {}
  data_folder& operator=(data_folder&&) = delete;
  ~data_folder();

  std::filesystem::path ledger() const { return path_ / ledger_file; }

 private:
  data_folder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::filesystem::path path_;
  int lock_;
};

}  // namespace holdfast::storage::sqlite
