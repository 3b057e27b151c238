// A connection to an SQLite database and its prepared statements. Faults stick: after the first one every
// statement does nothing, so that a transaction reads as straight steps and asks once, before it commits,
// whether all of them went well.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/inventory_store.h"
#include "holdfast/inventory/command.h"
#include "inventory/changes.h"

struct sqlite3;
struct sqlite3_stmt;

namespace holdfast::storage::sqlite {

struct fault {
  int code = 0;         // SQLite's extended result code, or 0 when the rows contradict what was read
  std::string message;  // for a person
};

// Used by one thread at a time.
class connection {
 public:
  enum class access { read_write, read_only };
  struct options {
    access mode = access::read_write;
    std::chrono::milliseconds busy_timeout{5'000};
  };
  static base::result<std::unique_ptr<connection>, engine::store_fault> open(
      const std::filesystem::path& file, const options& wanted);
  ~connection();
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;

  const std::optional<fault>& failed() const { return fault_; }
  void forget_fault() { fault_.reset(); }
  // Keeps the first fault.
  void fail(int code, std::string message);
  void fail_with_last_error(std::string_view doing);
  fault last_error(std::string_view doing) const;

  // Runs statements that return no rows that matter: pragmas, migrations.
  void execute(std::string_view sql);
  // A transaction is open.
  bool in_transaction() const;
  sqlite3* handle() const { return handle_; }

 private:
  explicit connection(sqlite3* handle) : handle_(handle) {}
  sqlite3* handle_;
  std::optional<fault> fault_;
};

// A prepared statement whose parameter ?1, where there is one, is the shop.
class statement {
 public:
  statement(connection& on, std::string_view sql);
  ~statement();
  statement(const statement&) = delete;
  statement& operator=(const statement&) = delete;

  // Sets ?2, ?3, ... (all of them). Texts are not copied: they must live until the statement has run.
  template <class... Values>
  statement& bind(const Values&... values) {
    rewind();
    int index = has_shop_ ? 2 : 1;
    (bind_at(index++, values), ...);
    return *this;
  }

  // The next row; false after the last one or a fault. Loops run to the end, which rewinds the statement.
  bool next();
  // Runs to the end; how many rows were inserted, updated or deleted.
  std::int64_t run();

  std::int64_t integer(int column) const;
  bool is_null(int column) const;
  std::string_view text(int column) const;  // valid until next()
  inventory::quantity quantity(int column) const;
  inventory::time_point time(int column) const;
  inventory::reservation_id reservation(int column) const;
  inventory::fingerprint fingerprint(int column) const;
  template <class Name>
  Name name(int column) const {
    if (auto parsed = Name::parse(text(column))) return std::move(*parsed);
    corrupt(column);
    return *Name::parse("corrupt");
  }
  template <class Name>
  std::optional<Name> optional_name(int column) const {
    if (is_null(column)) return std::nullopt;
    return name<Name>(column);
  }
  // The value of `words` (index = value) that the column spells.
  template <class Enum, class Words>
  Enum word(int column, const Words& words) const {
    const std::string_view spelled = text(column);
    int value = 0;
    for (const std::string_view each : words) {
      if (each == spelled) return static_cast<Enum>(value);
      ++value;
    }
    corrupt(column);
    return Enum{};
  }
  // A row that this program cannot have written.
  void corrupt(int column) const;

 private:
  void rewind();
  void bind_at(int index, std::int64_t value);
  void bind_at(int index, int value) { bind_at(index, std::int64_t{value}); }
  void bind_at(int index, std::string_view value);
  void bind_at(int index, const char* value) { bind_at(index, std::string_view(value)); }
  void bind_at(int index, const std::string& value) { bind_at(index, std::string_view(value)); }
  void bind_at(int index, std::nullopt_t);
  void bind_at(int index, const std::array<std::uint8_t, 16>& bytes);
  void bind_at(int index, inventory::quantity value) { bind_at(index, value.value()); }
  void bind_at(int index, inventory::tenure value) { bind_at(index, static_cast<std::int64_t>(value)); }
  void bind_at(int index, inventory::time_point value) {
    bind_at(index, static_cast<std::int64_t>(value.time_since_epoch().count()));
  }
  void bind_at(int index, const inventory::reservation_id& id) { bind_at(index, id.raw()); }
  template <class Tag>
  void bind_at(int index, const inventory::name<Tag>& value) {
    bind_at(index, std::string_view(value.text()));
  }
  template <class Value>
  void bind_at(int index, const std::optional<Value>& value) {
    if (value) {
      bind_at(index, *value);
    } else {
      bind_at(index, std::nullopt);
    }
  }

  connection& on_;
  sqlite3_stmt* prepared_ = nullptr;
  bool has_shop_ = false;
  bool is_running_ = false;
};

}  // namespace holdfast::storage::sqlite
