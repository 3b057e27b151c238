// A service for the demo and the bench.
#include "cli/demo_service.h"

#include <fmt/format.h>

#include <boost/json/parse.hpp>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace holdfast::cli {
namespace json = boost::json;

namespace {

std::string read_all(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

demo_service::demo_service(const std::filesystem::path& program, std::filesystem::path folder,
                           const std::string& lock)
    : folder_(std::move(folder)) {
  std::filesystem::create_directories(folder_);
  process_ = base::child_process(
      {program.string(), "serve", "--listen", "127.0.0.1:0", "--data", folder_.string(), "--lock", lock},
      {.log = folder_ / "service.log"});
  for (int i = 0; i < 10'000 && process_.is_running(); ++i) {
    boost::system::error_code error;
    const json::value told = json::parse(read_all(folder_ / "serve.json"), error);
    if (!error && told.is_object()) {
      url_ = std::string(told.at("url").as_string());
      client_ = std::make_unique<http::client>(url_);
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  throw std::runtime_error("the service did not start: " + read_all(folder_ / "service.log"));
}

http::client_response demo_service::ask(std::string_view method, const std::string& target,
                                        const std::string& body, const std::string& key) const {
  http::client::header_list headers;
  if (!key.empty()) headers.emplace_back("Idempotency-Key", key);
  auto got = client_->send(method, target, body, headers);
  if (got.has_error())
    throw std::runtime_error(fmt::format("{} {}: {}", method, target, http::to_string(got.error())));
  if (got->status >= 300) throw std::runtime_error(fmt::format("{} {}: {}", method, target, got->body));
  return *std::move(got);
}

void demo_service::stock(const std::string& sku, int units) const {
  ask("PUT", "/v1/sources/shanghai", R"({"kind":"warehouse"})", "");
  ask("PUT", "/v1/skus/" + sku, R"({"title":"Limited sneakers"})", "");
  const std::string body = fmt::format(R"({{"sku":"{}","source":"shanghai","quantity":{}}})", sku, units);
  ask("POST", "/v1/stock/receive", body, "stock-" + sku);
}

long demo_service::salable(const std::string& sku) const {
  const http::client_response got = ask("GET", "/v1/skus/" + sku + "/availability", "", "");
  return json::parse(got.body).at("salable").to_number<long>();
}

}  // namespace holdfast::cli
