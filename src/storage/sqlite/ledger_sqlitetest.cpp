// What only the SQLite adapter has: its folder, its schema, its faults.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/mount.h>
#include <unistd.h>

#include <fstream>

#include "storage/sqlite/audit.h"
#include "storage/sqlite/data_folder.h"
#include "storage/sqlite/migrations.h"
#include "storage/sqlite/sqlite_testing.h"

namespace holdfast::storage::sqlite {
namespace {

using engine::commit_status;
using ::testing::HasSubstr;
using namespace testing;

struct SqliteLedger : ::testing::Test {
  std::filesystem::path file() const { return folder.path() / ledger_file; }
  temporary_folder folder;
};

TEST_F(SqliteLedger, ASecondWriterIsRefusedAndToldWhoHoldsTheFolder) {  // H20, F29
  const auto first = open_ledger(folder.path());
  const auto second = ledger::open({.folder = folder.path()});
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr(folder.path().string()));
  EXPECT_THAT(second.error().message, HasSubstr(fmt::format("process {}", ::getpid())));
}

TEST_F(SqliteLedger, ALeftoverLockFileStopsNobody) {
  std::ofstream(folder.path() / "lock") << "999999\n";
  EXPECT_TRUE(ledger::open({.folder = folder.path()}));
}

TEST_F(SqliteLedger, AFolderThatCannotBeMadeIsAFaultThatNamesIt) {
  std::ofstream(folder.path() / "file") << "not a folder";
  const auto refused = ledger::open({.folder = folder.path() / "file" / "data"});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("file/data"));
}

TEST_F(SqliteLedger, NetworkFileSystemsAreKnownByName) {  // H20
  EXPECT_EQ(network_file_system(0x6969), "NFS");
  EXPECT_EQ(network_file_system(0xff534d42), "CIFS");
  EXPECT_EQ(network_file_system(0xef53), std::nullopt);      // ext4
  EXPECT_EQ(network_file_system(0x01021994), std::nullopt);  // tmpfs
}

TEST_F(SqliteLedger, ASchemaNewerThanTheProgramIsRefused) {  // F32
  open_ledger(folder.path());
  ASSERT_EQ(run_sql(file(), "INSERT INTO schema_versions (version) VALUES (99)"), "");
  const auto refused = ledger::open({.folder = folder.path()});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("version 99"));
}

TEST_F(SqliteLedger, AMigrationThatFailsLeavesTheVersionBefore) {
  auto on = connection::open(file(), {});
  ASSERT_TRUE(on);
  const std::array<std::string_view, 2> broken = {"CREATE TABLE one (a)",
                                                  "CREATE TABLE two (a); CREATE TABLE two (a)"};
  EXPECT_FALSE(migrate(**on, broken));
  EXPECT_EQ(run_sql(file(), "SELECT * FROM one"), "");
  EXPECT_EQ(run_sql(file(), "SELECT * FROM two"), "no such table: two");
  const std::array<std::string_view, 2> mended = {broken[0], "CREATE TABLE two (a)"};
  EXPECT_TRUE(migrate(**on, mended));
  EXPECT_TRUE(migrate(**on, mended));  // again: nothing is left to do
  EXPECT_EQ(run_sql(file(), "SELECT * FROM two"), "");
}

TEST_F(SqliteLedger, EntriesCannotBeChangedOrDeleted) {
  const auto store = open_ledger(folder.path());
  commit(*store, stocking(5).commands);
  EXPECT_EQ(run_sql(file(), "UPDATE entries SET on_hand_delta = 9"), "ledger entries are append-only");
  EXPECT_EQ(run_sql(file(), "DELETE FROM entries"), "ledger entries are append-only");
}

// H17: a relay that reads a SKU's rows in the order of its own sequence skips nothing: the ranges follow each
// other without a gap, whatever failed or was refused in between.
TEST_F(SqliteLedger, TheOutboxOfASkuHasARangeForEachBatchWithoutAGap) {
  const auto store = open_ledger(folder.path());
  commit(*store, stocking(5).commands);
  commit(*store, {order_of("A"), order_of("B")});
  commit(*store, {order_of("A")});  // a replay writes nothing
  ASSERT_EQ(run_sql(file(),
                    "CREATE TRIGGER poison BEFORE INSERT ON reservations WHEN NEW.buyer = 'bad' "
                    "BEGIN SELECT RAISE(ABORT, 'poisoned'); END"),
            "");
  EXPECT_EQ(commit(*store, {order_of("C"), order_of("D", "bad")}).status, commit_status::failed);
  commit(*store, {order_of("E"), order_of("F"), order_of("G")});
  EXPECT_EQ(commit(*store, {order_of("H")}).status, commit_status::nothing_to_write) << "sold out";
  EXPECT_EQ(
      read_sql(file(),
               "SELECT first_seq || '-' || last_seq FROM outbox WHERE sku = 'SNK-42' ORDER BY first_seq"),
      " 1-1 2-3 4-6");
}

