// The commands that work from a terminal.
#include "cli/commands.h"

#include <CLI/CLI.hpp>

namespace holdfast::cli {

void add_commands(CLI::App& program, int& code) {
  add_shop_commands(program, code);
  add_audit(program, code);
  add_demo(program, code);
}

}  // namespace holdfast::cli
