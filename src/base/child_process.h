// A child process that dies with its parent, however the parent dies.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace holdfast::base {

// Confined to the thread that starts it, which must live as long: the parent-death signal follows the
// *thread* that forked.
class child_process {
 public:
  struct options {
    std::filesystem::path log = {};  // its output is appended there; empty: nowhere
    bool own_group = false;          // Ctrl-C on the terminal does not reach it
  };
  // The exit code of a child whose program could not be run.
  static constexpr int not_runnable = 127;

  child_process() = default;
  explicit child_process(std::vector<std::string> command) : child_process(std::move(command), options{}) {}
  child_process(std::vector<std::string> command, const options& how);
  ~child_process();  // kills it
  child_process(child_process&& other) noexcept;
  child_process& operator=(child_process&& other) noexcept;

  bool is_running();
  void signal(int number) const;
  // Waits for its end and returns the exit code, or 128 + the signal that ended it. -1 when it never ran.
  int wait();
  void kill();  // SIGKILL, and waits
  pid_t pid() const { return pid_; }
  // Of a child that has ended; see wait().
  int exit_code() const { return code_; }

 private:
  void note_end(int status);
  pid_t pid_ = 0;
  int code_ = -1;
};

}  // namespace holdfast::base
