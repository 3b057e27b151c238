// Randomness: from the kernel for what must not be guessed, seeded and repeatable for what must only be
// spread out.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>

namespace holdfast::base {

// 128 bits from the kernel's generator. Aborts when the kernel has none to give. Any thread.
std::array<std::uint8_t, 16> random_128();

// 128 bits as 32 lower-case hexadecimal digits: a lock token that nobody else can hold.
std::string random_token();

// For jitter, ids of test data and shuffles: the seed makes a run repeatable.
using spread = std::mt19937_64;

}  // namespace holdfast::base
