// An engine over a real SQLite ledger, with or without a real Redis.
#include "engine_fixture.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <sstream>

namespace holdfast::testing {
namespace asio = boost::asio;

node::node(asio::io_context& io, engine::inventory_store& store, const redis_server* server,
           engine::options limits)
    : metrics_(registry_) {
  limits.lock = server == nullptr ? engine::lock_mode::none : engine::lock_mode::redis;
  if (server != nullptr) {
    const redis::address place = *redis::parse_address(server->url());
    commands_.emplace(io.get_executor(), place, redis::client_options{.command_timeout = 300ms});
    wakeups_.emplace(io.get_executor(), place);
    locks_.emplace(io.get_executor(), *commands_, &*wakeups_);
    leases_.emplace(*locks_, *commands_, lock::acquire_options{.ttl = 1s, .stuck_after = 2s});
    snapshots_.emplace(io.get_executor(), *commands_, metrics_, limits.snapshot_freshness);
    commands_->start();
    wakeups_->start();
  }
  engine_.emplace(engine::service::parts{.executor = io.get_executor(),
                                         .store = store,
                                         .locks = leases_ ? &*leases_ : nullptr,
                                         .snapshots = snapshots_ ? &*snapshots_ : nullptr,
                                         .counters = metrics_},
                  limits);
}

node::~node() {
  if (commands_) commands_->stop();
  if (wakeups_) wakeups_->stop();
}

EngineTest::EngineTest() {
  auto opened = storage::sqlite::ledger::open({.folder = folder.path()});
  ledger = std::move(opened.value());
  store = std::make_unique<faulty_store>(io, *ledger);
}

awaitable<void> EngineTest::pause(std::chrono::milliseconds time) {
  asio::steady_timer timer(io, time);
  co_await timer.async_wait(asio::use_awaitable);
}

awaitable<void> EngineTest::until(std::function<bool()> condition) {
  for (int i = 0; i < 10'000 && !condition(); ++i) co_await pause(1ms);
  EXPECT_TRUE(condition());
}

awaitable<void> EngineTest::stock(node& at, std::string sku, std::int64_t units) {
  const auto deadline = std::chrono::steady_clock::now() + 5s;
  inventory::put_source source{.source = {.id = *inventory::source_id::parse("main")}};
  co_await engine::put_source(at.engine(), std::move(source), deadline);
  inventory::put_sku settings{.sku = *inventory::sku_id::parse(sku), .settings = {}};
  co_await engine::put_sku(at.engine(), std::move(settings), deadline);
  static int number = 0;
  inventory::receive_stock arrival{
      .key = *inventory::idempotency_key::parse("stock-" + std::to_string(++number)),
      .sku = *inventory::sku_id::parse(sku),
      .source = *inventory::source_id::parse("main"),
      .units = *inventory::quantity::of(units)};
  co_await engine::receive_stock(at.engine(), std::move(arrival), deadline);
}

awaitable<engine::answer> EngineTest::reserve(node& at, std::string key, std::string cart,
                                              std::chrono::milliseconds patience, std::string buyer) {
  engine::reserve_request asked{.key = *inventory::idempotency_key::parse(key),
                                .buyer = *inventory::buyer_id::parse(buyer),
                                .order = std::nullopt,
                                .hold = 900s,
                                .lines = {},
                                .deadline = std::chrono::steady_clock::now() + patience};
  std::istringstream names(cart);
  for (std::string each; std::getline(names, each, ',');) {
    asked.lines.push_back({.sku = *inventory::sku_id::parse(each), .units = *inventory::quantity::of(1)});
  }
  co_return co_await engine::reserve_stock(at.engine(), std::move(asked));
}

void EngineTest::start(awaitable<engine::answer> work, std::optional<engine::answer>& into) {
  asio::co_spawn(
      io,
      [](awaitable<engine::answer> running, std::optional<engine::answer>& result) -> awaitable<void> {
        result = co_await std::move(running);
      }(std::move(work), into),
      [](std::exception_ptr error) {
        if (error) std::rethrow_exception(error);
      });
}

awaitable<std::int64_t> EngineTest::salable(std::string sku) {
  auto found = co_await ledger->find_availability(*inventory::sku_id::parse(sku));
  co_return found.value()->salable.value();
}

bool is_held(const engine::answer& given) {
  const auto* outcome = std::get_if<inventory::outcome>(&given);
  return outcome != nullptr && std::holds_alternative<inventory::reservation_answer>(*outcome);
}

bool is_refused(const engine::answer& given, inventory::refusal_code code) {
  const auto* outcome = std::get_if<inventory::outcome>(&given);
  const auto* why = outcome == nullptr ? nullptr : std::get_if<inventory::refusal>(outcome);
  return why != nullptr && why->code == code;
}

bool is_trouble(const engine::answer& given, engine::trouble what) {
  const auto* found = std::get_if<engine::trouble>(&given);
  return found != nullptr && *found == what;
}

inventory::reservation_id id_of(const engine::answer& given) {
  return std::get<inventory::reservation_answer>(std::get<inventory::outcome>(given)).answered.id;
}

}  // namespace holdfast::testing
