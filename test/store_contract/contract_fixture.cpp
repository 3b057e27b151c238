// Runs the tables and asks the ledger where it stands.
#include "contract_fixture.h"

#include <fmt/format.h>

#include <sstream>

namespace holdfast::store_contract {
namespace {

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" +");
  if (first == std::string_view::npos) return {};
  const auto last = text.find_last_not_of(' ');
  return std::string(text.substr(first, last - first + 1));
}

struct table_line {
  std::string command;
  std::string expected;
};

std::vector<std::vector<table_line>> batches_of(std::string_view table) {
  std::vector<std::vector<table_line>> batches;
  std::istringstream in{std::string(table)};
  for (std::string text; std::getline(in, text);) {
    if (trimmed(text).empty()) continue;
    const auto arrow = text.find("->");
    if (arrow == std::string::npos) {
      ADD_FAILURE() << "a table line without an outcome: " << text;
      continue;
    }
    const bool continues = text.find('+') < text.find_first_not_of(" +");
    if (!continues || batches.empty()) batches.emplace_back();
    batches.back().push_back({trimmed(std::string_view(text).substr(0, arrow)),
                              trimmed(std::string_view(text).substr(arrow + 2))});
  }
  return batches;
}

}  // namespace

StoreContract::StoreContract() : place_(make_ledger_place()) {
  open();
}

void StoreContract::TearDown() {
  EXPECT_EQ(place_->audit(), std::vector<std::string>());
  close();
}

void StoreContract::run(std::string_view table) {
  for (const auto& lines : batches_of(table)) {
    std::vector<inventory::command> commands;
    for (const table_line& each : lines) commands.push_back(to_command(each.command));
    const auto result = commit(std::move(commands));
    ASSERT_EQ(result.outcomes.size(), lines.size()) << lines.front().command << ": " << result.fault;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_EQ(to_words(result.outcomes[i]), lines[i].expected) << lines[i].command;
    }
  }
}

void StoreContract::stock(std::int64_t units_of_snk) {
  run("source W1 -> created");
  run("source W2 priority=200 -> created");
  run("sku SNK-42 -> created");
  run("sku CAP-7 -> created");
  run(fmt::format("receive stock SNK-42 W1 {0} -> received {0} on_hand {0}", units_of_snk));
}

engine::batch_result StoreContract::commit(std::vector<inventory::command> commands,
                                           std::vector<inventory::claim> claims) {
  return wait_for(store_->commit({.commands = std::move(commands), .claims = std::move(claims)}));
}

engine::availability StoreContract::availability_of(std::string_view sku) {
  auto found = wait_for(store_->find_availability(named<inventory::sku_id>(sku)));
  return std::move(found.value().value());
}

std::vector<inventory::entry> StoreContract::entries_of(std::string_view sku) {
  return wait_for(store_->list_entries(named<inventory::sku_id>(sku), 0, 1'000'000)).value();
}

std::optional<inventory::reservation> StoreContract::reservation(std::string_view name) {
  return wait_for(store_->find_reservation(id_of(name))).value();
}

std::string StoreContract::levels_of(std::string_view sku) {
  const auto is = availability_of(sku);
  return fmt::format("salable {} on_hand {} reserved {}", is.salable.value(), is.on_hand.value(),
                     is.reserved.value());
}

}  // namespace holdfast::store_contract
