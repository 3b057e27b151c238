// Routes of stock: sources, SKUs, availability, entries, receiving, alerts.
#include <boost/asio/use_awaitable.hpp>

#include "engine/change_stock.h"
#include "http/answers.h"
#include "http/api.h"
#include "http/call_input.h"
#include "http/problem.h"
#include "http/views.h"

namespace holdfast::http {
namespace {

namespace asio = boost::asio;
namespace json = boost::json;
using inventory::quantity;

constexpr std::size_t longest_title = 200;

json::object list_of(json::array items, json::value next) {
  return {{"items", std::move(items)}, {"next", std::move(next)}};
}

input<inventory::put_source> parse_source(const call& made) {
  auto id = name_in<inventory::source_id>(made.parts.at(0));
  if (id.has_error()) return id.error();
  const auto body = parse_object(made.asked.body);
  if (body.has_error()) return body.error();
  object_reader in(*body);
  const std::string kind = in.text_or("kind", 32, "warehouse");
  const std::int64_t priority = in.integer_or("priority", {.least = 0, .most = 1'000'000}, 100);
  const bool enabled = in.boolean_or("enabled", true);
  if (kind == "supplier") {
    // Stored silently it would be sold as if it were in a warehouse.
    in.fail(422, "field_invalid", "kind", "\"supplier\" is not supported yet: warehouse is allowed");
  } else if (kind != "warehouse") {
    in.fail(422, "field_invalid", "kind", "warehouse is allowed");
  }
  if (auto wrong = in.error()) return *std::move(wrong);
  return inventory::put_source{.source = {.id = *std::move(id),
                                          .kind = inventory::source_kind::warehouse,
                                          .priority = static_cast<int>(priority),
                                          .enabled = enabled}};
}

asio::awaitable<response> put_source(engine::service& engine, call made) {
  const auto deadline = deadline_of(made.asked);
  if (deadline.has_error()) co_return respond(deadline.error());
  auto parsed = parse_source(made);
  if (parsed.has_error()) co_return respond(parsed.error());
  const inventory::source stored = parsed->source;
  engine::answer given = co_await engine::put_source(engine, *std::move(parsed), *deadline);
  const auto* outcome = std::get_if<inventory::outcome>(&given);
  if (outcome == nullptr || !std::holds_alternative<inventory::stored>(*outcome))
    co_return respond(given, false);
  co_return respond_with(view_of(stored));
}

asio::awaitable<response> list_sources(engine::service& engine) {
  auto found = co_await engine.store().list_sources();
  if (found.has_error()) co_return respond(found.error());
  json::array items;
  for (const inventory::source& each : *found) items.push_back(view_of(each));
  co_return respond_with(list_of(std::move(items), nullptr));
}

asio::awaitable<response> find_source(engine::service& engine, call made) {
  auto found = co_await engine.store().list_sources();
  if (found.has_error()) co_return respond(found.error());
  for (const inventory::source& each : *found) {
    if (each.id.text() == made.parts.at(0)) co_return respond_with(view_of(each));
  }
  co_return problem(404, "not_found", "there is no such source");
}

asio::awaitable<response> delete_source(engine::service& engine, call made) {
  const auto deadline = deadline_of(made.asked);
  if (deadline.has_error()) co_return respond(deadline.error());
  auto id = name_in<inventory::source_id>(made.parts.at(0));
  if (id.has_error()) co_return respond(id.error());
  inventory::delete_source command{.id = *std::move(id)};
  engine::answer given = co_await engine::delete_source(engine, std::move(command), *deadline);
  if (const auto* outcome = std::get_if<inventory::outcome>(&given)) {
    const auto* refused = std::get_if<inventory::refusal>(outcome);
    if (refused != nullptr && refused->code == inventory::refusal_code::unknown_source) {
      co_return problem(404, "not_found", "there is no such source");
    }
  }
  co_return respond(given, false);
}

input<inventory::put_sku> parse_sku(const call& made) {
  auto sku = name_in<inventory::sku_id>(made.parts.at(0));
  if (sku.has_error()) return sku.error();
  const auto body = parse_object(made.asked.body);
  if (body.has_error()) return body.error();
  object_reader in(*body);
  const object_reader::bounds level{.least = 0, .most = quantity::max, .code = "quantity_invalid"};
  const object_reader::bounds limit{.least = 1, .most = quantity::max, .code = "quantity_invalid"};
  const auto as_quantity = [](std::optional<std::int64_t> units) {
    return units ? quantity::of(*units) : std::nullopt;
  };
  inventory::sku_settings settings;
  settings.title = in.text_or("title", longest_title, "");
  settings.safety_stock = *quantity::of(in.integer_or("safety_stock", level, 0));
  settings.low_stock_threshold = *quantity::of(in.integer_or("low_stock_threshold", level, 5));
  settings.max_per_order = as_quantity(in.optional_integer("max_per_order", limit));
  settings.max_per_buyer = as_quantity(in.optional_integer("max_per_buyer", limit));
  if (auto wrong = in.error()) return *std::move(wrong);
  return inventory::put_sku{.sku = *std::move(sku), .settings = std::move(settings)};
}

asio::awaitable<response> put_sku(engine::service& engine, call made) {
  const auto deadline = deadline_of(made.asked);
  if (deadline.has_error()) co_return respond(deadline.error());
  auto parsed = parse_sku(made);
  if (parsed.has_error()) co_return respond(parsed.error());
  engine::availability stored{.sku = parsed->sku, .settings = parsed->settings};
  engine::answer given = co_await engine::put_sku(engine, *std::move(parsed), *deadline);
  const auto* outcome = std::get_if<inventory::outcome>(&given);
  if (outcome == nullptr || !std::holds_alternative<inventory::stored>(*outcome))
    co_return respond(given, false);
  co_return respond_with(settings_view_of(stored));
}

asio::awaitable<response> find_sku(engine::service& engine, call made,
                                   json::object (*show)(const engine::availability&)) {
  auto sku = name_in<inventory::sku_id>(made.parts.at(0));
  if (sku.has_error()) co_return respond(sku.error());
  auto found = co_await engine.store().find_availability(*std::move(sku));
  if (found.has_error()) co_return respond(found.error());
  if (!found->has_value()) co_return problem(404, "not_found", "there is no such SKU");
  co_return respond_with(show(**found));
}

asio::awaitable<response> list_skus(engine::service& engine, call made) {
  const auto limit = limit_of(made);
  if (limit.has_error()) co_return respond(limit.error());
  std::optional<inventory::sku_id> after;
  if (const auto given = made.parameter("after")) {
    auto sku = name_in<inventory::sku_id>(*given);
    if (sku.has_error()) co_return respond(sku.error());
    after = *std::move(sku);
  }
  auto found = co_await engine.store().list_skus(after, *limit);
  if (found.has_error()) co_return respond(found.error());
  json::array items;
  for (const engine::availability& each : *found) items.push_back(settings_view_of(each));
  json::value next = nullptr;
  if (static_cast<int>(found->size()) == *limit) next = found->back().sku.text();
  co_return respond_with(list_of(std::move(items), std::move(next)));
}

asio::awaitable<response> list_entries(engine::service& engine, call made) {
  const auto limit = limit_of(made);
  if (limit.has_error()) co_return respond(limit.error());
  const auto after = after_of(made);
  if (after.has_error()) co_return respond(after.error());
  auto sku = name_in<inventory::sku_id>(made.parts.at(0));
  if (sku.has_error()) co_return respond(sku.error());
  auto known = co_await engine.store().find_availability(*sku);
  if (known.has_error()) co_return respond(known.error());
  if (!known->has_value()) co_return problem(404, "not_found", "there is no such SKU");
  auto found = co_await engine.store().list_entries(*std::move(sku), *after, *limit);
  if (found.has_error()) co_return respond(found.error());
  json::array items;
  for (const inventory::entry& each : *found) items.push_back(view_of(each));
  json::value next = nullptr;
  if (static_cast<int>(found->size()) == *limit) next = found->back().seq;
  co_return respond_with(list_of(std::move(items), std::move(next)));
}

struct receive_request {
  inventory::receive_stock asked;
  engine::steady_time deadline;
};

input<receive_request> parse_receive(const request& asked) {
  auto sent = keyed_body_of(asked);
  if (sent.has_error()) return sent.error();
  object_reader in(sent->body);
  auto sku = in.name<inventory::sku_id>("sku");
  auto source = in.name<inventory::source_id>("source");
  const auto units = in.integer("quantity", {.least = 1, .most = quantity::max, .code = "quantity_invalid"});
  auto reference = in.optional_name<inventory::stock_reference>("reference");
  if (auto wrong = in.error()) return *std::move(wrong);
  return receive_request{.asked = {.key = std::move(sent->key),
                                   .sku = *std::move(sku),
                                   .source = *std::move(source),
                                   .units = *quantity::of(*units),
                                   .reference = std::move(reference)},
                         .deadline = sent->deadline};
}

asio::awaitable<response> receive(engine::service& engine, const request& asked) {
  auto parsed = parse_receive(asked);
  if (parsed.has_error()) co_return respond(parsed.error());
  engine::answer given = co_await engine::receive_stock(engine, std::move(parsed->asked), parsed->deadline);
  co_return respond(given, false);
}

asio::awaitable<response> list_alerts(engine::service& engine, call made) {
  const auto limit = limit_of(made);
  if (limit.has_error()) co_return respond(limit.error());
  const auto after = after_of(made);
  if (after.has_error()) co_return respond(after.error());
  auto found = co_await engine.store().list_alerts(*after, *limit);
  if (found.has_error()) co_return respond(found.error());
  json::array items;
  for (const engine::alert_record& each : *found) items.push_back(view_of(each));
  json::value next = nullptr;
  if (static_cast<int>(found->size()) == *limit) next = found->back().id;
  co_return respond_with(list_of(std::move(items), std::move(next)));
}

}  // namespace

std::vector<route> stock_routes(engine::service& engine) {
  const auto availability = [](const engine::availability& of) { return view_of(of); };
  const auto settings = [](const engine::availability& of) { return settings_view_of(of); };
  return {
      {"GET", "/v1/sources", role::buyer, [&engine](call) { return list_sources(engine); }},
      {"PUT", "/v1/sources/{id}", role::operator_,
       [&engine](call made) { return put_source(engine, std::move(made)); }},
      {"GET", "/v1/sources/{id}", role::buyer,
       [&engine](call made) { return find_source(engine, std::move(made)); }},
      {"DELETE", "/v1/sources/{id}", role::operator_,
       [&engine](call made) { return delete_source(engine, std::move(made)); }},
      {"GET", "/v1/skus", role::buyer, [&engine](call made) { return list_skus(engine, std::move(made)); }},
      {"PUT", "/v1/skus/{sku}", role::operator_,
       [&engine](call made) { return put_sku(engine, std::move(made)); }},
      {"GET", "/v1/skus/{sku}", role::buyer,
       [&engine, settings](call made) { return find_sku(engine, std::move(made), settings); }},
      {"GET", "/v1/skus/{sku}/availability", role::buyer,
       [&engine, availability](call made) { return find_sku(engine, std::move(made), availability); }},
      {"GET", "/v1/skus/{sku}/ledger", role::operator_,
       [&engine](call made) { return list_entries(engine, std::move(made)); }},
      {"POST", "/v1/stock/receive", role::operator_,
       [&engine](call made) { return receive(engine, made.asked); }},
      {"GET", "/v1/alerts", role::operator_,
       [&engine](call made) { return list_alerts(engine, std::move(made)); }},
  };
}

}  // namespace holdfast::http
