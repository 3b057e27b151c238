// The real program, `holdfast serve`, as a child process of a test with its own data folder.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "http/client.h"
#include "support/child_process.h"
#include "support/temporary_folder.h"

namespace holdfast::testing {

struct service_options {
  std::string lock = "redis";
  std::string redis = {};              // empty: the service's private one
  std::vector<std::string> more = {};  // further arguments
};

// What came back, flattened: status 0 means that no answer came.
struct answer {
  int status = 0;
  std::string body;
  bool replayed = false;
  std::string state_now;  // of the Reservation-State header
  // The value of a member of the body, as text: answer("code"), answer("id"). Top level only; empty when it
  // is not there.
  std::string operator()(std::string_view member) const;
};

class service {
 public:
  explicit service(service_options options = {});

  // Starts it on the same data folder and waits until it is ready.
  void start();
  void kill();  // kill -9
  int stop();   // SIGTERM; the exit code
  child_process& process() { return process_; }

  const std::string& url() const { return url_; }
  const std::filesystem::path& folder() const { return folder_.path(); }
  std::string log() const;

  // A client of its own for each thread.
  http::client connect(std::chrono::milliseconds timeout = std::chrono::milliseconds(35'000)) const;
  // One request over the service's own client; not for two threads.
  answer send(std::string_view method, std::string_view target, std::string_view body = {},
              const http::client::header_list& headers = {});

  // A source `main` if need be, the SKU, and so many units in it.
  void stock(const std::string& sku, long units);
  answer reserve(const std::string& key, const std::string& buyer, const std::string& sku, long units = 1);
  long salable(const std::string& sku);

  // Runs `holdfast audit` on the data folder; its exit code, 0 when the books are clean.
  int audit();

 private:
  service_options options_;
  temporary_folder folder_;
  child_process process_;
  std::string url_;
  std::unique_ptr<http::client> client_;
};

// {"buyer":...,"lines":[{"sku":...,"quantity":...}]}
std::string order_body(const std::string& buyer, const std::string& sku, long units = 1);
answer to_answer(const base::result<http::client_response, http::client_error>& got);

}  // namespace holdfast::testing
