// A child process that dies with its parent.
#include "base/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <utility>

#include "base/assert.h"

namespace holdfast::base {
namespace {

// In the child, between fork and exec: only async-signal-safe calls.
[[noreturn]] void become(char* const* arguments, const char* log, pid_t parent, bool own_group) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(child_process::not_runnable);  // it died before the line above took effect
  if (own_group) setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0644);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  execvp(arguments[0], arguments);
  _exit(child_process::not_runnable);
}

}  // namespace

child_process::child_process(std::vector<std::string> command, const options& how) {
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const std::string log = how.log.empty() ? "/dev/null" : how.log.string();
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) become(arguments.data(), log.c_str(), parent, how.own_group);
  HOLDFAST_ASSERT(pid_ > 0);
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

}  // namespace holdfast::base
