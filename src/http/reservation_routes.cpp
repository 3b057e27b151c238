// Routes of reservations: create, read, list, confirm, release, cancel by key.
#include <boost/asio/use_awaitable.hpp>

#include "engine/end_reservation.h"
#include "engine/reserve_stock.h"
#include "http/answers.h"
#include "http/api.h"
#include "http/call_input.h"
#include "http/problem.h"
#include "http/views.h"

namespace holdfast::http {
namespace {

namespace asio = boost::asio;
using inventory::quantity;

constexpr std::size_t most_lines = 100;

input<engine::reserve_request> parse_reserve(const request& asked) {
  auto sent = keyed_body_of(asked);
  if (sent.has_error()) return sent.error();

  object_reader in(sent->body);
  auto buyer = in.name<inventory::buyer_id>("buyer");
  auto order = in.optional_name<inventory::order_ref>("order_ref");
  const std::int64_t hold = in.integer_or("hold_seconds", {.least = 1, .most = 86'400}, 900);
  std::vector<inventory::line> lines;
  for (object_reader& line : in.objects("lines", most_lines)) {
    auto sku = line.name<inventory::sku_id>("sku");
    const auto units =
        line.integer("quantity", {.least = 1, .most = quantity::max, .code = "quantity_invalid"});
    if (auto wrong = line.error()) in.adopt(line);
    if (sku && units) lines.push_back({.sku = *std::move(sku), .units = *quantity::of(*units)});
  }
  if (auto wrong = in.error()) return *std::move(wrong);
  return engine::reserve_request{.key = std::move(sent->key),
                                 .buyer = *std::move(buyer),
                                 .order = std::move(order),
                                 .hold = std::chrono::seconds(hold),
                                 .lines = std::move(lines),
                                 .deadline = sent->deadline};
}

asio::awaitable<response> create(engine::service& engine, const request& asked) {
  auto parsed = parse_reserve(asked);
  if (parsed.has_error()) co_return respond(parsed.error());
  engine::answer given = co_await engine::reserve_stock(engine, *std::move(parsed));
  co_return respond(given, true);
}

// What confirm and release are told: the reservation, perhaps a key, and an empty body.
template <class Asked>
struct ending {
  Asked asked;
  engine::steady_time deadline;
};

template <class Asked>
input<ending<Asked>> parse_ending(const call& made) {
  const auto deadline = deadline_of(made.asked);
  if (deadline.has_error()) return deadline.error();
  auto key = optional_key_of(made.asked);
  if (key.has_error()) return key.error();
  const auto id = id_in(made.parts.at(0));
  if (id.has_error()) return id.error();
  const auto body = body_of(made.asked);
  if (body.has_error()) return body.error();
  object_reader in(*body);
  if (auto wrong = in.error()) return *std::move(wrong);
  return ending<Asked>{.asked = {.id = *id, .key = *std::move(key)}, .deadline = *deadline};
}

asio::awaitable<response> confirm(engine::service& engine, call made) {
  auto parsed = parse_ending<inventory::confirm_reservation>(made);
  if (parsed.has_error()) co_return respond(parsed.error());
  engine::answer given =
      co_await engine::confirm_reservation(engine, std::move(parsed->asked), parsed->deadline);
  co_return respond(given, false);
}

asio::awaitable<response> release(engine::service& engine, call made) {
  auto parsed = parse_ending<inventory::release_reservation>(made);
  if (parsed.has_error()) co_return respond(parsed.error());
  engine::answer given =
      co_await engine::release_reservation(engine, std::move(parsed->asked), parsed->deadline);
  co_return respond(given, false);
}

asio::awaitable<response> cancel(engine::service& engine, const request& asked) {
  const auto deadline = deadline_of(asked);
  if (deadline.has_error()) co_return respond(deadline.error());
  const auto body = parse_object(asked.body);
  if (body.has_error()) co_return respond(body.error());
  object_reader in(*body);
  auto key = in.name<inventory::idempotency_key>("key");
  if (auto wrong = in.error()) co_return respond(*wrong);
  inventory::cancel_key command{.key = *std::move(key)};
  engine::answer given = co_await engine::cancel_key(engine, std::move(command), *deadline);
  co_return respond(given, false);
}

// The state of a reservation that is read is the one by the clock: a due hold is expired, swept or not.
boost::json::object show(const inventory::reservation& found) {
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  return view_of(found, found.state_at(now));
}

asio::awaitable<response> find(engine::service& engine, call made) {
  const auto id = id_in(made.parts.at(0));
  if (id.has_error()) co_return respond(id.error());
  auto found = co_await engine.store().find_reservation(*id);
  if (found.has_error()) co_return respond(found.error());
  if (!found->has_value()) co_return problem(404, "not_found", "there is no such reservation");
  co_return respond_with(show(**found));
}

template <class Name>
bool take_filter(const call& made, const std::string& parameter, std::optional<Name>& into,
                 std::optional<input_error>& wrong) {
  const auto given = made.parameter(parameter);
  if (!given) return true;
  into = Name::parse(*given);
  if (!into)
    wrong = input_error{400, "field_invalid", parameter, std::string(Name::allowed()) + " are allowed"};
  return into.has_value();
}

std::optional<inventory::reservation_state> parse_state(const std::string& text) {
  using inventory::reservation_state;
  for (const auto each : {reservation_state::held, reservation_state::confirmed, reservation_state::released,
                          reservation_state::expired}) {
    if (inventory::to_string(each) == text) return each;
  }
  return std::nullopt;
}

input<engine::reservation_filter> parse_filter(const call& made) {
  engine::reservation_filter filter;
  std::optional<input_error> wrong;
  take_filter(made, "order_ref", filter.order, wrong) && take_filter(made, "buyer", filter.buyer, wrong) &&
      take_filter(made, "sku", filter.sku, wrong);
  if (wrong) return *std::move(wrong);
  if (const auto state = made.parameter("state")) {
    filter.state = parse_state(*state);
    if (!filter.state) {
      return input_error{400, "field_invalid", "state", "held, confirmed, released or expired is allowed"};
    }
  }
  return filter;
}

asio::awaitable<response> list(engine::service& engine, call made) {
  const auto limit = limit_of(made);
  if (limit.has_error()) co_return respond(limit.error());
  auto filter = parse_filter(made);
  if (filter.has_error()) co_return respond(filter.error());
  std::optional<inventory::reservation_id> before;
  if (const auto after = made.parameter("after")) {
    const auto id = id_in(*after);
    if (id.has_error()) co_return respond(id.error());
    before = *id;
  }
  auto found = co_await engine.store().list_reservations(*std::move(filter), before, *limit);
  if (found.has_error()) co_return respond(found.error());
  boost::json::array items;
  for (const inventory::reservation& each : *found) items.push_back(show(each));
  boost::json::object body{{"items", std::move(items)}, {"next", nullptr}};
  if (static_cast<int>(found->size()) == *limit) body["next"] = found->back().id.to_string();
  co_return respond_with(std::move(body));
}

}  // namespace

std::vector<route> reservation_routes(engine::service& engine) {
  return {
      {"POST", "/v1/reservations", role::buyer, [&engine](call made) { return create(engine, made.asked); }},
      {"GET", "/v1/reservations", role::buyer,
       [&engine](call made) { return list(engine, std::move(made)); }},
      {"POST", "/v1/reservations:cancel", role::buyer,
       [&engine](call made) { return cancel(engine, made.asked); }},
      {"GET", "/v1/reservations/{id}", role::buyer,
       [&engine](call made) { return find(engine, std::move(made)); }},
      {"POST", "/v1/reservations/{id}/confirm", role::buyer,
       [&engine](call made) { return confirm(engine, std::move(made)); }},
      {"POST", "/v1/reservations/{id}/release", role::buyer,
       [&engine](call made) { return release(engine, std::move(made)); }},
  };
}

}  // namespace holdfast::http
