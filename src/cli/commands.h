// The commands that work from a terminal, beside `serve`.
#pragma once

#include <CLI/App.hpp>

namespace holdfast::cli {

// Exit codes, the same for every command (docs/command-line.md).
enum exit_code {
  done = 0,
  refused = 1,  // a refusal, findings of an audit, a proof that did not hold
  usage = 2,
  unknown = 3,  // the service cannot be reached, or the outcome is not known
};

// Adds every command to `program`. The one that is chosen runs while the line is parsed, and leaves its exit
// code in `code`.
void add_commands(CLI::App& program, int& code);

void add_audit(CLI::App& program, int& code);
void add_demo(CLI::App& program, int& code);
void add_shop_commands(CLI::App& program, int& code);

}  // namespace holdfast::cli
