// Answers: one table from what the engine says to status, code and body.
#include "http/answers.h"

#include <fmt/format.h>
#include <boost/json/serialize.hpp>

#include "http/problem.h"
#include "http/views.h"

namespace holdfast::http {
namespace json = boost::json;

using inventory::refusal_code;

answer_row row_of(refusal_code code) {
  const std::string_view word = inventory::to_string(code);
  switch (code) {
    case refusal_code::insufficient_stock:
      return {409, word};
    case refusal_code::limit_exceeded:
      return {422, word};
    case refusal_code::quantity_invalid:
      return {422, word};
    case refusal_code::unknown_sku:
      return {422, word};
    case refusal_code::unknown_source:
      return {422, word};
    case refusal_code::source_in_use:
      return {409, word};
    case refusal_code::idempotency_key_reused:
      return {422, word};
    case refusal_code::idempotency_key_cancelled:
      return {409, word};
    case refusal_code::reservation_not_found:
      return {404, "not_found"};
    case refusal_code::reservation_expired:
      return {409, word};
    case refusal_code::transition_invalid:
      return {409, word};
  }
  return {500, "internal_error"};
}

answer_row row_of(engine::trouble what) {
  const std::string_view word = engine::to_string(what);
  switch (what) {
    case engine::trouble::overloaded:
      return {429, word};
    case engine::trouble::busy:
      return {503, word};
    case engine::trouble::idempotency_key_in_flight:
      return {409, word};
    case engine::trouble::outcome_unknown:
      return {503, word};
    case engine::trouble::ledger_unavailable:
      return {503, word};
    case engine::trouble::shutting_down:
      return {503, word};
  }
  return {500, "internal_error"};
}

namespace {

std::string_view detail_of(engine::trouble what) {
  switch (what) {
    case engine::trouble::overloaded:
      return "too many requests wait; nothing was done";
    case engine::trouble::busy:
      return "not decided by the deadline; nothing was done";
    case engine::trouble::idempotency_key_in_flight:
      return "an earlier request with this key is still being decided";
    case engine::trouble::outcome_unknown:
      return "it may have been done; the same key settles it";
    case engine::trouble::ledger_unavailable:
      return "the ledger refused the transaction; nothing was done";
    case engine::trouble::shutting_down:
      return "the service stops; nothing was done";
  }
  return "";
}

// The name under which the API shows the subject of a refusal, and the bound that was passed.
std::string_view subject_name(refusal_code code) {
  switch (code) {
    case refusal_code::insufficient_stock:
    case refusal_code::limit_exceeded:
    case refusal_code::quantity_invalid:
    case refusal_code::unknown_sku:
      return "sku";
    case refusal_code::unknown_source:
    case refusal_code::source_in_use:
      return "source";
    case refusal_code::idempotency_key_reused:
    case refusal_code::idempotency_key_cancelled:
      return "key";
    case refusal_code::reservation_not_found:
    case refusal_code::reservation_expired:
    case refusal_code::transition_invalid:
      return "reservation";
  }
  return "subject";
}

std::string detail_of(const inventory::refusal& why) {
  switch (why.code) {
    case refusal_code::insufficient_stock:
      return fmt::format("{} of {} asked for, {} can be sold", why.requested.value_or(0), why.subject,
                         why.allowed.value_or(0));
    case refusal_code::limit_exceeded:
    case refusal_code::quantity_invalid:
      return fmt::format("{} of {} asked for, {} allowed ({})", why.requested.value_or(0), why.subject,
                         why.allowed.value_or(0), why.detail);
    case refusal_code::unknown_sku:
      return fmt::format("there is no SKU {}", why.subject);
    case refusal_code::unknown_source:
      return fmt::format("there is no source {}", why.subject);
    case refusal_code::source_in_use:
      return "the source still owns or has reserved units";
    case refusal_code::idempotency_key_reused:
      return "the key is bound to another request";
    case refusal_code::idempotency_key_cancelled:
      return "the key was cancelled and can never hold";
    case refusal_code::reservation_not_found:
      return "there is no such reservation";
    case refusal_code::reservation_expired:
      return "the reservation was not confirmed in time; its units are free";
    case refusal_code::transition_invalid:
      return "the reservation is in a state that does not allow it";
  }
  return "";
}

response respond_refusal(const inventory::refusal& why) {
  const answer_row row = row_of(why.code);
  json::object more{{subject_name(why.code), why.subject}};
  if (why.requested) more["requested"] = *why.requested;
  if (why.allowed) more[why.code == refusal_code::insufficient_stock ? "salable" : "allowed"] = *why.allowed;
  if (why.code == refusal_code::limit_exceeded) more["limit"] = why.detail;
  if (why.state) more["state"] = inventory::to_string(*why.state);
  if (why.code == refusal_code::transition_invalid) more["verb"] = why.detail;
  return problem(row.status, row.code, detail_of(why), more);
}

response respond_reservation(const inventory::reservation_answer& given, bool makes_reservation) {
  response made = respond_with(view_of(given.answered, given.answered.state), makes_reservation ? 201 : 200);
  if (given.replayed) made.headers.emplace_back("Idempotent-Replayed", "true");
  if (given.replayed)
    made.headers.emplace_back("Reservation-State", std::string(inventory::to_string(given.state_now)));
  return made;
}

std::string_view to_string(inventory::stored::effect what) {
  switch (what) {
    case inventory::stored::effect::created:
      return "created";
    case inventory::stored::effect::changed:
      return "changed";
    case inventory::stored::effect::unchanged:
      return "unchanged";
    case inventory::stored::effect::deleted:
      return "deleted";
  }
  return "";
}

response respond_outcome(const inventory::outcome& given, bool makes_reservation) {
  if (const auto* why = std::get_if<inventory::refusal>(&given)) return respond_refusal(*why);
  if (const auto* held = std::get_if<inventory::reservation_answer>(&given)) {
    return respond_reservation(*held, makes_reservation);
  }
  if (const auto* received = std::get_if<inventory::stock_received>(&given)) {
    response made = respond_with(view_of(*received));
    if (received->replayed) made.headers.emplace_back("Idempotent-Replayed", "true");
    return made;
  }
  if (const auto* cancelled = std::get_if<inventory::key_cancelled>(&given)) {
    json::object body{{"state", "cancelled"}, {"reservation", nullptr}};
    if (cancelled->released) body["reservation"] = view_of(*cancelled->released, cancelled->released->state);
    return respond_with(std::move(body));
  }
  if (const auto* put = std::get_if<inventory::stored>(&given)) {
    return respond_with(json::object{{"effect", to_string(put->what)}});
  }
  return respond_with(json::object{{"expired", std::get<inventory::swept>(given).expired}});
}

}  // namespace

response respond(const engine::answer& given, bool makes_reservation) {
  if (const auto* outcome = std::get_if<inventory::outcome>(&given))
    return respond_outcome(*outcome, makes_reservation);
  const auto what = std::get<engine::trouble>(given);
  const answer_row row = row_of(what);
  return problem(row.status, row.code, detail_of(what));
}

response respond(const input_error& wrong) {
  json::object more;
  if (!wrong.field.empty()) more["field"] = wrong.field;
  const std::string detail = wrong.field.empty() ? wrong.detail : wrong.field + ": " + wrong.detail;
  return problem(wrong.status, wrong.code, detail, more);
}

response respond(const engine::store_fault&) {
  // The fault's own text is for the log, not for a client.
  return problem(503, "ledger_unavailable", "the ledger cannot be read");
}

response respond_with(json::object body, int status) {
  return {.status = status, .content_type = "application/json", .body = json::serialize(body)};
}

}  // namespace holdfast::http
