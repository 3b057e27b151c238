// SQLite's C API with ownership.
#include "storage/sqlite/database.h"

namespace holdfast::storage {
namespace {

[[noreturn]] void fail(sqlite3* connection, int code) {
  const int extended = connection == nullptr ? code : sqlite3_extended_errcode(connection);
  const char* message = connection == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(connection);
  throw sqlite_error(extended == SQLITE_OK ? code : extended, message);
}

}  // namespace

statement::statement(database& of, std::string_view sql) : connection_(of.handle()) {
  sqlite3_stmt* prepared = nullptr;
  const int code = sqlite3_prepare_v3(connection_, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
  handle_.reset(prepared);
  check(code);
}

bool statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) {
    // Reset returns the same error again; it was taken from step already.
    const sqlite_error error(sqlite3_extended_errcode(connection_), sqlite3_errmsg(connection_));
    sqlite3_reset(handle_.get());
    throw error;
  }
  sqlite3_reset(handle_.get());
  return false;
}

std::string_view statement::text(int column) const {
  const auto* start = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  return {start == nullptr ? "" : start,
          static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

std::span<const std::uint8_t> statement::blob(int column) const {
  const auto* start = static_cast<const std::uint8_t*>(sqlite3_column_blob(handle_.get(), column));
  return {start, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

void statement::bind(int index, std::int64_t value) {
  check(sqlite3_bind_int64(handle_.get(), index, value));
}

void statement::bind(int index, std::string_view value) {
  const char* start = value.data() == nullptr ? "" : value.data();  // a null pointer would bind NULL
  check(sqlite3_bind_text(handle_.get(), index, start, static_cast<int>(value.size()), SQLITE_STATIC));
}

void statement::bind(int index, std::span<const std::uint8_t> value) {
  check(sqlite3_bind_blob(handle_.get(), index, value.data(), static_cast<int>(value.size()), SQLITE_STATIC));
}

void statement::bind(int index, std::nullopt_t) {
  check(sqlite3_bind_null(handle_.get(), index));
}

void statement::check(int code) const {
  if (code != SQLITE_OK) fail(connection_, code);
}

int statement::changes() const {
  return sqlite3_changes(connection_);
}

database::database(const std::filesystem::path& file, access mode) {
  const int flags =
      mode == access::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3* opened = nullptr;
  const int code =
      sqlite3_open_v2(file.c_str(), &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  handle_.reset(opened);
  if (code != SQLITE_OK) fail(opened, code);
  sqlite3_busy_timeout(opened, 5'000);
}

void database::execute(std::string_view sql) {
  const std::string terminated(sql);
  const int code = sqlite3_exec(handle_.get(), terminated.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(handle_.get(), code);
}

}  // namespace holdfast::storage
