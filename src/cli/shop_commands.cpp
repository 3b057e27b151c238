// The API from a terminal: reserve, confirm, release, cancel, show, sku, source, stock, alerts.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <boost/json/array.hpp>

#include <charconv>
#include <optional>

#include "base/random.h"
#include "cli/commands.h"
#include "cli/remote.h"

namespace holdfast::cli {
namespace json = boost::json;

namespace {

// A key that nobody gave is drawn, and told: without it an unknown outcome could not be settled.
std::string key_or_new(const std::string& given) {
  if (!given.empty()) return given;
  std::string drawn = "cli-" + base::random_token();
  fmt::print(stderr, "Idempotency-Key: {}\n", drawn);
  return drawn;
}

// "SNK-42=2" or "SNK-42".
json::object parse_line(const std::string& text) {
  const std::size_t equals = text.find('=');
  std::int64_t units = 1;
  if (equals != std::string::npos) {
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + equals + 1, end, units);
    if (parsed.ec != std::errc() || parsed.ptr != end) {
      throw CLI::ValidationError("LINE", fmt::format("\"{}\": SKU or SKU=UNITS is allowed", text));
    }
  }
  return {{"sku", text.substr(0, equals)}, {"quantity", units}};
}

void add_reserve(CLI::App& program, int& code) {
  struct arguments {
    std::vector<std::string> lines;
    std::string buyer, order_ref, key;
    std::int64_t hold = 900;
  };
  CLI::App& command = *program.add_subcommand("reserve", "hold units for a buyer");
  auto where = add_remote_options(command);
  auto given = std::make_shared<arguments>();
  command.add_option("LINE", given->lines, "SKU or SKU=UNITS, one or more")->required();
  command.add_option("--buyer", given->buyer, "who buys")->required();
  command.add_option("--order-ref", given->order_ref, "the shop's name for the order");
  command.add_option("--hold", given->hold, "seconds")->capture_default_str();
  command.add_option("--key", given->key, "Idempotency-Key; drawn and printed when absent");
  command.callback([where, given, &code] {
    json::array lines;
    for (const std::string& each : given->lines) lines.push_back(parse_line(each));
    json::object body{{"buyer", given->buyer}, {"hold_seconds", given->hold}, {"lines", std::move(lines)}};
    if (!given->order_ref.empty()) body["order_ref"] = given->order_ref;
    code = ask(*where, {"POST", "/v1/reservations", std::move(body), key_or_new(given->key)});
  });
}

// A command with one argument that becomes a request.
using make_request = remote_request (*)(const std::string& argument);
void add_simple(CLI::App& parent, const char* name, const char* help, const char* argument, make_request make,
                int& code) {
  CLI::App& command = *parent.add_subcommand(name, help);
  auto where = add_remote_options(command);
  auto given = std::make_shared<std::string>();
  if (argument != nullptr) command.add_option(argument, *given)->required();
  command.callback([where, given, make, &code] { code = ask(*where, make(*given)); });
}

void add_sku(CLI::App& program, int& code) {
  CLI::App& sku = *program.add_subcommand("sku", "settings of SKUs");
  sku.require_subcommand(1);
  struct arguments {
    std::string sku, title;
    std::int64_t safety_stock = 0, threshold = 5;
    std::optional<std::int64_t> max_per_order, max_per_buyer;
  };
  CLI::App& put = *sku.add_subcommand("put", "create or change a SKU; what is not given gets its default");
  auto where = add_remote_options(put);
  auto given = std::make_shared<arguments>();
  put.add_option("SKU", given->sku)->required();
  put.add_option("--title", given->title);
  put.add_option("--safety-stock", given->safety_stock, "units that are never sold")->capture_default_str();
  put.add_option("--low-stock-threshold", given->threshold, "an alert is raised below it")
      ->capture_default_str();
  put.add_option("--max-per-order", given->max_per_order);
  put.add_option("--max-per-buyer", given->max_per_buyer);
  put.callback([where, given, &code] {
    json::object body{{"title", given->title},
                      {"safety_stock", given->safety_stock},
                      {"low_stock_threshold", given->threshold}};
    if (given->max_per_order) body["max_per_order"] = *given->max_per_order;
    if (given->max_per_buyer) body["max_per_buyer"] = *given->max_per_buyer;
    code = ask(*where, {"PUT", "/v1/skus/" + path_part(given->sku), std::move(body)});
  });
  add_simple(
      sku, "show", "settings of a SKU", "SKU",
      [](const std::string& name) {
        return remote_request{"GET", "/v1/skus/" + path_part(name)};
      },
      code);
  add_simple(
      sku, "list", "every SKU", nullptr,
      [](const std::string&) {
        return remote_request{"GET", "/v1/skus?limit=1000"};
      },
      code);
  add_simple(
      sku, "ledger", "the entries of a SKU", "SKU",
      [](const std::string& name) {
        return remote_request{"GET", "/v1/skus/" + path_part(name) + "/ledger?limit=1000"};
      },
      code);
}

void add_source(CLI::App& program, int& code) {
  CLI::App& source = *program.add_subcommand("source", "places that own units");
  source.require_subcommand(1);
  struct arguments {
    std::string source;
    std::int64_t priority = 100;
    bool disabled = false;
  };
  CLI::App& put = *source.add_subcommand("put", "create or change a warehouse");
  auto where = add_remote_options(put);
  auto given = std::make_shared<arguments>();
  put.add_option("SOURCE", given->source)->required();
  put.add_option("--priority", given->priority, "the lowest is asked first")->capture_default_str();
  put.add_flag("--disabled", given->disabled, "takes no new holds");
  put.callback([where, given, &code] {
    json::object body{{"kind", "warehouse"}, {"priority", given->priority}, {"enabled", !given->disabled}};
    code = ask(*where, {"PUT", "/v1/sources/" + path_part(given->source), std::move(body)});
  });
  add_simple(
      source, "list", "every source", nullptr,
      [](const std::string&) {
        return remote_request{"GET", "/v1/sources"};
      },
      code);
  add_simple(
      source, "delete", "a source that owns nothing", "SOURCE",
      [](const std::string& name) {
        return remote_request{"DELETE", "/v1/sources/" + path_part(name)};
      },
      code);
}

void add_stock(CLI::App& program, int& code) {
  CLI::App& stock = *program.add_subcommand("stock", "units");
  stock.require_subcommand(1);
  struct arguments {
    std::string sku, source, reference, key;
    std::int64_t units = 0;
  };
  CLI::App& receive = *stock.add_subcommand("receive", "units arrive in a source");
  auto where = add_remote_options(receive);
  auto given = std::make_shared<arguments>();
  receive.add_option("SKU", given->sku)->required();
  receive.add_option("SOURCE", given->source)->required();
  receive.add_option("UNITS", given->units)->required();
  receive.add_option("--reference", given->reference, "a purchase order, a delivery note");
  receive.add_option("--key", given->key, "Idempotency-Key; drawn and printed when absent");
  receive.callback([where, given, &code] {
    json::object body{{"sku", given->sku}, {"source", given->source}, {"quantity", given->units}};
    if (!given->reference.empty()) body["reference"] = given->reference;
    code = ask(*where, {"POST", "/v1/stock/receive", std::move(body), key_or_new(given->key)});
  });
  add_simple(
      stock, "show", "what of a SKU can be sold, and where it is", "SKU",
      [](const std::string& name) {
        return remote_request{"GET", "/v1/skus/" + path_part(name) + "/availability"};
      },
      code);
}

}  // namespace

void add_shop_commands(CLI::App& program, int& code) {
  add_reserve(program, code);
  add_simple(
      program, "confirm", "the buyer has paid", "ID",
      [](const std::string& id) {
        return remote_request{"POST", "/v1/reservations/" + path_part(id) + "/confirm"};
      },
      code);
  add_simple(
      program, "release", "the buyer has left", "ID",
      [](const std::string& id) {
        return remote_request{"POST", "/v1/reservations/" + path_part(id) + "/release"};
      },
      code);
  add_simple(
      program, "cancel", "a key that must never hold, used or not", "KEY",
      [](const std::string& key) {
        return remote_request{"POST", "/v1/reservations:cancel", {{"key", key}}};
      },
      code);
  add_simple(
      program, "show", "a reservation", "ID",
      [](const std::string& id) {
        return remote_request{"GET", "/v1/reservations/" + path_part(id)};
      },
      code);
  add_simple(
      program, "alerts", "low-stock alerts", nullptr,
      [](const std::string&) {
        return remote_request{"GET", "/v1/alerts?limit=1000"};
      },
      code);
  add_sku(program, code);
  add_source(program, code);
  add_stock(program, code);
}

}  // namespace holdfast::cli
