// Runs the text tables in test/scenarios: one line a command, "-> what is expected"; test/scenarios/README.md
// explains the words.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "inventory/lines.h"
#include "inventory/memory_ledger.h"

namespace holdfast::inventory {
namespace {

struct scenario {
  std::string name;
  std::string file;
  std::vector<std::pair<int, std::string>> lines;  // number in the file, text
};

void PrintTo(const scenario& shown, std::ostream* out) {
  *out << shown.file << ": " << shown.name;
}

std::vector<scenario> read_scenarios() {
  std::vector<std::filesystem::path> files;
  for (const auto& each : std::filesystem::directory_iterator(HOLDFAST_SOURCE_DIR "/test/scenarios")) {
    if (each.path().extension() == ".txt") files.push_back(each.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<scenario> found;
  for (const auto& path : files) {
    std::ifstream in(path);
    int number = 0;
    for (std::string text; std::getline(in, text);) {
      ++number;
      text = text.substr(0, text.find('#'));
      while (!text.empty() && text.back() == ' ') text.pop_back();
      if (text.starts_with("== ")) {
        found.push_back({.name = text.substr(3), .file = path.filename().string(), .lines = {}});
      } else if (!text.empty()) {
        found.at(found.size() - 1).lines.emplace_back(number, text);
      }
    }
  }
  return found;
}

// The words of one line; "name=value" words are taken out by name.
class words {
 public:
  explicit words(const std::string& text) {
    std::istringstream in(text);
    for (std::string word; in >> word;) {
      const auto equals = word.find('=');
      if (equals == std::string::npos) {
        plain_.push_back(word);
      } else {
        named_.emplace(word.substr(0, equals), word.substr(equals + 1));
      }
    }
  }
  const std::string& at(std::size_t i) const { return plain_.at(i); }
  std::size_t size() const { return plain_.size(); }
  bool has(std::string_view word) const {
    return std::find(plain_.begin(), plain_.end(), word) != plain_.end();
  }
  std::optional<std::string> named(const std::string& name) const {
    const auto found = named_.find(name);
    return found == named_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::vector<std::string> plain_;
  std::map<std::string, std::string> named_;
};

template <class Name>
std::optional<Name> named(const words& line, const std::string& name) {
  const auto text = line.named(name);
  return text ? std::optional(Name::parse(*text).value()) : std::nullopt;
}

quantity units_of(const std::string& text) {
  return text == "max" ? *quantity::of(quantity::max) : quantity::of(std::stoll(text)).value();
}

std::optional<quantity> limit(const words& line, const std::string& name) {
  const auto text = line.named(name);
  return text ? std::optional(units_of(*text)) : std::nullopt;
}

sku_id sku_named(const std::string& text) {
  return sku_id::parse(text).value();
}

class runner {
 public:
  // Runs one line. Returns what became of it, when it says what is expected.
  std::optional<std::string> run(const std::string& text) {
    const words line(text);
    const std::string& verb = line.at(0);
    if (verb == "tick") return tick(line.at(1)), std::nullopt;
    if (verb == "split") return ledger_.rules = {policy::split::forbidden}, std::nullopt;
    if (verb == "batch") return is_batching_ = true, std::nullopt;
    if (verb == "end") return commit_batch();
    if (auto looked = look(line)) return looked;
    const command asked = parse(line);
    if (is_batching_) return waiting_.push_back(asked), std::nullopt;
    const auto before = snapshot();
    const outcome became = ledger_.run(asked);
    // A refusal leaves no trace, apart from due holds that it expired (I7).
    if (std::holds_alternative<refusal>(became)) {
      EXPECT_EQ(snapshot(), before);
    }
    if (const auto* made = std::get_if<reservation_answer>(&became)) {
      if (!made->replayed) ids_.insert_or_assign(made->answered.key.text(), made->answered.id);
    }
    return describe(became);
  }

 private:
  std::string commit_batch() {
    is_batching_ = false;
    std::string text;
    for (const outcome& became : ledger_.commit(std::exchange(waiting_, {})).outcomes) {
      if (const auto* made = std::get_if<reservation_answer>(&became)) {
        ids_.insert_or_assign(made->answered.key.text(), made->answered.id);
      }
      text += (text.empty() ? "" : " | ") + describe(became);
    }
    return text;
  }

  void tick(const std::string& by) {
    const auto count = std::stoll(by);
    ledger_.now += by.ends_with("ms") ? std::chrono::milliseconds(count) : std::chrono::seconds(count);
  }

  // Everything but what expiring does.
  std::string snapshot() const {
    std::string text = fmt::format("{} keys {} reservations {} sources", ledger_.keys.size(),
                                   ledger_.reservations.size(), ledger_.sources.size());
    for (const entry& each : ledger_.entries) {
      if (each.kind != entry_kind::expire) text += fmt::format(" {}:{}", each.sku.text(), each.seq);
    }
    return text;
  }

  std::optional<std::string> look(const words& line) {
    const std::string& verb = line.at(0);
    if (verb == "available") return std::to_string(ledger_.salable_now(sku_named(line.at(1))));
    if (verb == "due_reads") return std::to_string(ledger_.due_reads);
    if (verb == "level") {
      const auto& level = ledger_.levels[{sku_named(line.at(1)), source_id::parse(line.at(2)).value()}];
      return fmt::format("on_hand {} reserved {}", level.on_hand, level.reserved);
    }
    if (verb == "state") {
      const reservation& found = ledger_.reservations.at(id_of(line.at(1)));
      if (found.state != reservation_state::held) return std::string(to_string(found.state));
      return found.is_due(ledger_.now) ? "held due" : "held live";
    }
    if (verb == "alerts") {
      std::string text;
      for (const low_stock_alert& each : std::exchange(ledger_.alerts, {})) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", each.sku.text(), each.salable.value());
      }
      return text.empty() ? "none" : text;
    }
    if (verb == "entries") {
      std::string text;
      for (const entry& each : ledger_.entries) {
        if (each.sku.text() != line.at(1)) continue;
        text += fmt::format("{}{}", text.empty() ? "" : " ", to_string(each.kind));
      }
      return text;
    }
    return std::nullopt;
  }

  reservation_id id_of(const std::string& key) const {
    const auto found = ids_.find(key);
    return found == ids_.end() ? reservation_id(reservation_id::bytes{0xff}) : found->second;
  }

  command parse(const words& line) {
    const std::string& verb = line.at(0);
    const auto key = named<idempotency_key>(line, "key");
    if (verb == "reserve") return parse_reserve(line);
    if (verb == "confirm") return confirm_reservation{.id = id_of(line.at(1)), .key = key};
    if (verb == "release") return release_reservation{.id = id_of(line.at(1)), .key = key};
    if (verb == "cancel") return cancel_key{idempotency_key::parse(line.at(1)).value()};
    if (verb == "expire") return expire_reservation{id_of(line.at(1))};
    if (verb == "delete_source") return delete_source{source_id::parse(line.at(1)).value()};
    if (verb == "receive") {
      return receive_stock{.key = idempotency_key::parse(line.at(1)).value(),
                           .sku = sku_named(line.at(2)),
                           .source = source_id::parse(line.at(3)).value(),
                           .units = units_of(line.at(4)),
                           .reference = named<stock_reference>(line, "reference")};
    }
    if (verb == "source") {
      return put_source{{.id = source_id::parse(line.at(1)).value(),
                         .kind = line.has("supplier") ? source_kind::supplier : source_kind::warehouse,
                         .priority = std::stoi(line.at(2)),
                         .enabled = !line.has("disabled")}};
    }
    if (verb == "sku") {
      return put_sku{sku_named(line.at(1)),
                     {.title = {},
                      .safety_stock = limit(line, "safety").value_or(quantity()),
                      .low_stock_threshold = limit(line, "low").value_or(quantity()),
                      .max_per_order = limit(line, "per_order"),
                      .max_per_buyer = limit(line, "per_buyer")}};
    }
    throw std::logic_error("unknown verb: " + verb);
  }

  reserve_order parse_reserve(const words& line) {
    std::vector<inventory::line> lines;
    for (std::size_t i = 3; i + 1 < line.size(); i += 2) {
      lines.push_back({sku_named(line.at(i)), units_of(line.at(i + 1))});
    }
    reservation_id::bytes id{};
    id[14] = static_cast<std::uint8_t>(++drawn_ >> 8);
    id[15] = static_cast<std::uint8_t>(drawn_);
    return {.key = idempotency_key::parse(line.at(1)).value(),
            .id = reservation_id(id),
            .buyer = buyer_id::parse(line.at(2)).value(),
            .order = named<order_ref>(line, "order"),
            .hold = std::chrono::seconds(std::stoll(line.named("hold").value_or("900"))),
            .lines = std::get<std::vector<inventory::line>>(sum_lines(std::move(lines), units_of("max")))};
  }

  memory_ledger ledger_;
  std::map<std::string, reservation_id> ids_;  // by the key that made it
  std::vector<command> waiting_;
  bool is_batching_ = false;
  int drawn_ = 0;
};

// Whole words from the start: "held" fits "held A:main:1", and not "heldback".
bool fits(const std::string& became, const std::string& expected) {
  return became == expected || became.starts_with(expected + " ");
}

class Scenario : public testing::TestWithParam<scenario> {};

TEST_P(Scenario, Holds) {
  runner ran;
  for (const auto& [number, text] : GetParam().lines) {
    SCOPED_TRACE(fmt::format("{}:{}: {}", GetParam().file, number, text));
    const auto arrow = text.find(" -> ");
    std::optional<std::string> became;
    try {
      became = ran.run(text.substr(0, arrow));
    } catch (const std::exception& fault) {
      FAIL() << fault.what();
    }
    if (arrow == std::string::npos) continue;
    ASSERT_TRUE(became) << "the line has no outcome";
    ASSERT_TRUE(fits(*became, text.substr(arrow + 4))) << "was: " << *became;
  }
}

INSTANTIATE_TEST_SUITE_P(, Scenario, testing::ValuesIn(read_scenarios()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace holdfast::inventory
