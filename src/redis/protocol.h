// RESP, the bytes: hiredis formats commands and parses replies behind these two.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "redis/reply.h"

namespace holdfast::redis {

// Appends the command, as the server reads it, to `out`.
void append_command(std::string& out, std::span<const std::string_view> words);

// Takes bytes as they come and gives whole replies.
class parser {
 public:
  parser();
  ~parser();
  void feed(std::string_view bytes);
  // The next whole reply: nothing when more bytes are needed. A server's error is a failure of kind
  // server_error.
  std::optional<result> next();
  // The bytes made no sense: the connection is of no use any more.
  bool is_broken() const { return broken_; }

 private:
  struct deleter {
    void operator()(void* reader) const;
  };
  std::unique_ptr<void, deleter> reader_;
  bool broken_ = false;
};

}  // namespace holdfast::redis
