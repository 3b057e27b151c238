// holdfast demo: the story of the pair that was sold twice, live. Exit code 0 only if the proof holds.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <filesystem>

#include "base/temporary_folder.h"
#include "cli/commands.h"
#include "cli/demo_buyers.h"
#include "cli/demo_naive_shop.h"
#include "cli/demo_service.h"
#include "cli/terminal.h"
#include "storage/sqlite/audit.h"

namespace holdfast::cli {
namespace {

constexpr int sneakers = 2;
constexpr int buyers = 3;
constexpr int crowd = 10'000;
constexpr int crowd_pairs = 100;
constexpr int crowd_processes = 4;

// One claim of the proof, told as it is checked.
class proof {
 public:
  void expect(bool holds, const std::string& claim) {
    fmt::print("   {} {}\n", holds ? painted("ok  ", paint::good) : painted("FAIL", paint::bad), claim);
    holds_ = holds_ && holds;
  }
  bool holds() const { return holds_; }

 private:
  bool holds_ = true;
};

void headline(int number, const std::string& text) {
  fmt::print("\n{}\n", painted(fmt::format("{}. {}", number, text), paint::strong));
}

void tell(const std::string& text) {
  fmt::print("   {}\n", text);
}

void show_naive(const std::filesystem::path& folder, proof& claims) {
  headline(
      1, fmt::format("The naive shop: {} pairs, {} buyers, each in a process of its own", sneakers, buyers));
  tell("check the stock, take the payment, deduct: the way it is usually written");
  const naive_sale sale = run_naive_shop(folder, sneakers, buyers);
  for (const naive_order& each : sale.orders) {
    tell(fmt::format("buyer {} saw {} in stock -> {}", each.buyer, each.seen,
                     each.sold ? "SOLD" : "sold out"));
  }
  tell(fmt::format("sold {} of {} pairs; the stock now says {}", sale.sold, sneakers,
                   painted(std::to_string(sale.stock_left), paint::bad)));
  claims.expect(sale.sold > sneakers, "it oversold: somebody will get an apology instead of shoes");
}

void show_holdfast(const demo_service& service, proof& claims) {
  headline(2, fmt::format("Holdfast: the same {} pairs, the same {} buyers", sneakers, buyers));
  service.stock("SNK-42", sneakers);
  const sale_result sale =
      run_buyers(service.url(), {.sku = "SNK-42", .buyers = buyers, .processes = buyers});
  for (const std::string& each : sale.told) tell(each);
  claims.expect(sale.held == sneakers, fmt::format("exactly {} pairs are held", sneakers));
  claims.expect(sale.sold_out == buyers - sneakers, "the third buyer hears \"sold out\", and nothing else");
  claims.expect(service.salable("SNK-42") == 0, "nothing is left, and nothing is owed");
}

void show_crowd(const demo_service& service, proof& claims) {
  headline(3, fmt::format("The crowd: {} buyers want {} pairs, from {} processes", with_separators(crowd),
                          crowd_pairs, crowd_processes));
  service.stock("SNK-43", crowd_pairs);
  const auto started = std::chrono::steady_clock::now();
  const sale_result sale = run_buyers(
      service.url(), {.sku = "SNK-43", .buyers = crowd, .processes = crowd_processes, .retry_winners = true});
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  tell(fmt::format("{} answers in {:.1f} s", with_separators(sale.held + sale.sold_out + sale.other),
                   took.count()));
  claims.expect(sale.held == crowd_pairs, fmt::format("exactly {} buyers hold a pair", crowd_pairs));
  claims.expect(sale.sold_out == crowd - crowd_pairs,
                fmt::format("{} hear \"sold out\"", with_separators(crowd - crowd_pairs)));
  claims.expect(sale.other == 0, "nobody is left without an answer");
  claims.expect(sale.replayed == crowd_pairs,
                "every winner who asks again with the same key gets the same reservation");
  claims.expect(service.salable("SNK-43") == 0, "nothing is left, and nothing is owed");
}

void show_audit(const demo_service& service, proof& claims) {
  headline(4, "The audit: every level recomputed from the entries");
  const auto report = storage::sqlite::audit({.folder = service.folder()});
  if (report.has_error()) {
    claims.expect(false, report.error().message);
    return;
  }
  tell(fmt::format("{} entries, {} reservations, {} keys", with_separators(report->entries),
                   with_separators(report->reservations), with_separators(report->keys)));
  claims.expect(report->is_clean(), "the books are clean");
}

int run_demo(const std::string& lock) {
  const base::temporary_folder folder;
  proof claims;
  show_naive(folder.path(), claims);
  try {
    const auto self = std::filesystem::read_symlink("/proc/self/exe");
    demo_service service(self, folder.path() / "holdfast", lock);
    show_holdfast(service, claims);
    show_crowd(service, claims);
    show_audit(service, claims);
  } catch (const std::runtime_error& error) {
    claims.expect(false, error.what());
  }
  fmt::print("\n{}\n", claims.holds() ? painted("The proof holds.", paint::good)
                                      : painted("The proof does NOT hold.", paint::bad));
  return claims.holds() ? exit_code::done : exit_code::refused;
}

}  // namespace

void add_demo(CLI::App& program, int& code) {
  auto lock = std::make_shared<std::string>("redis");
  CLI::App& demo =
      *program.add_subcommand("demo", "the story of the pair that was sold twice, live; under a minute");
  demo.add_option("--lock", *lock, "redis or none: the proof holds with both")
      ->capture_default_str()
      ->check(CLI::IsMember({"redis", "none"}));
  demo.callback([lock, &code] { code = run_demo(*lock); });
}

}  // namespace holdfast::cli
