// Every limit of the engine, with its default. docs/configuration.md lists them for users.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace holdfast::engine {

enum class lock_mode {
  redis,  // one Redis lock a SKU: exclusive across nodes and other programs that use the same key
  none,   // the ledger alone; every promise still holds
};

struct options {
  lock_mode lock = lock_mode::redis;

  // Combiner.
  std::size_t max_queue = 20'000;  // commands that wait; one more is answered `overloaded`
  std::size_t max_batch = 256;     // commands in one transaction
  std::chrono::milliseconds fairness_bound{
      100};                              // how long a busy node keeps a SKU before others get their turn
  std::chrono::milliseconds abstain{2};  // how long it then stands back, if a waiter was woken
  std::chrono::milliseconds stuck_pause{5'000};  // how long a SKU with a stuck lock works on the ledger alone
  int unknown_reruns = 20;                      // how often a batch whose commit is unknown is run again (H3)
  std::chrono::milliseconds unknown_pause{25};  // between two of them

  // Admission.
  std::chrono::milliseconds snapshot_freshness{
      250};  // T_stale: how long "sold out" may be answered from memory

  // Sweeper.
  std::chrono::milliseconds sweep_interval{1'000};
  int sweep_limit = 500;  // reservations expired in one sweep; reaching it is logged (H16)

  // Orders.
  std::int64_t max_units = 1'000'000;  // of one SKU in one reservation
};

}  // namespace holdfast::engine
