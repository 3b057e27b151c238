// What the audit's passes share: the report being written, and totals by SKU that one pass gathers and
// another one checks.
#pragma once

#include <array>
#include <map>
#include <string>
#include <unordered_map>

#include "storage/sqlite/audit.h"
#include "storage/sqlite/connection.h"

namespace holdfast::storage::sqlite {

struct audit_tally {
  // Endings (confirm, release, expire) of one SKU. A missing one and a double one would have the same count,
  // not the same sum of hashes.
  struct endings {
    std::int64_t count = 0;
    std::uint64_t hashes = 0;
    friend bool operator==(const endings&, const endings&) = default;
  };
  struct sku_totals {
    std::array<endings, 4> by_entries{};                      // index: the state that the entry leads to
    std::array<endings, 4> by_reservations{};                 // index: the state of the reservation
    std::map<std::string, std::int64_t> reserved;             // by source, by held and confirmed allocations
    std::map<std::string, std::int64_t> reserved_by_entries;  // by source, as the entries leave it
    bool is_known = false;                                    // has a row in skus
  };

  audit_report report;
  std::size_t most_findings = 0;
  std::unordered_map<std::string, sku_totals> skus;
  std::int64_t holds = 0;
  std::int64_t receives = 0;

  void find(audit_finding finding) {
    ++report.findings_in_all;
    if (report.findings.size() < most_findings) report.findings.push_back(std::move(finding));
  }
};

std::uint64_t hash_of_ending(const inventory::reservation_id& id, std::string_view source);

// The passes. Each reports what it finds; a fault of the connection ends the audit.
void audit_entries(connection& on, audit_tally& tally, const audit_options& options);
void audit_reservations(connection& on, audit_tally& tally);
void audit_keys(connection& on, audit_tally& tally);
void audit_buyer_units(connection& on, audit_tally& tally);

}  // namespace holdfast::storage::sqlite
