// A ledger on SQLite in a folder of its own.
#include <fmt/format.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>

#include "ledger_place.h"
#include "storage/sqlite/audit.h"
#include "storage/sqlite/ledger.h"

namespace holdfast::store_contract {
namespace {

template <class T, class E>
T must(base::result<T, E> result) {
  if (result) return std::move(*result);
  fmt::print(stderr, "{}\n", result.error().message);
  std::abort();
}

class sqlite_place final : public ledger_place {
 public:
  sqlite_place() {
    std::string name =
        (std::filesystem::temp_directory_path() / ("holdfast-contract-" + std::string(6, 'X'))).string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    folder_ = name;
  }
  ~sqlite_place() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<engine::inventory_store> open(const inventory::policy& rules) override {
    return must(storage::sqlite::ledger::open({.folder = folder_, .rules = rules}));
  }

  std::vector<std::string> audit() override {
    const auto report = must(storage::sqlite::audit({.folder = folder_}));
    std::vector<std::string> findings;
    for (const auto& each : report.findings) {
      findings.push_back(fmt::format("{} sku {} seq {} {}: expected {}, found {}", each.check, each.sku,
                                     each.seq, each.subject, each.expected, each.found));
    }
    return findings;
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace

std::unique_ptr<ledger_place> make_ledger_place() {
  return std::make_unique<sqlite_place>();
}

}  // namespace holdfast::store_contract
