// Migrations: the program brings a ledger's schema up to what it knows, each version in one transaction.
#pragma once

#include <span>
#include <string_view>

#include "storage/sqlite/connection.h"

namespace holdfast::storage::sqlite {

// The migrations of this program: element n makes version n + 1 of version n.
std::span<const std::string_view> known_migrations();

// Applies what is missing; a process killed in the middle leaves a whole earlier version. A fault when the
// schema is newer than the program.
base::result<void, engine::store_fault> migrate(connection& on, std::span<const std::string_view> migrations);

}  // namespace holdfast::storage::sqlite
