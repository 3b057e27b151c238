// A folder in the system's place for temporary files.
#include "base/temporary_folder.h"

#include <stdlib.h>

#include <stdexcept>

namespace holdfast::base {

temporary_folder::temporary_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "holdfast-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    throw std::runtime_error("cannot make a temporary folder " + pattern);
  path_ = pattern;
}

temporary_folder::~temporary_folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace holdfast::base
