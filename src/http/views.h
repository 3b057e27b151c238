// Views: the JSON in which the API shows what the ledger holds. One function a thing; docs/http-api.md shows
// the shapes.
#pragma once

#include <boost/json/object.hpp>

#include <string>

#include "engine/inventory_store.h"

namespace holdfast::http {

// 2026-12-01T09:30:00.125Z
std::string to_text(inventory::time_point at);

// `shown` is the state to show: the first answer's in a replay, the one by the clock in a read.
boost::json::object view_of(const inventory::reservation& of, inventory::reservation_state shown);
boost::json::object view_of(const engine::availability& of);
// A SKU's settings, with its name.
boost::json::object settings_view_of(const engine::availability& of);
boost::json::object view_of(const inventory::source& of);
boost::json::object view_of(const inventory::entry& of);
boost::json::object view_of(const engine::alert_record& of);
boost::json::object view_of(const inventory::stock_received& of);

}  // namespace holdfast::http
