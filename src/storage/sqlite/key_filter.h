// A set of 64-bit hashes of every bound key: says at once, without the database, that a key is bound to
// nothing.
#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

namespace holdfast::storage {

// Any thread. 12 to 23 bytes a key. Two keys with one hash (once in 10^12 pairs of a million keys) only cost
// a look in the ledger.
class key_filter {
 public:
  key_filter() : slots_(1024) {}
  void add(std::string_view key);
  bool may_contain(std::string_view key) const;

 private:
  void grow();
  static std::uint64_t hash_of(std::string_view key);
  static bool insert(std::vector<std::uint64_t>& slots, std::uint64_t hash);

  mutable std::mutex mutex_;
  std::vector<std::uint64_t> slots_;  // open addressing; 0 is free; the size is a power of two
  std::size_t used_ = 0;
};

}  // namespace holdfast::storage
