// Recomputes a SKU's levels from its entries.
#include "inventory/replay.h"

#include <algorithm>

namespace holdfast::inventory {
namespace {

bool fits_kind(const entry& is) {
  const bool keeps_on_hand = is.on_hand_delta == 0;
  switch (is.kind) {
    case entry_kind::receive:
      return is.on_hand_delta > 0 && is.reserved_delta == 0;
    case entry_kind::hold:
      return keeps_on_hand && is.reserved_delta > 0;
    case entry_kind::confirm:
      return keeps_on_hand && is.reserved_delta == 0;
    case entry_kind::release:
    case entry_kind::expire:
      return keeps_on_hand && is.reserved_delta < 0;
  }
  return false;
}

}  // namespace

std::string_view to_string(replay_fault fault) {
  switch (fault) {
    case replay_fault::seq_not_dense:
      return "seq_not_dense";
    case replay_fault::on_hand_chain_broken:
      return "on_hand_chain_broken";
    case replay_fault::reserved_chain_broken:
      return "reserved_chain_broken";
    case replay_fault::on_hand_negative:
      return "on_hand_negative";
    case replay_fault::reserved_negative:
      return "reserved_negative";
    case replay_fault::reserved_above_on_hand:
      return "reserved_above_on_hand";
    case replay_fault::delta_not_of_kind:
      return "delta_not_of_kind";
    case replay_fault::tenure_went_back:
      return "tenure_went_back";
    case replay_fault::time_went_back:
      return "time_went_back";
  }
  return "";
}

std::vector<replay_finding> replay::feed(const entry& next) {
  std::vector<replay_finding> findings;
  const auto demand = [&](bool holds, replay_fault what, std::int64_t expected, std::int64_t found) {
    if (!holds) findings.push_back({.what = what, .seq = next.seq, .expected = expected, .found = found});
  };
  const auto number = [](tenure of) { return static_cast<std::int64_t>(of); };
  const auto milliseconds = [](time_point at) {
    return static_cast<std::int64_t>(at.time_since_epoch().count());
  };

  demand(next.seq == sequence_ + 1, replay_fault::seq_not_dense, sequence_ + 1, next.seq);
  demand(fits_kind(next), replay_fault::delta_not_of_kind, 0,
         next.on_hand_delta != 0 ? next.on_hand_delta : next.reserved_delta);
  demand(next.under >= tenure_, replay_fault::tenure_went_back, number(tenure_), number(next.under));
  demand(next.at >= at_, replay_fault::time_went_back, milliseconds(at_), milliseconds(next.at));

  level& at = levels_[next.source];
  const std::int64_t on_hand = at.on_hand + next.on_hand_delta;
  const std::int64_t reserved = at.reserved + next.reserved_delta;
  at = {.on_hand = next.on_hand_after.value(), .reserved = next.reserved_after.value()};
  demand(at.on_hand == on_hand, replay_fault::on_hand_chain_broken, on_hand, at.on_hand);
  demand(at.reserved == reserved, replay_fault::reserved_chain_broken, reserved, at.reserved);
  demand(on_hand >= 0, replay_fault::on_hand_negative, 0, on_hand);
  demand(reserved >= 0, replay_fault::reserved_negative, 0, reserved);
  demand(at.reserved <= at.on_hand, replay_fault::reserved_above_on_hand, at.on_hand, at.reserved);

  sequence_ = next.seq;
  tenure_ = std::max(tenure_, next.under);
  at_ = std::max(at_, next.at);
  return findings;
}

}  // namespace holdfast::inventory
