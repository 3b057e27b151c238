// Child processes of tests are those of the product.
#pragma once

#include "base/child_process.h"

namespace holdfast::testing {
using base::child_process;
}  // namespace holdfast::testing
