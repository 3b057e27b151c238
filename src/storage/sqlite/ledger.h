// The ledger on SQLite: the port's adapter for one machine. One thread writes, one reads, none of them the
// engine's.
#pragma once

#include <filesystem>
#include <memory>

#include "engine/inventory_store.h"
#include "inventory/decide.h"

namespace holdfast::storage {

struct sqlite_options {
  std::filesystem::path folder;  // made when it is not there; holds ledger.db, its WAL, and lock
  inventory::policy rules;
};

// The file of the ledger within a data folder.
std::filesystem::path ledger_file(const std::filesystem::path& folder);

// Opens the ledger for writing: locks the folder, migrates the schema, rebuilds the filter of keys. Throws
// std::runtime_error with a message for a person. The destructor finishes what was queued, closes the files
// and unlocks.
std::unique_ptr<engine::inventory_store> open_sqlite_ledger(const sqlite_options& options);

}  // namespace holdfast::storage
