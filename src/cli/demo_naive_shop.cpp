// The naive shop of the demo: check, then deduct.
#include "cli/demo_naive_shop.h"

#include <sqlite3.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "base/assert.h"
#include "cli/demo_processes.h"

namespace holdfast::cli {
namespace {

using connection = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;

connection open(const std::string& file) {
  sqlite3* opened = nullptr;
  HOLDFAST_ASSERT(sqlite3_open(file.c_str(), &opened) == SQLITE_OK);
  sqlite3_busy_timeout(opened, 10'000);
  return {opened, sqlite3_close};
}

void execute(const connection& database, const char* sql) {
  HOLDFAST_ASSERT(sqlite3_exec(database.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK);
}

long read_number(const connection& database, const char* sql) {
  sqlite3_stmt* statement = nullptr;
  HOLDFAST_ASSERT(sqlite3_prepare_v2(database.get(), sql, -1, &statement, nullptr) == SQLITE_OK);
  HOLDFAST_ASSERT(sqlite3_step(statement) == SQLITE_ROW);
  const long number = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return number;
}

// What one PHP worker does for one buyer.
naive_order buy(const std::string& file, int buyer) {
  const connection database = open(file);
  const long stock = read_number(database, "SELECT stock FROM shoes");
  if (stock < 1) return {.buyer = buyer, .seen = stock, .sold = false};
  usleep(200'000);  // the payment provider takes its time
  execute(database, "UPDATE shoes SET stock = stock - 1");
  execute(database, "INSERT INTO orders DEFAULT VALUES");
  return {.buyer = buyer, .seen = stock, .sold = true};
}

}  // namespace

naive_sale run_naive_shop(const std::filesystem::path& folder, int pairs, int buyers) {
  const std::string file = (folder / "naive.db").string();
  {
    const connection database = open(file);
    execute(database, "CREATE TABLE shoes (stock INTEGER); CREATE TABLE orders (id INTEGER PRIMARY KEY);");
    execute(database, "INSERT INTO shoes VALUES (0)");
    for (int pair = 0; pair < pairs; ++pair) execute(database, "UPDATE shoes SET stock = stock + 1");
  }
  naive_sale sale;
  sale.orders = run_processes<naive_order>(buyers, [&file](int number) { return buy(file, number + 1); });
  const connection database = open(file);
  sale.sold = static_cast<int>(read_number(database, "SELECT count(*) FROM orders"));
  sale.stock_left = read_number(database, "SELECT stock FROM shoes");
  return sale;
}

}  // namespace holdfast::cli
