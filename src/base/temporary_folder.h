// A folder in the system's place for temporary files, removed with everything in it.
#pragma once

#include <filesystem>

namespace holdfast::base {

class temporary_folder {
 public:
  // Throws std::runtime_error when it cannot be made.
  temporary_folder();
  ~temporary_folder();
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace holdfast::base
