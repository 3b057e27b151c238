// Key filter: remembers which idempotency keys may be bound, so that a refusal from memory needs no look at
// the ledger. Holds 64-bit hashes: a false "may be bound" costs one read, a false "is not" cannot happen. 12
// to 24 bytes a key.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace holdfast::storage::sqlite {

// One thread at a time.
class key_filter {
 public:
  void add(std::string_view key);
  bool may_contain(std::string_view key) const;
  std::size_t size() const;

 private:
  // Many small tables, so that growing one never stops the caller for long: at ten million keys one holds
  // 40,000.
  struct table {
    std::vector<std::uint64_t> slots;  // open addressing; 0 is empty; a power of two
    std::size_t used = 0;
    bool insert(std::uint64_t hash);
    bool contains(std::uint64_t hash) const;
    void grow();
  };
  std::array<table, 256> tables_;
};

}  // namespace holdfast::storage::sqlite
