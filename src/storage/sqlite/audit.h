// Audit: recomputes everything from the entries and compares it with what the rows say, beside a running
// service.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/inventory_store.h"

namespace holdfast::storage::sqlite {

struct audit_finding {
  std::string check;     // one word: "level", "sequence", "outbox", "on_hand_chain_broken", ...
  std::string sku;       // empty when it is about no SKU
  std::int64_t seq = 0;  // of the entry; 0 when it is about no entry
  std::string subject;   // a source, a reservation, a key, a buyer; may be empty
  std::string expected;
  std::string found;
};

struct audit_report {
  std::int64_t skus = 0;
  std::int64_t entries = 0;
  std::int64_t reservations = 0;
  std::int64_t keys = 0;
  std::int64_t outbox_rows = 0;
  std::int64_t findings_in_all = 0;
  std::vector<audit_finding> findings;  // the first ones

  bool is_clean() const { return findings_in_all == 0; }
};

struct audit_progress {
  std::int64_t entries_read = 0;
  std::int64_t entries = 0;  // about as many as there are
};

struct audit_options {
  std::filesystem::path folder;
  std::size_t most_findings = 1'000;
  std::function<void(const audit_progress&)> progress = {};  // now and then
};

// Reads one snapshot of the ledger in FOLDER, without its lock. Blocks; memory grows with the number of SKUs,
// not of entries. A fault when the ledger cannot be read to its end.
base::result<audit_report, engine::store_fault> audit(const audit_options& options);

}  // namespace holdfast::storage::sqlite
