// Idempotency: what a key that is already bound answers.
#pragma once

#include <optional>

#include "inventory/draft.h"

namespace holdfast::inventory {

// The answer that the key's binding dictates: the first answer again, or a refusal because the key belongs to
// another request or was cancelled. Nothing when the key is free, or bound to this very confirm or release:
// their state decides.
std::optional<outcome> answer_bound_key(const draft& books, const idempotency_key& key,
                                        const fingerprint& print);

}  // namespace holdfast::inventory
