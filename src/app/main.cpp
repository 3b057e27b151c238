// The program: parses the command line and hands over to a command.
#include <CLI/CLI.hpp>

#include "app/serve.h"
#include "base/log.h"

int main(int argc, char** argv) {
  CLI::App program{"holdfast keeps a shop from selling what it does not have"};
  program.require_subcommand(1);
  holdfast::app::configuration config;
  CLI::App& serve = *program.add_subcommand("serve", "run the service");
  serve.add_option("--listen", config.listen, "ADDRESS:PORT")->capture_default_str();
  serve.add_option("--data", config.data, "data folder")->capture_default_str();
  serve.add_option("--redis", config.redis, "redis://... or unix:/path");
  std::string lock = "redis";
  serve.add_option("--lock", lock, "redis or none")
      ->capture_default_str()
      ->check(CLI::IsMember({"redis", "none"}));
  serve.add_flag("--sample", config.sample, "fill an empty ledger with a sample shop");
  CLI11_PARSE(program, argc, argv);
  if (lock == "none") config.engine.lock = holdfast::engine::lock_mode::none;
  return holdfast::app::serve(config);
}
