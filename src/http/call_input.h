// What routes read from a call beside its body: names in the path, the idempotency key, the deadline, paging.
#pragma once

#include "engine/ticket.h"
#include "http/json_input.h"
#include "http/router.h"

namespace holdfast::http {

template <class Value>
using input = base::result<Value, input_error>;

// Request-Timeout-Ms, 50 to 30000, 5000 when absent, counted from when the request arrived.
input<engine::steady_time> deadline_of(const request& asked);

input<inventory::idempotency_key> key_of(const request& asked);
input<std::optional<inventory::idempotency_key>> optional_key_of(const request& asked);

// A name of the path. What cannot be a name is simply not there: 404.
template <class Name>
input<Name> name_in(const std::string& part) {
  auto parsed = Name::parse(part);
  if (!parsed) return input_error{404, "not_found", "", "there is nothing of this name"};
  return *std::move(parsed);
}
input<inventory::reservation_id> id_in(const std::string& part);

// ?limit=, 1 to 1000, 100 when absent.
input<int> limit_of(const call& made);
// ?after= as a number from 0, 0 when absent.
input<std::int64_t> after_of(const call& made);

// What every request with a key begins with: the deadline, the key, and the body.
struct keyed_body {
  engine::steady_time deadline;
  inventory::idempotency_key key;
  boost::json::object body;
};
input<keyed_body> keyed_body_of(const request& asked);

// The body as an object; an absent body is an empty one.
input<boost::json::object> body_of(const request& asked);

}  // namespace holdfast::http
