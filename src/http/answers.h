// Answers: one table from what the engine says to status, code and body. Every outcome has a row, and a test
// demands it.
#pragma once

#include <string_view>

#include "engine/inventory_store.h"
#include "holdfast/engine/answer.h"
#include "http/json_input.h"
#include "http/message.h"

namespace holdfast::http {

struct answer_row {
  int status;
  std::string_view code;
};
answer_row row_of(inventory::refusal_code code);
answer_row row_of(engine::trouble what);

// The response to a command. A reservation is 201 where it was to be made, also in a replay.
response respond(const engine::answer& given, bool makes_reservation);
response respond(const input_error& wrong);
response respond(const engine::store_fault& fault);
response respond_with(boost::json::object body, int status = 200);

}  // namespace holdfast::http
