// Views: the JSON in which the API shows what the ledger holds.
#include "http/views.h"

#include <fmt/format.h>
#include <boost/json/array.hpp>

namespace holdfast::http {
namespace json = boost::json;

namespace {

std::string_view to_string(inventory::source_kind kind) {
  return kind == inventory::source_kind::warehouse ? "warehouse" : "supplier";
}

template <class Value>
json::value or_null(const std::optional<Value>& value, auto&& show) {
  return value ? json::value(show(*value)) : json::value(nullptr);
}

// Lines as the order had them, one a SKU, each with the allocations that make it up. The line's seq is that
// of the entry that completed it.
json::array lines_of(const std::vector<inventory::allocation>& allocations) {
  json::array lines;
  const inventory::sku_id* last = nullptr;
  std::int64_t units = 0;
  for (const inventory::allocation& part : allocations) {
    if (last == nullptr || *last != part.sku) {
      lines.push_back(json::object{
          {"sku", part.sku.text()}, {"quantity", 0}, {"seq", 0}, {"allocations", json::array()}});
      last = &part.sku;
      units = 0;
    }
    units += part.units.value();
    json::object& line = lines.back().as_object();
    line["quantity"] = units;
    line["seq"] = part.seq;
    line["allocations"].as_array().push_back(
        json::object{{"source", part.source.text()}, {"quantity", part.units.value()}});
  }
  return lines;
}

}  // namespace

std::string to_text(inventory::time_point at) {
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss<std::chrono::milliseconds> time(at - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count(),
                     time.subseconds().count());
}

json::object view_of(const inventory::reservation& of, inventory::reservation_state shown) {
  json::object view{{"id", of.id.to_string()},
                    {"state", inventory::to_string(shown)},
                    {"expires_at", to_text(of.expires_at)},
                    {"buyer", of.buyer.text()}};
  if (of.order) view["order_ref"] = of.order->text();
  view["created_at"] = to_text(of.created_at);
  view["lines"] = lines_of(of.allocations);
  return view;
}

json::object view_of(const engine::availability& of) {
  json::array sources;
  for (const inventory::source_level& each : of.sources) {
    sources.push_back(json::object{{"source", each.source.text()},
                                   {"on_hand", each.on_hand.value()},
                                   {"reserved", each.reserved.value()},
                                   {"salable", each.available().value()}});
  }
  return {{"sku", of.sku.text()},          {"salable", of.salable.value()},
          {"on_hand", of.on_hand.value()}, {"reserved", of.reserved.value()},
          {"version", of.version},         {"sources", std::move(sources)}};
}

json::object settings_view_of(const engine::availability& of) {
  const auto units = [](inventory::quantity value) { return value.value(); };
  return {{"sku", of.sku.text()},
          {"title", of.settings.title},
          {"safety_stock", of.settings.safety_stock.value()},
          {"low_stock_threshold", of.settings.low_stock_threshold.value()},
          {"max_per_order", or_null(of.settings.max_per_order, units)},
          {"max_per_buyer", or_null(of.settings.max_per_buyer, units)}};
}

json::object view_of(const inventory::source& of) {
  return {{"source", of.id.text()},
          {"kind", to_string(of.kind)},
          {"priority", of.priority},
          {"enabled", of.enabled}};
}

json::object view_of(const inventory::entry& of) {
  return {{"seq", of.seq},
          {"kind", inventory::to_string(of.kind)},
          {"source", of.source.text()},
          {"on_hand_delta", of.on_hand_delta},
          {"reserved_delta", of.reserved_delta},
          {"on_hand_after", of.on_hand_after.value()},
          {"reserved_after", of.reserved_after.value()},
          {"reservation", or_null(of.reservation, [](const auto& id) { return id.to_string(); })},
          {"reference", or_null(of.reference, [](const auto& text) { return text.text(); })},
          {"tenure", static_cast<std::int64_t>(of.under)},
          {"at", to_text(of.at)}};
}

json::object view_of(const engine::alert_record& of) {
  return {{"id", of.id},
          {"kind", "low_stock"},
          {"sku", of.alert.sku.text()},
          {"seq", of.alert.seq},
          {"salable", of.alert.salable.value()},
          {"threshold", of.alert.threshold.value()},
          {"at", to_text(of.at)}};
}

json::object view_of(const inventory::stock_received& of) {
  return {{"sku", of.sku.text()},
          {"source", of.source.text()},
          {"quantity", of.units.value()},
          {"seq", of.seq},
          {"on_hand", of.on_hand.value()}};
}

}  // namespace holdfast::http