TEST_F(SqliteLedger, ABatchWithABadCommandFailsWholeAndLeavesNothing) {  // H5
  const auto store = open_ledger(folder.path());
  commit(*store, stocking(5).commands);
  ASSERT_EQ(run_sql(file(),
                    "CREATE TRIGGER poison BEFORE INSERT ON reservations WHEN NEW.buyer = 'bad' "
                    "BEGIN SELECT RAISE(ABORT, 'poisoned'); END"),
            "");
  const auto failed = commit(*store, {order_of("A"), order_of("B", "bad")});
  EXPECT_EQ(failed.status, commit_status::failed);
  EXPECT_THAT(failed.fault, HasSubstr("poisoned"));
  EXPECT_TRUE(failed.outcomes.empty());
  EXPECT_EQ(commit(*store, {order_of("B", "bad")}).status, commit_status::failed);
  EXPECT_EQ(commit(*store, {order_of("A")}).status, commit_status::committed);
  EXPECT_TRUE(audit({.folder = folder.path()})->is_clean());
}

TEST_F(SqliteLedger, ARowThatContradictsTheBooksFailsTheBatch) {  // H1
  const auto store = open_ledger(folder.path());
  commit(*store, stocking(5).commands);
  // Takes the stock away after the books were read and before the relative update, as a writer without the
  // lock would.
  ASSERT_EQ(run_sql(file(),
                    "CREATE TRIGGER thief BEFORE UPDATE ON stock WHEN NEW.reserved > OLD.reserved "
                    "BEGIN SELECT RAISE(IGNORE); END"),
            "");
  const auto failed = commit(*store, {order_of("A")});
  EXPECT_EQ(failed.status, commit_status::failed);
  EXPECT_TRUE(audit({.folder = folder.path()})->is_clean());
}

TEST_F(SqliteLedger, TheClockStartsAtTheNewestEntry) {  // F18: the wall clock went back
  commit(*open_ledger(folder.path()), stocking(5).commands);
  ASSERT_EQ(run_sql(file(), "DROP TRIGGER entries_are_never_changed; UPDATE entries SET at = 4102444800000"),
            "");
  const auto store = open_ledger(folder.path());
  EXPECT_GE(wait_for(store->read_clock()).value(),
            inventory::time_point(std::chrono::milliseconds(4102444800000)));
}

TEST_F(SqliteLedger, AFullDiskFailsTheBatchAndTheNextOneAfterRoomWasMadeCommits) {  // F14
  const auto disk = folder.path() / "disk";
  std::filesystem::create_directory(disk);
  if (::geteuid() != 0 || ::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=4m") != 0) {
    GTEST_SKIP() << "needs the right to mount a tmpfs";
  }
  {
    const auto store = open_ledger(disk);
    commit(*store, stocking(1'000'000).commands);
    std::ofstream(disk / "ballast") << std::string(2'000'000, 'x');
    engine::batch_result result{.status = commit_status::committed};
    int orders = 0;
    for (; orders < 20'000 && result.status == commit_status::committed; ++orders) {
      result = commit(*store, {order_of(std::to_string(orders))});
    }
    EXPECT_EQ(result.status, commit_status::failed) << result.fault;
    EXPECT_THAT(result.fault, HasSubstr("full"));
    EXPECT_TRUE(wait_for(store->read_clock()));
    std::filesystem::remove(disk / "ballast");
    EXPECT_EQ(commit(*store, {order_of(std::to_string(orders - 1))}).status, commit_status::committed);
    EXPECT_TRUE(audit({.folder = disk})->is_clean());
  }
  EXPECT_EQ(::umount(disk.c_str()), 0);
}

TEST_F(SqliteLedger, TheLogIsMovedIntoTheDatabaseWhileCommitsGoOn) {
  auto opened = ledger::open({.folder = folder.path(), .log_pages = 500});
  ASSERT_TRUE(opened);
  const auto store = std::move(*opened);
  commit(*store, stocking(1'000'000).commands);
  for (int batch = 0; batch < 200; ++batch) {
    std::vector<inventory::command> orders;
    for (int i = 0; i < 60; ++i)
      orders.push_back(order_of(std::to_string(batch * 60 + i), std::to_string(i * 7919)));
    ASSERT_EQ(commit(*store, std::move(orders)).status, commit_status::committed);
  }
  // Without checkpoints the log would hold all 10,000 pages and more, and the database next to nothing.
  EXPECT_GT(std::filesystem::file_size(file()), 1'000'000u);
  EXPECT_LT(std::filesystem::file_size(file().string() + "-wal"), 5'000u * 4'096u);
}

}  // namespace
}  // namespace holdfast::storage::sqlite
