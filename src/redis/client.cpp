// A Redis client: one connection for commands, pipelined, kept up by itself.
#include "redis/client.h"

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <deque>
#include <vector>

#include "base/backoff.h"
#include "base/log.h"
#include "redis/dial.h"
#include "redis/protocol.h"

namespace holdfast::redis {
namespace asio = boost::asio;

// The connection outlives the client while its background work runs out. Invariants:
//  - pending_ holds one slot for each command, in the order sent; replies are matched by that order alone, so
//  a slot leaves
//    only from the front, when its reply has come, or all together when the connection fails;
//  - the last unsent_ slots of pending_ are the commands in out_, which the server has not seen.
class client::connection : public std::enable_shared_from_this<client::connection> {
 public:
  using handler_type = asio::any_completion_handler<void(result)>;

  connection(asio::any_io_executor executor, address server, client_options options)
      : executor_(std::move(executor)),
        server_(std::move(server)),
        options_(options),
        socket_(executor_),
        timer_(executor_),
        closed_(executor_),
        random_(std::random_device()()) {}

  void start() { asio::co_spawn(executor_, keep_up(shared_from_this()), asio::detached); }

  void stop() {
    stopped_ = true;
    fail("the client was stopped");
    closed_.cancel();
  }

  bool is_available() const { return available_; }
  int connections() const { return connections_; }

  // Completes `handler` once; see client::send().
  void send(std::span<const std::string_view> words, handler_type handler) {
    if (!available_ || pending_.size() >= options_.max_pending) {
      const char* why = available_ ? "too many commands are waiting for an answer" : "Redis is away";
      complete_later(std::move(handler), failure{failure::kind::unavailable, why});
      return;
    }
    enqueue(words, std::move(handler));
  }

 private:
  struct slot {
    handler_type handler;  // empty when the caller has left
    std::chrono::steady_clock::time_point due;
  };

  void enqueue(std::span<const std::string_view> words, handler_type handler) {
    const std::uint64_t number = first_number_ + pending_.size();
    auto cancellation = asio::get_associated_cancellation_slot(handler);
    if (cancellation.is_connected()) {
      cancellation.assign([weak = weak_from_this(), number](asio::cancellation_type) {
        if (const auto self = weak.lock()) self->leave(number);
      });
    }
    append_command(out_, words);
    pending_.push_back({std::move(handler), std::chrono::steady_clock::now() + options_.command_timeout});
    ++unsent_;
    if (pending_.size() == 1) watch_head();
    if (!draining_) flush();
  }

  // Not inline: the caller is still on the stack.
  void complete_later(handler_type handler, failure with) {
    asio::post(executor_, [handler = std::move(handler), with = std::move(with)]() mutable {
      std::move(handler)(result(std::move(with)));
    });
  }

  void leave(std::uint64_t number) {
    if (number < first_number_ || number - first_number_ >= pending_.size()) return;
    slot& left = pending_[number - first_number_];
    if (left.handler) complete_later(std::move(left.handler), failure{failure::kind::cancelled, "cancelled"});
  }

  // Written at once when nothing is being written; what comes meanwhile, or while one read is being drained,
  // goes together.
  void flush() {
    if (writing_ || out_.empty()) return;
    writing_ = true;
    writing_buffer_.swap(out_);
    unsent_ = 0;
    const int of = connections_started_;
    asio::async_write(socket_, asio::buffer(writing_buffer_),
                      [self = shared_from_this(), of](const boost::system::error_code& error, std::size_t) {
                        if (of != self->connections_started_) return;
                        self->writing_ = false;
                        self->writing_buffer_.clear();
                        if (error) {
                          self->fail(error.message());
                        } else {
                          self->flush();
                        }
                      });
  }

  void watch_head() {
    timer_.expires_at(pending_.front().due);
    timer_.async_wait([self = shared_from_this()](const boost::system::error_code& cancelled) {
      if (cancelled || self->pending_.empty()) return;
      if (self->pending_.front().due <= std::chrono::steady_clock::now()) {
        self->fail("no answer in time");
      } else {
        self->watch_head();
      }
    });
  }

  // Ends the connection: what was sent is unknown, what was not had no effect.
  void fail(const std::string& why) {
    available_ = false;
    ++connections_started_;  // handlers of the old connection see that they are late
    boost::system::error_code ignored;
    socket_.close(ignored);
    writing_ = false;
    out_.clear();
    writing_buffer_.clear();
    std::deque<slot> ended;
    ended.swap(pending_);
    first_number_ += ended.size();
    const std::size_t sent = ended.size() - unsent_;
    unsent_ = 0;
    timer_.cancel();
    for (std::size_t i = 0; i < ended.size(); ++i) {
      if (!ended[i].handler) continue;
      const auto kind = i < sent ? failure::kind::outcome_unknown : failure::kind::unavailable;
      complete_later(std::move(ended[i].handler), failure{kind, why});
    }
    closed_.cancel();
  }

  // The reply of the oldest command. Its caller runs on, inline: what it sends next is collected and written
  // together.
  bool deliver(result got) {
    if (pending_.empty()) return false;
    handler_type handler = std::move(pending_.front().handler);
    pending_.pop_front();
    ++first_number_;
    if (handler) std::move(handler)(std::move(got));
    return true;
  }

