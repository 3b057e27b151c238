// What the parts of the lock client share.
#include "lock/machine.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>

#include "embedded/holdfast_lock.h"

namespace holdfast::lock {
namespace asio = boost::asio;

namespace {

constexpr milliseconds give_back_pause{20};

asio::awaitable<void> give_back(std::shared_ptr<lock_client::machine> machine, std::string key,
                                std::string token, steady_time until) {
  asio::steady_timer pause(machine->executor());
  while (!machine->is_stopped() && std::chrono::steady_clock::now() < until) {
    const release_outcome got = co_await machine->release(key, token);
    if (got.is != release_outcome::status::unknown) co_return;
    pause.expires_after(give_back_pause);
    boost::system::error_code ignored;
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
}

}  // namespace

lock_client::machine::machine(asio::any_io_executor executor, redis::client& commands,
                              redis::subscriber* wakeups)
    : executor_(std::move(executor)),
      commands_(commands),
      wakeups_(wakeups),
      queues_(std::make_shared<turnstile>(executor_)),
      release_(embedded::release_lua),
      renew_(embedded::renew_lua),
      inspect_(embedded::inspect_lua) {}

asio::awaitable<redis::result> lock_client::machine::set(const std::string& key, const std::string& token,
                                                         milliseconds ttl) {
  const std::string px = std::to_string(ttl.count());
  co_return co_await commands_.command("SET", key, token, "NX", "PX", px);
}

asio::awaitable<redis::result> lock_client::machine::renew(const std::string& key, const std::string& token,
                                                           milliseconds ttl) {
  const std::string px = std::to_string(ttl.count());
  const std::array<std::string_view, 1> keys{key};
  const std::array<std::string_view, 2> arguments{token, px};
  co_return co_await commands_.run(renew_, keys, arguments);
}

asio::awaitable<release_outcome> lock_client::machine::release(const std::string& key,
                                                               const std::string& token) {
  const std::string channel = channel_of(key);
  const std::array<std::string_view, 1> keys{key};
  const std::array<std::string_view, 2> arguments{token, channel};
  const redis::result got = co_await commands_.run(release_, keys, arguments);
  if (got.has_error()) {
    const bool not_ours = got.error().text.find("WRONGTYPE") != std::string::npos;
    co_return release_outcome{not_ours ? release_outcome::status::not_held
                                       : release_outcome::status::unknown};
  }
  if (got->items.size() != 2 || got->items[0].number == 0)
    co_return release_outcome{release_outcome::status::not_held};
  co_return release_outcome{release_outcome::status::released, static_cast<int>(got->items[1].number)};
}

asio::awaitable<redis::result> lock_client::machine::inspect(const std::string& key) {
  const std::array<std::string_view, 1> keys{key};
  co_return co_await commands_.run(inspect_, keys, {});
}

void lock_client::machine::give_back_later(std::string key, std::string token, steady_time until) {
  if (stopped_) return;
  asio::co_spawn(executor_, give_back(shared_from_this(), std::move(key), std::move(token), until),
                 asio::detached);
}

std::string lock_client::machine::channel_of(const std::string& key) {
  return "holdfast:{" + key + "}:released";
}

}  // namespace holdfast::lock
