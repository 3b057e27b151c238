// The schema, brought up to date by the program itself.
#pragma once

#include "storage/sqlite/database.h"

namespace holdfast::storage {

inline constexpr int newest_schema = 1;

// Sets WAL and synchronous = FULL (H20), then runs the migrations that are missing, each in a transaction of
// its own: after a crash in the middle the next start goes on. Throws std::runtime_error for a ledger that a
// newer program wrote.
void migrate(database& ledger);

// The schema's version; 0 for an empty file.
int schema_of(database& ledger);

}  // namespace holdfast::storage
