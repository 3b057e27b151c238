// A service for the demo and the bench, as a child process with a data folder of its own.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/child_process.h"
#include "http/client.h"

namespace holdfast::cli {

// Throws std::runtime_error when it does not start or does not do as it is told.
class demo_service {
 public:
  // `program` is the holdfast binary.
  demo_service(const std::filesystem::path& program, std::filesystem::path folder, const std::string& lock);

  void stock(const std::string& sku, int units) const;
  long salable(const std::string& sku) const;
  const std::string& url() const { return url_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  http::client_response ask(std::string_view method, const std::string& target, const std::string& body,
                            const std::string& key) const;

  std::filesystem::path folder_;
  base::child_process process_;
  std::string url_;
  std::unique_ptr<http::client> client_;
};

}  // namespace holdfast::cli
