// holdfast audit: recomputes the books of a ledger, beside a running service.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "storage/sqlite/audit.h"

namespace holdfast::cli {
namespace json = boost::json;

namespace {

using storage::sqlite::audit_finding;
using storage::sqlite::audit_progress;
using storage::sqlite::audit_report;

json::object view_of(const audit_report& report) {
  json::array findings;
  for (const audit_finding& each : report.findings) {
    findings.push_back(json::object{{"check", each.check},
                                    {"sku", each.sku},
                                    {"seq", each.seq},
                                    {"subject", each.subject},
                                    {"expected", each.expected},
                                    {"found", each.found}});
  }
  return {{"clean", report.is_clean()},
          {"skus", report.skus},
          {"entries", report.entries},
          {"reservations", report.reservations},
          {"keys", report.keys},
          {"findings_in_all", report.findings_in_all},
          {"findings", std::move(findings)}};
}

void print_report(const audit_report& report) {
  fmt::print("{} entries of {} SKUs, {} reservations, {} keys recomputed\n", with_separators(report.entries),
             with_separators(report.skus), with_separators(report.reservations),
             with_separators(report.keys));
  if (report.is_clean()) {
    fmt::print("{}\n", painted("the books are clean", paint::good));
    return;
  }
  for (const audit_finding& each : report.findings) {
    fmt::print("{}: sku {} seq {} {}: expected {}, found {}\n", painted(each.check, paint::bad), each.sku,
               each.seq, each.subject, each.expected, each.found);
  }
  fmt::print("{}\n", painted(fmt::format("{} findings", report.findings_in_all), paint::bad));
}

void show_progress(const audit_progress& progress) {
  fmt::print(stderr, "\r{} of about {} entries ", with_separators(progress.entries_read),
             with_separators(progress.entries));
  if (progress.entries_read >= progress.entries) fmt::print(stderr, "\r\033[K");
}

int run_audit(const std::filesystem::path& folder, bool as_json) {
  storage::sqlite::audit_options how{.folder = folder};
  if (isatty(STDERR_FILENO) != 0 && !as_json) how.progress = show_progress;
  const auto report = storage::sqlite::audit(how);
  if (report.has_error()) {
    fmt::print(stderr, "holdfast: {}\n", report.error().message);
    return exit_code::unknown;
  }
  if (as_json) {
    fmt::print("{}\n", json::serialize(view_of(*report)));
  } else {
    print_report(*report);
  }
  return report->is_clean() ? exit_code::done : exit_code::refused;
}

}  // namespace

void add_audit(CLI::App& program, int& code) {
  struct arguments {
    std::string folder = "data";
    bool as_json = false;
  };
  auto given = std::make_shared<arguments>();
  CLI::App& audit =
      *program.add_subcommand("audit", "recompute every level from the entries; 0 clean, 1 findings");
  audit.add_option("--data", given->folder, "data folder of the service, running or not")
      ->capture_default_str();
  audit.add_flag("--json", given->as_json, "one JSON object");
  audit.callback([given, &code] { code = run_audit(given->folder, given->as_json); });
}

}  // namespace holdfast::cli
