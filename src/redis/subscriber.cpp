// Wake-ups: a second connection that only listens.
#include "redis/subscriber.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <map>
#include <set>
#include <vector>

#include "base/backoff.h"
#include "redis/dial.h"
#include "redis/protocol.h"

namespace holdfast::redis {
namespace asio = boost::asio;

class subscriber::subscription::state {
 public:
  std::string channel;
  std::function<void()> woken;
  std::weak_ptr<subscriber::connection> of;
};

class subscriber::connection : public std::enable_shared_from_this<subscriber::connection> {
 public:
  using state = subscription::state;

  connection(asio::any_io_executor executor, address server, client_options options)
      : executor_(std::move(executor)),
        server_(std::move(server)),
        options_(options),
        socket_(executor_),
        pause_(executor_),
        random_(std::random_device()()) {}

  void start() { asio::co_spawn(executor_, keep_up(shared_from_this()), asio::detached); }

  void stop() {
    stopped_ = true;
    close();
    pause_.cancel();
  }

  void add(const std::shared_ptr<state>& made) {
    std::set<state*>& listeners = channels_[made->channel];
    if (listeners.empty()) send("SUBSCRIBE", made->channel);
    listeners.insert(made.get());
  }

  void remove(state& gone) {
    const auto found = channels_.find(gone.channel);
    found->second.erase(&gone);
    if (!found->second.empty()) return;
    channels_.erase(found);
    send("UNSUBSCRIBE", gone.channel);
  }

 private:
  void send(std::string_view verb, std::string_view channel) {
    if (!open_) return;
    const std::array words{verb, channel};
    append_command(out_, words);
    flush();
  }

  void flush() {
    if (writing_ || out_.empty()) return;
    writing_ = true;
    writing_buffer_.swap(out_);
    asio::async_write(
        socket_, asio::buffer(writing_buffer_),
        [self = shared_from_this(), of = opened_](const boost::system::error_code& error, std::size_t) {
          if (of != self->opened_) return;
          self->writing_ = false;
          self->writing_buffer_.clear();
          if (error) {
            self->close();
          } else {
            self->flush();
          }
        });
  }

  void close() {
    open_ = false;
    ++opened_;
    writing_ = false;
    out_.clear();
    writing_buffer_.clear();
    boost::system::error_code ignored;
    socket_.close(ignored);
  }

  void wake(const std::string& channel) {
    const auto found = channels_.find(channel);
    if (found == channels_.end()) return;
    const std::vector<state*> listeners(found->second.begin(), found->second.end());
    for (state* each : listeners) {
      // A listener may drop its subscription, or another one, when it is woken.
      const auto still = channels_.find(channel);
      if (still != channels_.end() && still->second.contains(each)) each->woken();
    }
  }

  void hear(const reply& message) {
    if (message.is != reply::kind::array || message.items.size() < 2) return;
    const std::string& what = message.items[0].text;
    if (what == "message" || what == "subscribe") wake(message.items[1].text);
  }

  asio::awaitable<boost::system::error_code> listen() {
    open_ = true;
    if (!server_.password.empty()) {
      if (server_.user.empty()) {
        append_command(out_, std::array<std::string_view, 2>{"AUTH", server_.password});
      } else {
        append_command(out_, std::array<std::string_view, 3>{"AUTH", server_.user, server_.password});
      }
    }
    for (const auto& [channel, listeners] : channels_) {
      append_command(out_, std::array<std::string_view, 2>{"SUBSCRIBE", channel});
    }
    flush();
    parser messages;
    std::vector<char> buffer(16 * 1024);
    boost::system::error_code error;
    while (!error && open_) {
      const std::size_t size = co_await socket_.async_read_some(
          asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
      messages.feed({buffer.data(), size});
      while (auto message = messages.next()) {
        if (message->has_error()) {
          error = asio::error::access_denied;
          break;
        }
        hear(**message);
      }
      if (messages.is_broken()) error = asio::error::invalid_argument;
    }
    co_return error;
  }

  static asio::awaitable<void> keep_up(std::shared_ptr<connection> self) {
    base::backoff pauses({.base = self->options_.least_pause, .cap = self->options_.longest_pause});
    while (!self->stopped_) {
      const boost::system::error_code error =
          co_await dial(self->socket_, self->server_, self->options_.connect_timeout);
      if (!error && !self->stopped_) {
        const auto started = std::chrono::steady_clock::now();
        co_await self->listen();
        if (std::chrono::steady_clock::now() - started > self->options_.longest_pause) pauses.reset();
      }
      self->close();
      if (self->stopped_) co_return;
      self->pause_.expires_after(pauses.next(self->random_));
      boost::system::error_code ignored;
      co_await self->pause_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
  }

  asio::any_io_executor executor_;
  address server_;
  client_options options_;
  stream socket_;
  asio::steady_timer pause_;
  base::spread random_;
  std::map<std::string, std::set<state*>> channels_;
  std::string out_;
  std::string writing_buffer_;
  bool writing_ = false;
  bool open_ = false;
  bool stopped_ = false;
  int opened_ = 0;  // handlers of an old connection see by it that they are late
};

subscriber::subscriber(asio::any_io_executor executor, address server, client_options options)
    : connection_(std::make_shared<connection>(std::move(executor), std::move(server), options)) {}

subscriber::~subscriber() {
  stop();
}
void subscriber::start() {
  connection_->start();
}
void subscriber::stop() {
  connection_->stop();
}

subscriber::subscription subscriber::subscribe(const std::string& channel, std::function<void()> woken) {
  subscription made;
  made.state_ = std::make_shared<subscription::state>();
  made.state_->channel = channel;
  made.state_->woken = std::move(woken);
  made.state_->of = connection_;
  connection_->add(made.state_);
  return made;
}

subscriber::subscription::~subscription() {
  if (!state_) return;
  if (const auto of = state_->of.lock()) of->remove(*state_);
}
subscriber::subscription::subscription(subscription&& other) noexcept = default;
subscriber::subscription& subscriber::subscription::operator=(subscription&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

}  // namespace holdfast::redis
