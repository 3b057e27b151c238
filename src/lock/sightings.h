// Sightings: since when each contended key has been seen with the same token.
#pragma once

#include <string>
#include <unordered_map>

#include "lock/rules.h"

namespace holdfast::lock {

// Kept between acquisitions, since one that gives up may be followed by another that meets the same holder.
// So a key nobody asks for again stays; the limit bounds that (I22), and what it drops only delays `stuck`.
class sightings {
 public:
  explicit sightings(std::size_t limit) : limit_(limit) {}

  // How long `token` has been seen on `key`, this time included.
  milliseconds seen_for(const std::string& key, const std::string& token, steady_time now);
  // The key was free, or is ours.
  void forget(const std::string& key) { since_.erase(key); }
  std::size_t size() const { return since_.size(); }

 private:
  struct sighting {
    std::string token;
    steady_time since;
  };
  std::size_t limit_;
  std::unordered_map<std::string, sighting> since_;
};

}  // namespace holdfast::lock
