// A child process of a test.
#include "support/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <utility>

#include "base/assert.h"

namespace holdfast::testing {

child_process::child_process(std::vector<std::string> command, const std::filesystem::path& log) {
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const std::string output = log.empty() ? "/dev/null" : log.string();
  const pid_t parent = getpid();
  pid_ = fork();
  HOLDFAST_ASSERT(pid_ >= 0);
  if (pid_ > 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  execvp(arguments.front(), arguments.data());
  _exit(127);
}

child_process::~child_process() {
  kill();
}

child_process::child_process(child_process&& other) noexcept
    : pid_(std::exchange(other.pid_, 0)), code_(other.code_) {}

child_process& child_process::operator=(child_process&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(code_, other.code_);
  return *this;
}

void child_process::note_end(int status) {
  code_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  pid_ = 0;
}

bool child_process::is_running() {
  int status = 0;
  if (pid_ > 0 && waitpid(pid_, &status, WNOHANG) == pid_) note_end(status);
  return pid_ > 0;
}

void child_process::signal(int number) const {
  if (pid_ > 0) ::kill(pid_, number);
}

int child_process::wait() {
  int status = 0;
  if (pid_ > 0 && waitpid(pid_, &status, 0) == pid_) note_end(status);
  return code_;
}

void child_process::kill() {
  signal(SIGKILL);
  wait();
}

}  // namespace holdfast::testing
