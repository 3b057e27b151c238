// Replay: follows one SKU's entries from the first on and recomputes what they say, trusting none of them.
// Pure; for the audit.
#pragma once

#include <map>
#include <vector>

#include "inventory/changes.h"

namespace holdfast::inventory {

enum class replay_fault {
  seq_not_dense,           // expected: the seq after the last one (I3)
  on_hand_chain_broken,    // expected: the source's level before, plus the delta (I2)
  reserved_chain_broken,   // likewise
  on_hand_negative,        // found: the level
  reserved_negative,       // found: the level
  reserved_above_on_hand,  // expected: on_hand, at most; found: reserved (I1)
  delta_not_of_kind,       // a receive that reserves, a confirm that moves units, ...; found: the delta
  tenure_went_back,        // expected: at least the one before (I12)
  time_went_back,          // expected: at least the one before, in milliseconds
};
std::string_view to_string(replay_fault fault);

struct replay_finding {
  replay_fault what{};
  std::int64_t seq = 0;
  std::int64_t expected = 0;
  std::int64_t found = 0;
};

class replay {
 public:
  struct level {
    std::int64_t on_hand = 0;
    std::int64_t reserved = 0;
  };

  // The next entry of the SKU, in order of seq; what is wrong with it. Goes on from what the entry says, so
  // that one broken link is found once.
  std::vector<replay_finding> feed(const entry& next);

  std::int64_t sequence() const { return sequence_; }
  tenure newest_tenure() const { return tenure_; }
  const std::map<source_id, level>& levels() const { return levels_; }

 private:
  std::int64_t sequence_ = 0;
  tenure tenure_{};
  time_point at_{};
  std::map<source_id, level> levels_;
};

}  // namespace holdfast::inventory