  static asio::awaitable<void> read(std::shared_ptr<connection> self) {
    const int of = self->connections_started_;
    parser replies;
    std::vector<char> buffer(64 * 1024);
    while (true) {
      boost::system::error_code error;
      const std::size_t size = co_await self->socket_.async_read_some(
          asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
      if (of != self->connections_started_) co_return;
      if (error) {
        self->fail(error.message());
        co_return;
      }
      replies.feed({buffer.data(), size});
      self->draining_ = true;
      bool in_step = true;
      while (auto got = replies.next()) in_step = self->deliver(std::move(*got)) && in_step;
      self->draining_ = false;
      if (of != self->connections_started_) co_return;
      if (!in_step || replies.is_broken()) {
        self->fail("the server's answer makes no sense");
        co_return;
      }
      self->flush();
    }
  }

  asio::awaitable<result> ask(std::span<const std::string_view> words) {
    auto initiate = [this, words](auto handler) { enqueue(words, handler_type(std::move(handler))); };
    co_return co_await asio::async_initiate<const asio::use_awaitable_t<>, void(result)>(initiate,
                                                                                         asio::use_awaitable);
  }

  // AUTH, SELECT, PING: only a server that answers all of them is available.
  asio::awaitable<std::optional<std::string>> introduce() {
    std::vector<std::vector<std::string>> commands;
    if (!server_.password.empty()) {
      commands.push_back(server_.user.empty()
                             ? std::vector<std::string>{"AUTH", server_.password}
                             : std::vector<std::string>{"AUTH", server_.user, server_.password});
    }
    if (server_.database != 0) commands.push_back({"SELECT", std::to_string(server_.database)});
    commands.push_back({"PING"});
    for (const auto& command : commands) {
      const std::vector<std::string_view> words(command.begin(), command.end());
      const result got = co_await ask(words);
      if (got.has_error()) co_return command.front() + ": " + got.error().text;
    }
    co_return std::nullopt;
  }

  static asio::awaitable<void> keep_up(std::shared_ptr<connection> self) {
    base::backoff pauses({.base = self->options_.least_pause, .cap = self->options_.longest_pause});
    bool told = false;
    while (!self->stopped_) {
      boost::system::error_code ignored;
      const boost::system::error_code error =
          co_await dial(self->socket_, self->server_, self->options_.connect_timeout);
      std::optional<std::string> problem;
      if (error) {
        problem = error.message();
      } else if (!self->stopped_) {
        asio::co_spawn(self->executor_, read(self), asio::detached);
        problem = co_await self->introduce();
      }
      if (!problem && !self->stopped_) {
        self->available_ = true;
        ++self->connections_;
        pauses.reset();
        if (told) base::log_info("Redis at {} is back", self->server_.to_string());
        told = false;
        self->closed_.expires_at(std::chrono::steady_clock::time_point::max());
        co_await self->closed_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
        if (!self->stopped_)
          base::log_warning("lost the connection to Redis at {}", self->server_.to_string());
        told = true;
      } else if (!self->stopped_) {
        self->fail(*problem);
        if (!told) base::log_warning("Redis at {} is away: {}", self->server_.to_string(), *problem);
        told = true;
      }
      if (self->stopped_) co_return;
      self->closed_.expires_after(pauses.next(self->random_));
      co_await self->closed_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
  }

  asio::any_io_executor executor_;
  address server_;
  client_options options_;
  stream socket_;
  asio::steady_timer timer_;   // of the oldest command
  asio::steady_timer closed_;  // cancelled when the connection ends; also the pause between attempts
  base::spread random_;
  std::deque<slot> pending_;
  std::uint64_t first_number_ = 0;  // of pending_.front(), counted over all connections
  std::size_t unsent_ = 0;
  std::string out_;
  std::string writing_buffer_;
  bool writing_ = false;
  bool draining_ = false;
  bool available_ = false;
  bool stopped_ = false;
  int connections_ = 0;
  int connections_started_ = 0;
};

client::client(asio::any_io_executor executor, address server, client_options options)
    : connection_(std::make_shared<connection>(std::move(executor), std::move(server), options)) {}

client::~client() {
  stop();
}
void client::start() {
  connection_->start();
}
void client::stop() {
  connection_->stop();
}
bool client::is_available() const {
  return connection_->is_available();
}
int client::connections() const {
  return connection_->connections();
}

asio::awaitable<result> client::send(std::span<const std::string_view> words) {
  // The command outlives a client that is destroyed while it is pending.
  const std::shared_ptr<connection> kept = connection_;
  auto initiate = [&kept, words](auto handler) {
    kept->send(words, connection::handler_type(std::move(handler)));
  };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<>, void(result)>(initiate,
                                                                                       asio::use_awaitable);
}

asio::awaitable<result> client::run(const script& of, std::span<const std::string_view> keys,
                                    std::span<const std::string_view> arguments) {
  const std::string count = std::to_string(keys.size());
  std::vector<std::string_view> words{"EVALSHA", of.digest(), count};
  words.insert(words.end(), keys.begin(), keys.end());
  words.insert(words.end(), arguments.begin(), arguments.end());
  result got = co_await send(words);
  // Every form of it: "NOSCRIPT No matching script...", and the same inside another message.
  if (got.has_error() && got.error().is == failure::kind::server_error &&
      got.error().text.find("NOSCRIPT") != std::string::npos) {
    words[0] = "EVAL";
    words[1] = of.text();
    got = co_await send(words);
  }
  co_return got;
}

}  // namespace holdfast::redis
