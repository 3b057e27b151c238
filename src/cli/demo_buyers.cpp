// Buyers of the demo.
#include "cli/demo_buyers.h"

#include <fmt/format.h>

#include <boost/json/parse.hpp>

#include <array>
#include <atomic>
#include <thread>

#include "cli/demo_processes.h"
#include "http/client.h"

namespace holdfast::cli {
namespace json = boost::json;

namespace {

constexpr int threads_a_process = 8;
constexpr int most_told = 8;

enum class fate : char { none, held, sold_out, other };

struct tally {
  int held = 0, sold_out = 0, other = 0, replayed = 0;
  int first_buyer = 0;
  std::array<fate, most_told> fates{};  // of the first buyers of the process
};

std::string code_of(const http::client_response& got) {
  boost::system::error_code error;
  const json::value body = json::parse(got.body, error);
  const json::value* code = error || !body.is_object() ? nullptr : body.get_object().if_contains("code");
  return code != nullptr && code->is_string() ? std::string(code->get_string()) : std::string();
}

// One buyer wants one unit.
fate buy(http::client& shop, const sale_plan& plan, int buyer, bool& replayed) {
  const std::string body =
      fmt::format(R"({{"buyer":"buyer-{}","lines":[{{"sku":"{}","quantity":1}}]}})", buyer, plan.sku);
  const http::client::header_list headers{{"Idempotency-Key", fmt::format("{}-buyer-{}", plan.sku, buyer)}};
  const auto got = shop.send("POST", "/v1/reservations", body, headers);
  if (got.has_error()) return fate::other;
  if (got->status != 201) return code_of(*got) == "insufficient_stock" ? fate::sold_out : fate::other;
  if (plan.retry_winners) {
    const auto again = shop.send("POST", "/v1/reservations", body, headers);
    replayed = !again.has_error() && again->status == 201 && again->body == got->body;
  }
  return fate::held;
}

// The share of one process: `from` to `to`, by a few threads with a connection each.
tally buy_all(const std::string& url, const sale_plan& plan, int from, int to) {
  std::atomic<int> next = from, held = 0, sold_out = 0, other = 0, replays = 0;
  tally result{.first_buyer = from};
  std::vector<std::thread> threads;
  for (int i = 0; i < std::min(threads_a_process, to - from); ++i) {
    threads.emplace_back([&] {
      http::client shop(url);
      for (int buyer = next++; buyer < to; buyer = next++) {
        bool replayed = false;
        const fate got = buy(shop, plan, buyer, replayed);
        (got == fate::held ? held : got == fate::sold_out ? sold_out : other)++;
        if (replayed) ++replays;
        if (buyer - from < most_told) result.fates[static_cast<std::size_t>(buyer - from)] = got;
      }
    });
  }
  for (std::thread& each : threads) each.join();
  result.held = held;
  result.sold_out = sold_out;
  result.other = other;
  result.replayed = replays;
  return result;
}

std::string_view words_of(fate got) {
  switch (got) {
    case fate::held:
      return "held";
    case fate::sold_out:
      return "sold out";
    default:
      return "no clear answer";
  }
}

}  // namespace

sale_result run_buyers(const std::string& url, const sale_plan& plan) {
  const std::vector<tally> tallies = run_processes<tally>(plan.processes, [&](int number) {
    const int from = static_cast<int>(static_cast<long>(plan.buyers) * number / plan.processes);
    const int to = static_cast<int>(static_cast<long>(plan.buyers) * (number + 1) / plan.processes);
    return buy_all(url, plan, from, to);
  });
  sale_result result;
  for (const tally& each : tallies) {
    result.held += each.held;
    result.sold_out += each.sold_out;
    result.other += each.other;
    result.replayed += each.replayed;
    if (plan.buyers > most_told) continue;
    for (std::size_t i = 0; i < each.fates.size() && each.fates[i] != fate::none; ++i) {
      result.told.push_back(
          fmt::format("buyer {} -> {}", each.first_buyer + static_cast<int>(i) + 1, words_of(each.fates[i])));
    }
  }
  result.other +=
      plan.buyers - result.held - result.sold_out - result.other;  // of processes that gave nothing
  return result;
}

}  // namespace holdfast::cli
