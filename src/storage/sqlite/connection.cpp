// Thin calls of the sqlite3 C API.
#include "storage/sqlite/connection.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>

#include "base/assert.h"

namespace holdfast::storage::sqlite {
namespace {

// Rows are keyed by shop from the first schema on; there is one until shops can be named.
constexpr std::int64_t only_shop = 1;

// Each connection stays on one thread, and nobody asks SQLite how much memory it uses: without this every
// allocation takes two mutexes. Has no effect when the process has already used SQLite in another way.
void configure_once() {
  static const bool done = [] {
    sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    return true;
  }();
  (void)done;
}

}  // namespace

base::result<std::unique_ptr<connection>, engine::store_fault> connection::open(
    const std::filesystem::path& file, const options& wanted) {
  configure_once();
  const int flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
      (wanted.mode == access::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &handle, flags, nullptr);
  std::unique_ptr<connection> opened(new connection(handle));
  if (code != SQLITE_OK) {
    return engine::store_fault{fmt::format("cannot open {}: {}", file.string(), sqlite3_errstr(code))};
  }
  sqlite3_busy_timeout(handle, static_cast<int>(wanted.busy_timeout.count()));
  return opened;
}

connection::~connection() {
  sqlite3_close_v2(handle_);
}

void connection::fail(int code, std::string message) {
  if (!fault_) fault_ = fault{code, std::move(message)};
}

fault connection::last_error(std::string_view doing) const {
  return {.code = sqlite3_extended_errcode(handle_),
          .message = fmt::format("{}: {}", doing, sqlite3_errmsg(handle_))};
}

void connection::fail_with_last_error(std::string_view doing) {
  if (!fault_) fault_ = last_error(doing);
}

void connection::execute(std::string_view sql) {
  if (fault_) return;
  const std::string terminated(sql);
  if (sqlite3_exec(handle_, terminated.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    fail_with_last_error(terminated.substr(0, 60));
  }
}

bool connection::in_transaction() const {
  return sqlite3_get_autocommit(handle_) == 0;
}

statement::statement(connection& on, std::string_view sql) : on_(on) {
  if (on_.failed()) return;
  if (sqlite3_prepare_v3(on_.handle(), sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                         &prepared_, nullptr) != SQLITE_OK) {
    on_.fail_with_last_error(sql.substr(0, 80));
    return;
  }
  has_shop_ = sql.find("?1") != std::string_view::npos;
  if (has_shop_) bind_at(1, only_shop);  // kept across resets
}

statement::~statement() {
  sqlite3_finalize(prepared_);
}

void statement::rewind() {
  if (is_running_) sqlite3_reset(prepared_);
  is_running_ = false;
}

bool statement::next() {
  if (on_.failed()) {
    rewind();
    return false;
  }
  is_running_ = true;
  const int code = sqlite3_step(prepared_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) on_.fail_with_last_error(sqlite3_sql(prepared_));
  rewind();
  return false;
}

std::int64_t statement::run() {
  if (on_.failed()) return 0;
  while (next()) {
  }
  return on_.failed() ? 0 : sqlite3_changes64(on_.handle());
}

std::int64_t statement::integer(int column) const {
  return sqlite3_column_int64(prepared_, column);
}

bool statement::is_null(int column) const {
  return sqlite3_column_type(prepared_, column) == SQLITE_NULL;
}

std::string_view statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(prepared_, column));
  return bytes == nullptr ? std::string_view()
                          : std::string_view(bytes, sqlite3_column_bytes(prepared_, column));
}

inventory::quantity statement::quantity(int column) const {
  const auto units = inventory::quantity::of(integer(column));
  if (!units) corrupt(column);
  return units.value_or(inventory::quantity());
}

inventory::time_point statement::time(int column) const {
  return inventory::time_point(std::chrono::milliseconds(integer(column)));
}

namespace {

bool copy_16(sqlite3_stmt* from, int column, std::array<std::uint8_t, 16>& bytes) {
  const auto* blob = static_cast<const std::uint8_t*>(sqlite3_column_blob(from, column));
  if (blob == nullptr || sqlite3_column_bytes(from, column) != static_cast<int>(bytes.size())) return false;
  std::copy_n(blob, bytes.size(), bytes.begin());
  return true;
}

}  // namespace

inventory::reservation_id statement::reservation(int column) const {
  inventory::reservation_id::bytes raw{};
  if (!copy_16(prepared_, column, raw)) corrupt(column);
  return inventory::reservation_id(raw);
}

inventory::fingerprint statement::fingerprint(int column) const {
  inventory::fingerprint print{};
  if (!copy_16(prepared_, column, print)) corrupt(column);
  return print;
}

void statement::corrupt(int column) const {
  on_.fail(SQLITE_CORRUPT, fmt::format("column {} holds what was never written there: {}",
                                       sqlite3_column_name(prepared_, column), sqlite3_sql(prepared_)));
}

void statement::bind_at(int index, std::int64_t value) {
  if (prepared_ != nullptr) HOLDFAST_ASSERT(sqlite3_bind_int64(prepared_, index, value) == SQLITE_OK);
}

void statement::bind_at(int index, std::string_view value) {
  if (prepared_ == nullptr) return;
  const char* bytes = value.data() == nullptr ? "" : value.data();
  HOLDFAST_ASSERT(sqlite3_bind_text(prepared_, index, bytes, static_cast<int>(value.size()), SQLITE_STATIC) ==
                  SQLITE_OK);
}

void statement::bind_at(int index, std::nullopt_t) {
  if (prepared_ != nullptr) HOLDFAST_ASSERT(sqlite3_bind_null(prepared_, index) == SQLITE_OK);
}

void statement::bind_at(int index, const std::array<std::uint8_t, 16>& bytes) {
  if (prepared_ == nullptr) return;
  HOLDFAST_ASSERT(sqlite3_bind_blob(prepared_, index, bytes.data(), static_cast<int>(bytes.size()),
                                    SQLITE_STATIC) == SQLITE_OK);
}

}  // namespace holdfast::storage::sqlite
