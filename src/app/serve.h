// `holdfast serve`: the parts of the service put together, run, and taken apart again.
#pragma once

#include "app/configuration.h"

namespace holdfast::app {

// Runs until SIGINT or SIGTERM and returns the exit code: 0 after a clean stop, 1 when it could not start.
int serve(const configuration& config);

}  // namespace holdfast::app
