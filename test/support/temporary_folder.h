// Folders of tests are those of the product.
#pragma once

#include "base/temporary_folder.h"

namespace holdfast::testing {
using base::temporary_folder;
}  // namespace holdfast::testing
