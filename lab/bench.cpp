// ./dev bench hot-sku: how many fsynced reservations a second one SKU takes, beside the ceiling of a bare
// echo server. Every figure is a ratio within a round; the rounds are interleaved, because the speed of a
// machine drifts.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>

#include "base/temporary_folder.h"
#include "cli/demo_service.h"
#include "cli/terminal.h"
#include "load.h"
#include "machine.h"
#include "storage/sqlite/audit.h"

namespace holdfast::lab {
namespace json = boost::json;

namespace {

struct settings {
  int rounds = 5;
  int seconds = 2;
  int connections = 64;
  bool as_json = false;
};

constexpr long units = 100'000'000;
const std::string sku = "HOT";

std::uint16_t port_of(const std::string& url) {
  return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
}

// A program in the same build folder.
std::filesystem::path beside(const char* program) {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / program;
}

// The echo server as a child; its port is the first line of its output.
class echo_server {
 public:
  echo_server() {
    log_ = std::filesystem::temp_directory_path() / fmt::format("holdfast-echo-{}", getpid());
    process_ = base::child_process({beside("holdfast_lab_echo").string()}, {.log = log_});
    for (int i = 0; i < 5'000 && port_ == 0; ++i) {
      std::FILE* file = std::fopen(log_.c_str(), "r");
      unsigned port = 0;
      if (file != nullptr && std::fscanf(file, "%u\n", &port) == 1) port_ = static_cast<std::uint16_t>(port);
      if (file != nullptr) std::fclose(file);
      usleep(1'000);
    }
    std::filesystem::remove(log_);
  }
  std::uint16_t port() const { return port_; }

 private:
  std::filesystem::path log_;
  base::child_process process_;
  std::uint16_t port_ = 0;
};

void write_order(std::string& into, std::uint64_t number, const std::string& run) {
  const std::string body =
      fmt::format(R"({{"buyer":"b-{}","lines":[{{"sku":"{}","quantity":1}}]}})", number % 1000, sku);
  fmt::format_to(std::back_inserter(into),
                 "POST /v1/reservations HTTP/1.1\r\nHost: lab\r\nContent-Type: application/json\r\n"
                 "Idempotency-Key: {}-{}\r\nContent-Length: {}\r\n\r\n{}",
                 run, number, body.size(), body);
}

struct spread_of {
  double median, least, most;
};

spread_of summarise(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values[values.size() / 2], values.front(), values.back()};
}

std::vector<double> ratios(const std::vector<load_result>& of, const std::vector<load_result>& to) {
  std::vector<double> made;
  for (std::size_t i = 0; i < of.size(); ++i) made.push_back(of[i].per_second() / to[i].per_second());
  return made;
}

json::object view_of(const spread_of& spread) {
  return {{"median", spread.median}, {"min", spread.least}, {"max", spread.most}};
}

struct finding {
  std::map<std::string, std::vector<load_result>> systems;
  std::uint64_t held = 0;  // 201s that the generator saw
  bool clean = true;       // the audit of both ledgers
  machine_facts machine;
};

void print(const finding& found) {
  const machine_facts& machine = found.machine;
  fmt::print("{} cores, {}; data on {}, fdatasync p50 {:.2f} ms, p99 {:.2f} ms\n", machine.cores,
             machine.processor, machine.file_system, machine.fdatasync_ms_p50, machine.fdatasync_ms_p99);
  fmt::print("{:<22}{:>14}{:>22}{:>10}{:>10}{:>10}{:>12}\n", "", "accepted/s", "min-max", "p50 ms", "p99 ms",
             "failed", "generator");
  for (const auto& [name, rounds] : found.systems) {
    std::vector<double> rates, p50, p99, load;
    std::uint64_t failed = 0;
    for (const load_result& each : rounds) {
      rates.push_back(each.per_second());
      p50.push_back(each.p50_ms);
      p99.push_back(each.p99_ms);
      load.push_back(each.generator_load);
      failed += each.failed + each.refused;
    }
    const spread_of rate = summarise(rates);
    fmt::print("{:<22}{:>14}{:>22}{:>10.2f}{:>10.2f}{:>10}{:>11.0f}%\n", name,
               cli::with_separators(static_cast<std::int64_t>(rate.median)),
               fmt::format("{}-{}", cli::with_separators(static_cast<std::int64_t>(rate.least)),
                           cli::with_separators(static_cast<std::int64_t>(rate.most))),
               summarise(p50).median, summarise(p99).median, failed, summarise(load).median * 100);
  }
}

void print_ratio(std::string_view name, const spread_of& spread) {
  fmt::print("{:<22}{:>14.2f}{:>22}\n", name, spread.median,
             fmt::format("{:.2f}-{:.2f}", spread.least, spread.most));
}

finding measure(const settings& how) {
  const base::temporary_folder folder;
  finding found{.machine = look_at_machine(folder.path())};
  const echo_server echo;
  std::map<std::string, std::unique_ptr<cli::demo_service>> services;
  for (const char* lock : {"redis", "none"}) {
    services[lock] = std::make_unique<cli::demo_service>(beside("holdfast"), folder.path() / lock, lock);
    services[lock]->stock(sku, units);
  }
  const bool shows_progress = isatty(STDERR_FILENO) != 0;
  for (int round = 0; round < how.rounds; ++round) {
    const auto run = [&](const std::string& name, std::uint16_t port) {
      const std::string key = fmt::format("round-{}", round);
      const load_plan plan{.port = port,
                           .connections = how.connections,
                           .time = std::chrono::seconds(how.seconds),
                           .write_request = [&key](std::string& into, std::uint64_t number) {
                             write_order(into, number, key);
                           }};
      if (shows_progress) fmt::print(stderr, "\rround {} of {}: {:<30}", round + 1, how.rounds, name);
      found.systems[name].push_back(run_load(plan));
    };
    run("echo", echo.port());
    run("holdfast lock=redis", port_of(services["redis"]->url()));
    run("holdfast lock=none", port_of(services["none"]->url()));
  }
  if (shows_progress) fmt::print(stderr, "\r{:<60}\r", "");
  for (const auto& [lock, service] : services) {
    const auto report = storage::sqlite::audit({.folder = service->folder()});
    found.clean = found.clean && !report.has_error() && report->is_clean();
  }
  return found;
}

int run(const settings& how) {
  const finding found = measure(how);
  const auto& redis = found.systems.at("holdfast lock=redis");
  const auto& none = found.systems.at("holdfast lock=none");
  const spread_of vs_echo = summarise(ratios(redis, found.systems.at("echo")));
  const spread_of redis_vs_none = summarise(ratios(redis, none));
  if (how.as_json) {
    const machine_facts& machine = found.machine;
    const json::object body{
        {"ratios", {{"sqlite", {{"vs_echo", view_of(vs_echo)}, {"redis_vs_none", view_of(redis_vs_none)}}}}},
        {"audit_clean", found.clean},
        {"machine",
         {{"cores", machine.cores},
          {"processor", machine.processor},
          {"file_system", machine.file_system},
          {"fdatasync_ms_p50", machine.fdatasync_ms_p50},
          {"fdatasync_ms_p99", machine.fdatasync_ms_p99}}}};
    fmt::print("{}\n", json::serialize(body));
  } else {
    print(found);
    fmt::print("\n");
    print_ratio("lock=redis : echo", vs_echo);
    print_ratio("redis : none", redis_vs_none);
    fmt::print("{}\n", found.clean ? cli::painted("the books of both are clean", cli::paint::good)
                                   : cli::painted("the audit has findings", cli::paint::bad));
  }
  return found.clean ? 0 : 1;
}

}  // namespace
}  // namespace holdfast::lab

int main(int argc, char** argv) {
  CLI::App program{"Measures this machine: one hot SKU, reservations fsynced, over HTTP"};
  program.require_subcommand(1);
  holdfast::lab::settings how;
  CLI::App& hot_sku = *program.add_subcommand("hot-sku", "one SKU that everybody wants");
  hot_sku.add_option("--rounds", how.rounds, "interleaved rounds")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000));
  hot_sku.add_option("--seconds", how.seconds, "of each system in a round")
      ->capture_default_str()
      ->check(CLI::Range(1, 600));
  hot_sku.add_option("--connections", how.connections, "keep-alive connections")
      ->capture_default_str()
      ->check(CLI::Range(1, 4'096));
  hot_sku.add_flag("--json", how.as_json, "one JSON object on stdout");
  CLI11_PARSE(program, argc, argv);
  return holdfast::lab::run(how);
}
