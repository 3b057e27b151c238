// The program: parses the command line and hands over to a command.
#include <CLI/CLI.hpp>

#include "app/serve.h"
#include "base/log.h"
#include "cli/commands.h"

namespace holdfast::app {
namespace {

// What the command line said; the rest comes from the file, or is the default.
struct serve_arguments {
  std::optional<std::string> listen, data, ledger, redis, lock, log_level, config;
  bool sample = false;
};

std::optional<std::string> apply(const serve_arguments& given, configuration& config) {
  if (given.config) {
    if (auto wrong = read_file(*given.config, config)) return wrong;
  }
  if (given.listen) config.listen = *given.listen;
  if (given.data) config.data = *given.data;
  if (given.ledger) config.ledger = *given.ledger;
  if (given.redis) config.redis = *given.redis;
  if (given.lock)
    config.engine.lock = *given.lock == "none" ? engine::lock_mode::none : engine::lock_mode::redis;
  if (given.log_level) config.log_level = *given.log_level;
  config.sample = given.sample;
  return std::nullopt;
}

void add_serve(CLI::App& program, int& code) {
  auto given = std::make_shared<serve_arguments>();
  const configuration otherwise;
  CLI::App& serve = *program.add_subcommand("serve", "run the service");
  serve.add_option("--listen", given->listen,
                   "ADDRESS:PORT [" + otherwise.listen + "]; port 0 takes a free one");
  serve.add_option("--data", given->data, "data folder [" + otherwise.data.string() + "]");
  serve.add_option("--ledger", given->ledger, "sqlite: (in the data folder)");
  serve.add_option("--redis", given->redis, "redis://... or unix:/path [a private redis-server]");
  serve.add_option("--lock", given->lock, "redis or none [redis]")->check(CLI::IsMember({"redis", "none"}));
  serve.add_option("--log-level", given->log_level, "debug, info, warning or error [info]");
  serve.add_option("--config", given->config, "TOML file; the command line wins over it");
  serve.add_flag("--sample", given->sample, "fill an empty ledger with a sample shop");
  serve.callback([given, &code] {
    configuration config;
    if (const auto wrong = apply(*given, config)) {
      std::fprintf(stderr, "holdfast: %s\n", wrong->c_str());
      code = cli::exit_code::usage;
    } else {
      code = app::serve(config);
    }
  });
}

}  // namespace
}  // namespace holdfast::app

int main(int argc, char** argv) {
  int code = holdfast::cli::exit_code::done;
  CLI::App program{"Holdfast keeps a shop from selling what it does not have"};
  program.set_version_flag("--version", HOLDFAST_VERSION);
  program.require_subcommand(1);
  holdfast::app::add_serve(program, code);
  holdfast::cli::add_commands(program, code);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : holdfast::cli::exit_code::usage;
  }
  return code;
}
