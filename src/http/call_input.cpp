// What routes read from a call beside its body.
#include "http/call_input.h"

#include <fmt/format.h>

#include <charconv>

#include "http/problem.h"

namespace holdfast::http {
namespace {

std::optional<std::int64_t> number(std::string_view text, std::int64_t least, std::int64_t most) {
  std::int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  if (!whole || value < least || value > most) return std::nullopt;
  return value;
}

input_error out_of_range(std::string_view field, std::string_view found, std::int64_t least,
                         std::int64_t most) {
  return {400, "field_invalid", std::string(field),
          fmt::format("{}: {} to {} is allowed", shortened(found), least, most)};
}

}  // namespace

input<engine::steady_time> deadline_of(const request& asked) {
  constexpr std::int64_t least = 50, most = 30'000, otherwise = 5'000;
  if (!asked.request_timeout_ms) return asked.received_at + std::chrono::milliseconds(otherwise);
  const auto given = number(*asked.request_timeout_ms, least, most);
  if (!given) return out_of_range("Request-Timeout-Ms", *asked.request_timeout_ms, least, most);
  return asked.received_at + std::chrono::milliseconds(*given);
}

input<inventory::idempotency_key> key_of(const request& asked) {
  auto key = optional_key_of(asked);
  if (key.has_error()) return key.error();
  if (!*key) return input_error{400, "idempotency_key_required", "Idempotency-Key", "the header is required"};
  return **std::move(key);
}

input<keyed_body> keyed_body_of(const request& asked) {
  const auto deadline = deadline_of(asked);
  if (deadline.has_error()) return deadline.error();
  auto key = key_of(asked);
  if (key.has_error()) return key.error();
  auto body = parse_object(asked.body);
  if (body.has_error()) return body.error();
  return keyed_body{.deadline = *deadline, .key = *std::move(key), .body = *std::move(body)};
}

input<std::optional<inventory::idempotency_key>> optional_key_of(const request& asked) {
  using key = inventory::idempotency_key;
  if (!asked.idempotency_key) return std::optional<key>();
  auto parsed = key::parse(*asked.idempotency_key);
  if (!parsed) {
    return input_error{400, "field_invalid", "Idempotency-Key",
                       fmt::format("{} are allowed", key::allowed())};
  }
  return parsed;
}

input<inventory::reservation_id> id_in(const std::string& part) {
  const auto parsed = inventory::reservation_id::parse(part);
  if (!parsed) return input_error{404, "not_found", "", "there is no such reservation"};
  return *parsed;
}

input<int> limit_of(const call& made) {
  const auto given = made.parameter("limit");
  if (!given) return input<int>(boost::system::in_place_value, 100);
  const auto limit = number(*given, 1, 1'000);
  if (!limit) return out_of_range("limit", *given, 1, 1'000);
  return input<int>(boost::system::in_place_value, static_cast<int>(*limit));
}

input<std::int64_t> after_of(const call& made) {
  const auto given = made.parameter("after");
  if (!given) return input<std::int64_t>(boost::system::in_place_value, 0);
  const auto after = number(*given, 0, INT64_MAX);
  if (!after) return out_of_range("after", *given, 0, INT64_MAX);
  return input<std::int64_t>(boost::system::in_place_value, *after);
}

input<boost::json::object> body_of(const request& asked) {
  if (asked.body.empty()) return boost::json::object();
  return parse_object(asked.body);
}

}  // namespace holdfast::http
