// Sightings: since when each contended key has been seen with the same token.
#include "lock/sightings.h"

namespace holdfast::lock {

milliseconds sightings::seen_for(const std::string& key, const std::string& token, steady_time now) {
  const auto found = since_.find(key);
  if (found != since_.end() && found->second.token == token) {
    return std::chrono::duration_cast<milliseconds>(now - found->second.since);
  }
  if (found == since_.end() && since_.size() >= limit_) since_.erase(since_.begin());
  since_[key] = {token, now};
  return milliseconds(0);
}

}  // namespace holdfast::lock
