// Units that arrive, and the settings of SKUs and sources.
#pragma once

#include "inventory/draft.h"

namespace holdfast::inventory {

outcome decide_receive(draft& books, const receive_stock& asked);
outcome decide_put_sku(draft& books, const put_sku& asked);
outcome decide_put_source(draft& books, const put_source& asked);
outcome decide_delete_source(draft& books, const delete_source& asked);

}  // namespace holdfast::inventory
