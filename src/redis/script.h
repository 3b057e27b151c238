// A Lua script, named by its digest.
#pragma once

#include <string>
#include <string_view>

namespace holdfast::redis {

class script {
 public:
  // `text` must outlive the script.
  explicit script(std::string_view text);
  std::string_view text() const { return text_; }
  const std::string& digest() const { return digest_; }

 private:
  std::string_view text_;
  std::string digest_;  // SHA-1, 40 hexadecimal digits
};

}  // namespace holdfast::redis
