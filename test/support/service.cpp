// The real program as a child process of a test.
#include "support/service.h"

#include <signal.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <fstream>
#include <iterator>
#include <thread>

#include "base/assert.h"

namespace holdfast::testing {
namespace {

namespace json = boost::json;

const char* binary() {
  return HOLDFAST_BINARY;
}

std::string read_all(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::string answer::operator()(std::string_view member) const {
  boost::system::error_code error;
  const json::value parsed = json::parse(body, error);
  if (error || !parsed.is_object()) return {};
  const json::value* found = parsed.get_object().if_contains(member);
  if (found == nullptr) return {};
  return found->is_string() ? std::string(found->get_string()) : json::serialize(*found);
}

answer to_answer(const base::result<http::client_response, http::client_error>& got) {
  if (got.has_error()) return {};
  return {.status = got->status,
          .body = got->body,
          .replayed = got->header("Idempotent-Replayed") == "true",
          .state_now = std::string(got->header("Reservation-State"))};
}

std::string order_body(const std::string& buyer, const std::string& sku, long units) {
  return R"({"buyer":")" + buyer + R"(","lines":[{"sku":")" + sku + R"(","quantity":)" +
         std::to_string(units) + "}]}";
}

service::service(service_options options) : options_(std::move(options)) {
  start();
}

void service::start() {
  std::filesystem::remove(folder_.path() / "serve.json");
  std::vector<std::string> command{binary(),      "serve",      "--listen",
                                   "127.0.0.1:0", "--data",     folder_.path().string(),
                                   "--lock",      options_.lock};
  if (!options_.redis.empty()) command.insert(command.end(), {"--redis", options_.redis});
  command.insert(command.end(), options_.more.begin(), options_.more.end());
  process_ = child_process(command, {.log = folder_.path() / "service.log"});
  for (int i = 0; i < 15'000; ++i) {
    boost::system::error_code error;
    const json::value told = json::parse(read_all(folder_.path() / "serve.json"), error);
    if (!error && told.is_object()) {
      url_ = std::string(told.at("url").as_string());
      client_ = std::make_unique<http::client>(url_);
      if (send("GET", "/readyz").status == 200) return;
    }
    if (!process_.is_running()) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  std::fprintf(stderr, "%s\n", log().c_str());
  HOLDFAST_ASSERT(false && "the service did not start");
}

void service::kill() {
  process_.kill();
}

int service::stop() {
  process_.signal(SIGTERM);
  return process_.wait();
}

std::string service::log() const {
  return read_all(folder_.path() / "service.log");
}

http::client service::connect(std::chrono::milliseconds timeout) const {
  return http::client(url_, timeout);
}

answer service::send(std::string_view method, std::string_view target, std::string_view body,
                     const http::client::header_list& headers) {
  return to_answer(client_->send(method, target, body, headers));
}

void service::stock(const std::string& sku, long units) {
  HOLDFAST_ASSERT(send("PUT", "/v1/sources/main", "{}").status == 200);
  HOLDFAST_ASSERT(send("PUT", "/v1/skus/" + sku, "{}").status == 200);
  if (units == 0) return;
  static int number = 0;
  const std::string body =
      R"({"sku":")" + sku + R"(","source":"main","quantity":)" + std::to_string(units) + "}";
  const answer got = send("POST", "/v1/stock/receive", body,
                          {{"Idempotency-Key", "stock-" + sku + "-" + std::to_string(++number)}});
  HOLDFAST_ASSERT(got.status == 200);
}

answer service::reserve(const std::string& key, const std::string& buyer, const std::string& sku,
                        long units) {
  return send("POST", "/v1/reservations", order_body(buyer, sku, units), {{"Idempotency-Key", key}});
}

long service::salable(const std::string& sku) {
  return std::stol(send("GET", "/v1/skus/" + sku + "/availability")("salable"));
}

int service::audit() {
  child_process run({binary(), "audit", "--data", folder_.path().string()},
                    {.log = folder_.path() / "audit.log"});
  const int code = run.wait();
  if (code != 0) std::fprintf(stderr, "%s\n", read_all(folder_.path() / "audit.log").c_str());
  return code;
}

}  // namespace holdfast::testing
