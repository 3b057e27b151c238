// A folder of a test's own.
#include "support/temporary_folder.h"

#include <stdlib.h>

#include "base/assert.h"

namespace holdfast::testing {

temporary_folder::temporary_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "holdfast-test-XXXXXX").string();
  HOLDFAST_ASSERT(mkdtemp(pattern.data()) != nullptr);
  path_ = pattern;
}

temporary_folder::~temporary_folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace holdfast::testing
