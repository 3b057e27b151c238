// A child process of a test: dies with the test, whatever happens to it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace holdfast::testing {

class child_process {
 public:
  child_process() = default;
  // Starts the program; its output goes to `log` (appended), or nowhere when that is empty.
  explicit child_process(std::vector<std::string> command, const std::filesystem::path& log = {});
  ~child_process();  // kills it
  child_process(child_process&& other) noexcept;
  child_process& operator=(child_process&& other) noexcept;

  bool is_running();
  void signal(int number) const;
  // Waits for its end and returns the exit code, or 128 + the signal that ended it. -1 when it never ran.
  int wait();
  void kill();  // SIGKILL, and waits
  pid_t pid() const { return pid_; }

 private:
  void note_end(int status);
  pid_t pid_ = 0;
  int code_ = -1;
};

}  // namespace holdfast::testing
