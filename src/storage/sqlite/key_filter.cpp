// A set of 64-bit hashes of every bound key.
#include "storage/sqlite/key_filter.h"

#include <functional>

namespace holdfast::storage {

std::uint64_t key_filter::hash_of(std::string_view key) {
  const std::uint64_t hash = std::hash<std::string_view>()(key);
  return hash == 0 ? 1 : hash;
}

bool key_filter::insert(std::vector<std::uint64_t>& slots, std::uint64_t hash) {
  const std::size_t mask = slots.size() - 1;
  std::size_t at = hash & mask;
  while (slots[at] != 0 && slots[at] != hash) at = (at + 1) & mask;
  const bool is_new = slots[at] == 0;
  slots[at] = hash;
  return is_new;
}

void key_filter::add(std::string_view key) {
  const std::lock_guard guard(mutex_);
  if (used_ * 3 >= slots_.size() * 2) grow();
  used_ += insert(slots_, hash_of(key)) ? 1 : 0;
}

void key_filter::grow() {
  std::vector<std::uint64_t> larger(slots_.size() * 2);
  for (const std::uint64_t hash : slots_) {
    if (hash != 0) insert(larger, hash);
  }
  slots_ = std::move(larger);
}

bool key_filter::may_contain(std::string_view key) const {
  const std::lock_guard guard(mutex_);
  const std::uint64_t hash = hash_of(key);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask; slots_[at] != 0; at = (at + 1) & mask) {
    if (slots_[at] == hash) return true;
  }
  return false;
}

}  // namespace holdfast::storage
