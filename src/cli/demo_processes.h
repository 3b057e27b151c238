// Work in processes that start together, each giving back one plain value.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <type_traits>
#include <vector>

#include "base/assert.h"

namespace holdfast::cli {

// Forks `count` processes, lets them go at the same moment, and collects what work(number) returns in each. A
// process that fails gives nothing.
template <class Result, class Work>
std::vector<Result> run_processes(int count, Work work) {
  static_assert(std::is_trivially_copyable_v<Result>);
  int gate[2];
  int results[2];
  HOLDFAST_ASSERT(pipe(gate) == 0 && pipe(results) == 0);
  for (int number = 0; number < count; ++number) {
    const pid_t child = fork();
    HOLDFAST_ASSERT(child >= 0);
    if (child > 0) continue;
    close(gate[1]);
    char opened = 0;
    while (read(gate[0], &opened, 1) > 0) {
    }
    const Result result = work(number);
    const bool told =
        write(results[1], &result, sizeof(result)) == sizeof(result);  // small: one write is atomic
    _exit(told ? 0 : 1);
  }
  close(gate[0]);
  close(gate[1]);  // opens the gate
  close(results[1]);
  std::vector<Result> collected;
  Result result;
  while (read(results[0], &result, sizeof(result)) == sizeof(result)) collected.push_back(result);
  close(results[0]);
  for (int number = 0; number < count; ++number) wait(nullptr);
  return collected;
}

}  // namespace holdfast::cli
