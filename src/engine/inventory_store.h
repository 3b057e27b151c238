// The port to the ledger: what the engine asks of a database. SQLite serves it now; another database must
// pass the same store contract (test/store_contract). An adapter loads the books under row locks, lets
// inventory::decide() decide, writes the changes, and reports; it decides nothing.
#pragma once

#include <boost/asio/awaitable.hpp>

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "holdfast/inventory/command.h"
#include "holdfast/inventory/outcome.h"
#include "inventory/books.h"
#include "inventory/changes.h"

namespace holdfast::engine {

struct batch {
  std::vector<inventory::command> commands;
  std::vector<inventory::claim> claims;  // sorted by SKU, each SKU once
};

enum class commit_status {
  committed,         // durable: fsynced, and in every later state (I4)
  nothing_to_write,  // every outcome is a refusal, a replay or without effect; nothing was written
  tenure_stale,      // a claim was older than the ledger's tenure: nothing was decided (I12)
  failed,  // rolled back for sure; `fault` says why. One bad command may be the reason: the engine halves the
           // batch (H5)
  unknown,  // the commit was sent and its outcome cannot be known: run the same batch again (H3)
};

// Where a SKU stands after a batch, for snapshots and for the next claim.
struct sku_position {
  inventory::sku_id sku;
  std::int64_t version = 0;  // the SKU's sequence; it only grows (I17)
  inventory::quantity salable;
  std::optional<inventory::time_point> next_due;  // may be early, never late
  inventory::tenure tenure{};
};

struct batch_result {
  commit_status status = commit_status::failed;
  std::vector<inventory::outcome> outcomes;  // one a command when committed or nothing_to_write, else empty
  std::vector<sku_position> positions;       // of every existing SKU that the batch claimed or changed
  inventory::time_point now;                 // the ledger's clock in the transaction
  std::string fault;                         // for a person; empty unless failed or unknown
};

struct store_fault {
  std::string message;  // for a person
};
[[noreturn]] void throw_exception_from_error(const store_fault& fault, const boost::source_location& where);

template <class T>
using read = boost::asio::awaitable<base::result<T, store_fault>>;

struct availability {
  inventory::sku_id sku;
  inventory::sku_settings settings;
  std::int64_t version = 0;
  inventory::quantity salable;  // due holds counted as free, by the ledger's clock
  inventory::quantity on_hand;
  inventory::quantity reserved;                   // due holds not counted
  std::optional<inventory::time_point> next_due;  // the earliest hold that is not yet due
  std::vector<inventory::source_level>
      sources;  // `reserved` without due holds; sorted by priority, then by source
};

struct bound_key {
  inventory::binding bound;
  std::optional<inventory::reservation> made;  // when it is bound to a reservation
};

struct alert_record {
  std::int64_t id = 0;  // grows with each alert
  inventory::low_stock_alert alert;
  inventory::time_point at;
};

struct reservation_filter {
  std::optional<inventory::order_ref> order;
  std::optional<inventory::buyer_id> buyer;
  std::optional<inventory::reservation_state> state;  // as a reader sees it: a due hold is expired
  std::optional<inventory::sku_id> sku;
};

// All calls are made on the engine's thread and complete there; the work is done elsewhere, so the thread
// never blocks. A cancelled call may still take effect. Reads see every batch that was reported committed
// before they were called.
class inventory_store {
 public:
  virtual ~inventory_store() = default;

  // ONE transaction. At most parallel_batches() at a time.
  virtual boost::asio::awaitable<batch_result> commit(batch asked) = 0;
  virtual unsigned parallel_batches() const = 0;

  // False only when the key is bound to nothing for sure: the cheap look before a refusal from memory
  // (DESIGN, "Keys before refusals"). Does not wait.
  virtual bool may_be_bound(const inventory::idempotency_key& key) const = 0;

  virtual read<std::optional<bound_key>> find_key(inventory::idempotency_key key) = 0;
  virtual read<std::optional<inventory::reservation>> find_reservation(inventory::reservation_id id) = 0;
  // Newest first, those before `before` when it is given, `limit` at most.
  virtual read<std::vector<inventory::reservation>> list_reservations(
      reservation_filter filter, std::optional<inventory::reservation_id> before, int limit) = 0;
  // Reservations that are held and due, earliest first, with the SKUs they hold.
  virtual read<std::vector<inventory::reservation>> list_due(int limit) = 0;
  virtual read<std::optional<availability>> find_availability(inventory::sku_id sku) = 0;
  // By name, those after `after` when it is given.
  virtual read<std::vector<availability>> list_skus(std::optional<inventory::sku_id> after, int limit) = 0;
  virtual read<std::vector<inventory::source>> list_sources() = 0;
  // In order of seq, those above `after_seq`.
  virtual read<std::vector<inventory::entry>> list_entries(inventory::sku_id sku, std::int64_t after_seq,
                                                           int limit) = 0;
  virtual read<std::vector<alert_record>> list_alerts(std::int64_t after_id, int limit) = 0;
  // The ledger's clock, and proof that it answers (readyz).
  virtual read<inventory::time_point> read_clock() = 0;
};

}  // namespace holdfast::engine
