// A blocking HTTP client for the command line, the demo and tests: one keep-alive connection.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace holdfast::http {

struct client_response {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;

  // Empty when there is none of this name, in any case of letters.
  std::string_view header(std::string_view name) const;
};

enum class client_error {
  unreachable,  // no connection: the request was not sent
  lost,         // sent, and the answer never came whole: it may have taken effect
  timed_out,    // the same, by the clock
};
std::string_view to_string(client_error error);
[[noreturn]] void throw_exception_from_error(client_error error, const boost::source_location& where);

// One thread at a time. Connects when it has to; a kept connection that the server has closed is opened anew
// once, only when nothing of the request had been sent.
class client {
 public:
  // "http://127.0.0.1:7070". Throws std::invalid_argument for anything else.
  explicit client(std::string_view url,
                  std::chrono::milliseconds timeout = std::chrono::milliseconds(35'000));
  ~client();
  client(client&&) noexcept;
  client& operator=(client&&) noexcept;

  using header_list = std::vector<std::pair<std::string, std::string>>;
  base::result<client_response, client_error> send(std::string_view method, std::string_view target,
                                                   std::string_view body = {},
                                                   const header_list& headers = {});

 private:
  class wire;
  std::unique_ptr<wire> wire_;
};

}  // namespace holdfast::http
