// SQLite's C API with ownership: a connection, and statements that are prepared once and reset after use.
//
// A failure throws sqlite_error: inside the adapter it always means "leave the transaction", and the port's
// boundary (ledger.cpp) turns it into a status. Nothing above the adapter sees an exception.
#pragma once

#include <sqlite3.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace holdfast::storage {

class sqlite_error : public std::runtime_error {
 public:
  sqlite_error(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  int code() const { return code_; }  // extended

 private:
  int code_;
};

class database;

// One prepared statement. Not for two uses at a time: each query() resets it.
class statement {
 public:
  statement(database& of, std::string_view sql);

  // Binds the values to ?1, ?2, ... and starts anew. Texts and blobs must outlive the stepping.
  template <class... Values>
  statement& query(const Values&... values) {
    sqlite3_reset(handle_.get());
    int index = 0;
    (bind(++index, values), ...);
    return *this;
  }
  // Queries, runs to the end and returns how many rows were changed.
  template <class... Values>
  int run(const Values&... values) {
    query(values...);
    while (step()) {
    }
    return changes();
  }

  // True while there is a row. At the end the statement is reset, so that it holds no lock.
  bool step();

  // Leaves the rows that were not read, so that the statement holds no read transaction open.
  void rewind() { sqlite3_reset(handle_.get()); }

  std::int64_t integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  std::string_view text(int column) const;
  std::span<const std::uint8_t> blob(int column) const;
  bool is_null(int column) const { return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL; }

 private:
  void bind(int index, std::int64_t value);
  void bind(int index, std::string_view value);
  void bind(int index, std::span<const std::uint8_t> value);
  void bind(int index, std::nullopt_t);
  void bind(int index, int value) { bind(index, static_cast<std::int64_t>(value)); }
  void bind(int index, bool value) { bind(index, static_cast<std::int64_t>(value)); }
  void bind(int index, const std::string& value) { bind(index, std::string_view(value)); }
  void bind(int index, const char* value) { bind(index, std::string_view(value)); }
  template <std::size_t Size>
  void bind(int index, const std::array<std::uint8_t, Size>& value) {
    bind(index, std::span<const std::uint8_t>(value));
  }
  template <class Value>
  void bind(int index, const std::optional<Value>& value) {
    if (value) {
      bind(index, *value);
    } else {
      bind(index, std::nullopt);
    }
  }
  void check(int code) const;
  int changes() const;

  struct finalizer {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  sqlite3* connection_;
  std::unique_ptr<sqlite3_stmt, finalizer> handle_;
};

// A connection. Confined to one thread at a time.
class database {
 public:
  enum class access { read_write, read_only };
  database(const std::filesystem::path& file, access mode);

  // Runs statements that return nothing.
  void execute(std::string_view sql);
  // Whether a transaction is open.
  bool in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }
  sqlite3* handle() const { return handle_.get(); }

 private:
  struct closer {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  std::unique_ptr<sqlite3, closer> handle_;
};

}  // namespace holdfast::storage
