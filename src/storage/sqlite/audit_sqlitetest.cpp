// The audit finds each kind of corruption that is planted.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "storage/sqlite/audit.h"
#include "storage/sqlite/data_folder.h"
#include "storage/sqlite/sqlite_testing.h"

namespace holdfast::storage::sqlite {
namespace {

using namespace testing;

struct corruption {
  const char* name;
  const char* sql;
  const char* found_by;  // the check that must report it
};

constexpr const char* unlock =
    "DROP TRIGGER entries_are_never_changed; DROP TRIGGER entries_are_never_deleted;"
    "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;";

const corruption corruptions[] = {
    {"LevelTooHigh", "UPDATE stock SET on_hand = on_hand + 1", "level"},
    {"ReservedTooLow", "UPDATE stock SET reserved = reserved - 1", "level"},
    {"LevelNegative", "UPDATE stock SET on_hand = -1", "level"},
    {"StockRowLost", "DELETE FROM stock", "level"},
    {"EntryLost", "DELETE FROM entries WHERE seq = 3", "seq_not_dense"},
    {"LastEntryLost", "DELETE FROM entries WHERE seq = (SELECT MAX(seq) FROM entries)", "sequence"},
    {"DeltaChanged", "UPDATE entries SET reserved_delta = 2 WHERE seq = 2", "reserved_chain_broken"},
    {"AfterChanged", "UPDATE entries SET on_hand_after = on_hand_after + 1 WHERE seq = 2",
     "on_hand_chain_broken"},
    {"KindChanged", "UPDATE entries SET kind = 'hold' WHERE kind = 'confirm'", "delta_not_of_kind"},
    {"TenureWentBack", "UPDATE entries SET tenure = 7 WHERE seq = 2", "tenure_went_back"},
    {"TenureAhead", "UPDATE entries SET tenure = 7", "tenure"},
    {"TimeWentBack", "UPDATE entries SET at = at + 1000000 WHERE seq = 2", "time_went_back"},
    {"SequenceBehind", "UPDATE skus SET sequence = sequence - 1", "sequence"},
    {"SkuLost", "DELETE FROM skus", "unknown_sku"},
    {"ReservationLost", "DELETE FROM reservations WHERE state = 'held'", "entry_without_allocation"},
    {"AllocationLost", "DELETE FROM allocations WHERE seq = 2", "entry_without_allocation"},
    {"AllocationChanged", "UPDATE allocations SET quantity = 5 WHERE seq = 2", "allocation"},
    {"AllocationOfNothing",
     "INSERT INTO allocations SELECT shop, x'00112233445566778899aabbccddeeff', sku, source, quantity, seq, "
     "procurement, "
     "NULL FROM allocations LIMIT 1",
     "allocation_without_reservation"},
    {"StateChanged", "UPDATE reservations SET state = 'released' WHERE state = 'confirmed'", "state"},
    {"EndedWithoutEntry", "UPDATE reservations SET state = 'confirmed' WHERE state = 'held'", "endings"},
    {"ReleasedWithoutEntry", "UPDATE reservations SET state = 'released' WHERE state = 'held'", "reserved"},
    {"DueAfterTheEnd", "UPDATE allocations SET expires_at = 1 WHERE expires_at IS NULL", "due"},
    {"NeverDue", "UPDATE allocations SET expires_at = NULL WHERE expires_at IS NOT NULL", "due"},
    {"KeyLost", "DELETE FROM idempotency_keys WHERE kind = 'reservation'", "reservation_without_key"},
    {"KeyOfNothing",
     "UPDATE idempotency_keys SET reservation = x'00112233445566778899aabbccddeeff' "
     "WHERE key = 'key-A'",
     "key"},
    {"ReceiveKeyLost", "DELETE FROM idempotency_keys WHERE kind = 'received'", "receive_without_key"},
    {"ReceiveAnswerChanged", "UPDATE idempotency_keys SET on_hand = 77 WHERE kind = 'received'", "key"},
    {"OutboxGap", "DELETE FROM outbox WHERE first_seq = 2", "outbox"},
    {"OutboxTail", "DELETE FROM outbox WHERE last_seq = (SELECT MAX(last_seq) FROM outbox)", "outbox"},
    {"OutboxOverlap", "UPDATE outbox SET last_seq = last_seq + 1 WHERE first_seq = 1", "outbox"},
    {"BuyerUnitsWrong", "UPDATE buyer_units SET units = units + 1", "buyer_units"},
    {"BuyerUnitsLost", "DELETE FROM buyer_units", "buyer_units"},
    {"BuyerUnitsOfNobody", "INSERT INTO buyer_units VALUES (1, 'SNK-42', 'nobody', 1)", "buyer_units"},
};

struct PlantedCorruption : ::testing::TestWithParam<corruption> {};

TEST_P(PlantedCorruption, IsFoundByItsCheck) {
  temporary_folder folder;
  {
    const auto store = open_ledger(folder.path());
    commit(*store, stocking(9).commands);
    for (const char* name : {"A", "B", "C", "D"}) commit(*store, {order_of(name)});
    const auto id = [](const char* name) { return std::get<inventory::reserve_order>(order_of(name)).id; };
    commit(*store, {inventory::confirm_reservation{id("A"), inventory::idempotency_key::parse("confirm-A")}});
    commit(*store, {inventory::release_reservation{id("B"), {}}});
  }
  const auto before = audit({.folder = folder.path()});
  ASSERT_TRUE(before) << before.error().message;
  ASSERT_TRUE(before->is_clean()) << before->findings[0].check;
  EXPECT_EQ(before->skus, 1);
  EXPECT_EQ(before->entries, 7);
  EXPECT_EQ(before->reservations, 4);
  EXPECT_EQ(before->keys, 6);
  EXPECT_EQ(before->outbox_rows, 7);

  ASSERT_EQ(run_sql(folder.path() / ledger_file, std::string(unlock) + GetParam().sql), "");
  const auto after = audit({.folder = folder.path()});
  ASSERT_TRUE(after) << after.error().message;
  std::vector<std::string> checks;
  for (const audit_finding& each : after->findings) checks.push_back(each.check);
  EXPECT_THAT(checks, ::testing::Contains(GetParam().found_by));
}

INSTANTIATE_TEST_SUITE_P(Audit, PlantedCorruption, ::testing::ValuesIn(corruptions),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(Audit, WithoutALedgerIsAFault) {
  temporary_folder folder;
  EXPECT_FALSE(audit({.folder = folder.path()}));
}

TEST(Audit, RunsBesideAnOpenLedger) {
  temporary_folder folder;
  const auto store = open_ledger(folder.path());
  commit(*store, stocking(9).commands);
  int progressed = 0;
  const auto report =
      audit({.folder = folder.path(), .progress = [&](const audit_progress&) { ++progressed; }});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_clean());
  EXPECT_EQ(report->entries, 1);
  EXPECT_GT(progressed, 0);
}

}  // namespace
}  // namespace holdfast::storage::sqlite
