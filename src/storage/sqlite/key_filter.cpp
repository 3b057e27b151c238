// Open addressing in 256 tables.
#include "storage/sqlite/key_filter.h"

#include <functional>

namespace holdfast::storage::sqlite {
namespace {

std::uint64_t hash_of(std::string_view key) {
  const std::uint64_t hash = std::hash<std::string_view>()(key);
  return hash == 0 ? 1 : hash;  // 0 marks an empty slot
}

// The top bits choose the table, the bottom bits the slot.
std::size_t table_of(std::uint64_t hash) {
  return hash >> 56;
}

}  // namespace

void key_filter::add(std::string_view key) {
  const std::uint64_t hash = hash_of(key);
  table& into = tables_[table_of(hash)];
  if (into.used * 3 >= into.slots.size() * 2) into.grow();
  if (into.insert(hash)) ++into.used;
}

bool key_filter::may_contain(std::string_view key) const {
  const std::uint64_t hash = hash_of(key);
  return tables_[table_of(hash)].contains(hash);
}

std::size_t key_filter::size() const {
  std::size_t total = 0;
  for (const table& each : tables_) total += each.used;
  return total;
}

bool key_filter::table::insert(std::uint64_t hash) {
  const std::size_t mask = slots.size() - 1;
  std::size_t at = hash & mask;
  while (slots[at] != 0) {
    if (slots[at] == hash) return false;
    at = (at + 1) & mask;
  }
  slots[at] = hash;
  return true;
}

bool key_filter::table::contains(std::uint64_t hash) const {
  if (slots.empty()) return false;
  const std::size_t mask = slots.size() - 1;
  for (std::size_t at = hash & mask; slots[at] != 0; at = (at + 1) & mask) {
    if (slots[at] == hash) return true;
  }
  return false;
}

void key_filter::table::grow() {
  std::vector<std::uint64_t> old(slots.empty() ? 16 : slots.size() * 2);
  old.swap(slots);
  for (const std::uint64_t hash : old) {
    if (hash != 0) insert(hash);
  }
}

}  // namespace holdfast::storage::sqlite
