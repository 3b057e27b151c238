// What the parts of the lock client share: the connections, the scripts, and the work that goes on in the
// background.
#pragma once

#include "lock/sightings.h"
#include "lock/turnstile.h"
#include "redis/client.h"
#include "redis/script.h"
#include "redis/subscriber.h"

namespace holdfast::lock {

class lock_client::machine : public std::enable_shared_from_this<lock_client::machine> {
 public:
  machine(boost::asio::any_io_executor executor, redis::client& commands, redis::subscriber* wakeups);

  boost::asio::awaitable<redis::result> set(const std::string& key, const std::string& token,
                                            milliseconds ttl);
  boost::asio::awaitable<redis::result> renew(const std::string& key, const std::string& token,
                                              milliseconds ttl);
  boost::asio::awaitable<release_outcome> release(const std::string& key, const std::string& token);
  boost::asio::awaitable<redis::result> inspect(const std::string& key);

  // Gives back, as soon as Redis can be reached, what may have been taken: at the latest until it has expired
  // by itself. Does nothing once the clients are stopped.
  void give_back_later(std::string key, std::string token, steady_time until);

  // The channel on which the release of a key is told: beside the key, in the same slot of a cluster.
  static std::string channel_of(const std::string& key);

  const boost::asio::any_io_executor& executor() const { return executor_; }
  redis::client& commands() { return commands_; }
  redis::subscriber* wakeups() { return wakeups_; }
  const std::shared_ptr<turnstile>& queues() const { return queues_; }
  void stop() { stopped_ = true; }
  bool is_stopped() const { return stopped_; }

  // Other holders, over all who asked.
  sightings& seen() { return seen_; }

 private:
  boost::asio::any_io_executor executor_;
  redis::client& commands_;
  redis::subscriber* wakeups_;
  std::shared_ptr<turnstile> queues_;
  redis::script release_;
  redis::script renew_;
  redis::script inspect_;
  sightings seen_{65'536};
  bool stopped_ = false;
};

}  // namespace holdfast::lock
