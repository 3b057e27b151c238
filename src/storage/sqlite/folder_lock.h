// One writer to a data folder: a second program with the same ledger would be a second authority, and would
// oversell (H20).
#pragma once

#include <filesystem>

namespace holdfast::storage {

class folder_lock {
 public:
  // Takes an flock on FOLDER/lock, making the folder if need be. Throws std::runtime_error naming the folder
  // when another process holds it (with its pid, where it can be read) and when the folder lies on a network
  // file system, whose locks and fsync are not to be trusted.
  explicit folder_lock(const std::filesystem::path& folder);
  ~folder_lock();
  folder_lock(const folder_lock&) = delete;
  folder_lock& operator=(const folder_lock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace holdfast::storage
