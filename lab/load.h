// A closed-loop load generator: so many keep-alive connections, each with one request on its way, over real
// HTTP.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace holdfast::lab {

struct load_plan {
  std::uint16_t port = 0;
  int connections = 64;
  std::chrono::milliseconds time{2'000};
  // The bytes of the n-th request of the run.
  std::function<void(std::string& into, std::uint64_t number)> write_request;
};

struct load_result {
  std::uint64_t accepted = 0;  // 200 and 201
  std::uint64_t refused = 0;   // 4xx
  std::uint64_t failed = 0;    // 5xx, or no answer
  double seconds = 0;
  double p50_ms = 0;  // of the accepted
  double p99_ms = 0;
  double generator_load = 0;  // share of one core that the generator used: near 1 it measures itself

  double per_second() const { return static_cast<double>(accepted) / seconds; }
};

load_result run_load(const load_plan& plan);

}  // namespace holdfast::lab
