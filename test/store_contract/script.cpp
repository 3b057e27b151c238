// Words of the tables to commands, and outcomes to words.
//   source W1 [kind=supplier] [priority=N] [enabled=0]        sku S [safety=N] [threshold=N] [per_order=N]
//   [per_buyer=N] receive KEY S W1 N      reserve KEY R1 BUYER S N [S N ...] [order=X] [hold=SECONDS] delete
//   W1 confirm R1 [KEY]        release R1 [KEY]        cancel KEY        expire R1
// hold=0 is due at once: nothing waits for a clock.
#include "script.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <sstream>
#include <vector>

namespace holdfast::store_contract {
namespace {

struct parsed_line {
  std::vector<std::string> words;
  std::map<std::string, std::string> settings;  // word=value
};

parsed_line parse(std::string_view line) {
  parsed_line parsed;
  std::istringstream in{std::string(line)};
  for (std::string word; in >> word;) {
    const auto sign = word.find('=');
    if (sign == std::string::npos) {
      parsed.words.push_back(word);
    } else {
      parsed.settings[word.substr(0, sign)] = word.substr(sign + 1);
    }
  }
  return parsed;
}

std::int64_t number(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    fmt::print(stderr, "not a number in a contract table: {}\n", text);
    std::abort();
  }
  return value;
}

std::optional<std::int64_t> setting(const parsed_line& line, const std::string& name) {
  const auto found = line.settings.find(name);
  if (found == line.settings.end()) return std::nullopt;
  return number(found->second);
}

inventory::command put_sku_of(const parsed_line& line) {
  inventory::sku_settings settings;
  settings.safety_stock = units(setting(line, "safety").value_or(0));
  settings.low_stock_threshold = units(setting(line, "threshold").value_or(0));
  if (const auto most = setting(line, "per_order")) settings.max_per_order = units(*most);
  if (const auto most = setting(line, "per_buyer")) settings.max_per_buyer = units(*most);
  return inventory::put_sku{named<inventory::sku_id>(line.words.at(1)), settings};
}

inventory::command put_source_of(const parsed_line& line) {
  inventory::source is{.id = named<inventory::source_id>(line.words.at(1))};
  if (line.settings.contains("kind")) is.kind = inventory::source_kind::supplier;
  is.priority = static_cast<int>(setting(line, "priority").value_or(100));
  is.enabled = setting(line, "enabled").value_or(1) != 0;
  return inventory::put_source{is};
}

inventory::command reserve_of(const parsed_line& line) {
  inventory::reserve_order order{.key = named<inventory::idempotency_key>(line.words.at(1)),
                                 .id = id_of(line.words.at(2)),
                                 .buyer = named<inventory::buyer_id>(line.words.at(3)),
                                 .order = {},
                                 .hold = std::chrono::seconds(setting(line, "hold").value_or(900)),
                                 .lines = {}};
  if (const auto ref = line.settings.find("order"); ref != line.settings.end()) {
    order.order = named<inventory::order_ref>(ref->second);
  }
  for (std::size_t i = 4; i + 1 < line.words.size(); i += 2) {
    order.lines.push_back({named<inventory::sku_id>(line.words[i]), units(number(line.words[i + 1]))});
  }
  std::sort(order.lines.begin(), order.lines.end(),
            [](const auto& a, const auto& b) { return a.sku < b.sku; });
  return order;
}

std::optional<inventory::idempotency_key> key_at(const parsed_line& line, std::size_t index) {
  if (line.words.size() <= index) return std::nullopt;
  return named<inventory::idempotency_key>(line.words[index]);
}

struct to_text {
  std::string operator()(const inventory::refusal& is) const {
    std::string words(inventory::to_string(is.code));
    if (is.allowed) words += fmt::format(" {}", *is.allowed);
    if (is.state) words += fmt::format(" {}", inventory::to_string(*is.state));
    return words;
  }
  std::string operator()(const inventory::reservation_answer& is) const {
    if (!is.replayed) return std::string(inventory::to_string(is.state_now));
    return fmt::format("{} replayed now {}", inventory::to_string(is.answered.state),
                       inventory::to_string(is.state_now));
  }
  std::string operator()(const inventory::stock_received& is) const {
    return fmt::format("received {} on_hand {}{}", is.units.value(), is.on_hand.value(),
                       is.replayed ? " replayed" : "");
  }
  std::string operator()(const inventory::key_cancelled& is) const {
    return is.released ? fmt::format("cancelled {}", inventory::to_string(is.released->state)) : "cancelled";
  }
  std::string operator()(const inventory::stored& is) const {
    static constexpr std::string_view words[] = {"created", "changed", "unchanged", "deleted"};
    return std::string(words[static_cast<int>(is.what)]);
  }
  std::string operator()(const inventory::swept& is) const { return is.expired ? "expired" : "not_due"; }
};

}  // namespace

inventory::quantity units(std::int64_t count) {
  return *inventory::quantity::of(count);
}

inventory::reservation_id id_of(std::string_view name) {
  inventory::reservation_id::bytes raw{};
  std::copy_n(name.begin(), std::min<std::size_t>(name.size(), raw.size()), raw.begin());
  return inventory::reservation_id(raw);
}

inventory::command to_command(std::string_view text) {
  const parsed_line line = parse(text);
  const std::string& verb = line.words.at(0);
  if (verb == "source") return put_source_of(line);
  if (verb == "sku") return put_sku_of(line);
  if (verb == "delete") return inventory::delete_source{named<inventory::source_id>(line.words.at(1))};
  if (verb == "reserve") return reserve_of(line);
  if (verb == "confirm") return inventory::confirm_reservation{id_of(line.words.at(1)), key_at(line, 2)};
  if (verb == "release") return inventory::release_reservation{id_of(line.words.at(1)), key_at(line, 2)};
  if (verb == "expire") return inventory::expire_reservation{id_of(line.words.at(1))};
  if (verb == "cancel") return inventory::cancel_key{named<inventory::idempotency_key>(line.words.at(1))};
  if (verb == "receive") {
    return inventory::receive_stock{.key = named<inventory::idempotency_key>(line.words.at(1)),
                                    .sku = named<inventory::sku_id>(line.words.at(2)),
                                    .source = named<inventory::source_id>(line.words.at(3)),
                                    .units = units(number(line.words.at(4))),
                                    .reference = {}};
  }
  fmt::print(stderr, "not a command of a contract table: {}\n", text);
  std::abort();
}

std::string to_words(const inventory::outcome& outcome) {
  return std::visit(to_text{}, outcome);
}

}  // namespace holdfast::store_contract
