// May this reservation be confirmed, released, cancelled, expired? One compare-and-set on its state, one
// winner (I8, I10).
#pragma once

#include "inventory/draft.h"

namespace holdfast::inventory {

outcome decide_confirm(draft& books, const confirm_reservation& asked);
outcome decide_release(draft& books, const release_reservation& asked);
outcome decide_cancel(draft& books, const cancel_key& asked);
outcome decide_expire(draft& books, const expire_reservation& asked);

}  // namespace holdfast::inventory
