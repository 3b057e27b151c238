// A service to talk to: found, asked, and its answer shown.
#include "cli/remote.h"

#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/terminal.h"

namespace holdfast::cli {
namespace json = boost::json;

namespace {

// The service's URL; nothing when it cannot be found.
std::optional<std::string> find_server(const remote_options& where) {
  if (!where.server.empty()) return where.server;
  std::ifstream in(std::filesystem::path(where.data) / "serve.json");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  boost::system::error_code error;
  const json::value told = json::parse(text, error);
  if (error || !told.is_object() || !told.get_object().contains("url")) return std::nullopt;
  return std::string(told.at("url").as_string());
}

int show(const http::client_response& got, bool as_json) {
  boost::system::error_code error;
  const json::value body = json::parse(got.body, error);
  const bool is_fine = got.status < 400;
  if (as_json || error) {
    fmt::print("{}\n", got.body);
  } else if (is_fine) {
    print_value(body);
  } else {
    const auto text = [&body](const char* name) {
      const json::value* found = body.is_object() ? body.get_object().if_contains(name) : nullptr;
      return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
    };
    fmt::print(stderr, "{}: {}\n", painted(text("code"), paint::bad), text("detail"));
  }
  if (is_fine) return exit_code::done;
  return got.status >= 500 ? exit_code::unknown : exit_code::refused;
}

}  // namespace

std::shared_ptr<remote_options> add_remote_options(CLI::App& command) {
  auto given = std::make_shared<remote_options>();
  command.add_option("--server", given->server, "URL of the service, like http://127.0.0.1:7070")
      ->envname("HOLDFAST_SERVER");
  command.add_option("--data", given->data, "or its data folder, on this machine")->capture_default_str();
  command.add_option("--api-key", given->api_key, "API key")->envname("HOLDFAST_API_KEY");
  command.add_flag("--json", given->as_json, "the service's own JSON");
  return given;
}

int ask(const remote_options& where, const remote_request& what) {
  const auto server = find_server(where);
  if (!server) {
    fmt::print(stderr,
               "holdfast: no service found in the data folder {}: start one (holdfast serve), or give "
               "--server URL\n",
               where.data);
    return exit_code::unknown;
  }
  try {
    http::client client(*server);
    http::client::header_list headers;
    if (!where.api_key.empty()) headers.emplace_back("Authorization", "Bearer " + where.api_key);
    if (!what.key.empty()) headers.emplace_back("Idempotency-Key", what.key);
    const std::string body =
        what.method == "GET" || what.method == "DELETE" ? "" : json::serialize(what.body);
    const auto got = client.send(what.method, what.target, body, headers);
    if (!got.has_error()) return show(*got, where.as_json);
    fmt::print(stderr, "holdfast: {}: {}\n", *server, http::to_string(got.error()));
    return exit_code::unknown;
  } catch (const std::invalid_argument& wrong) {
    fmt::print(stderr, "holdfast: {}\n", wrong.what());
    return exit_code::usage;
  }
}

std::string path_part(const std::string& text) {
  std::string encoded;
  for (const char c : text) {
    const bool is_plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-' || c == '~';
    if (is_plain) {
      encoded += c;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

}  // namespace holdfast::cli
