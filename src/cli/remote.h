// A service to talk to: found, asked, and its answer shown.
#pragma once

#include <CLI/App.hpp>
#include <boost/json/object.hpp>

#include <memory>
#include <string>

#include "http/client.h"

namespace holdfast::cli {

struct remote_options {
  std::string server;         // URL; empty: from DATA/serve.json
  std::string data = "data";  // data folder of the service
  std::string api_key;
  bool as_json = false;
};

// --server, --data, --api-key and --json, for a command that talks to a service.
std::shared_ptr<remote_options> add_remote_options(CLI::App& command);

struct remote_request {
  std::string method;
  std::string target;
  boost::json::object body = {};
  std::string key = {};  // Idempotency-Key
};

// Sends the request, shows the answer, and returns the exit code.
int ask(const remote_options& where, const remote_request& what);

// The text as one part of a path.
std::string path_part(const std::string& text);

}  // namespace holdfast::cli
