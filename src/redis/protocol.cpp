// RESP, the bytes.
#include "redis/protocol.h"

#include <fmt/format.h>
#include <hiredis/hiredis.h>

#include <iterator>
#include <stdexcept>

#include "base/assert.h"

namespace holdfast::redis {
namespace {

struct free_reply {
  void operator()(redisReply* of) const { freeReplyObject(of); }
};

reply to_reply(const redisReply& from) {
  reply made;
  switch (from.type) {
    case REDIS_REPLY_INTEGER:
      made.is = reply::kind::integer;
      made.number = from.integer;
      break;
    case REDIS_REPLY_STATUS:
      made.is = reply::kind::status;
      made.text.assign(from.str, static_cast<std::size_t>(from.len));
      break;
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_ERROR:  // inside an array: EXEC, which is not used
      made.is = reply::kind::text;
      made.text.assign(from.str, static_cast<std::size_t>(from.len));
      break;
    case REDIS_REPLY_ARRAY:
      made.is = reply::kind::array;
      made.items.reserve(from.elements);
      for (std::size_t i = 0; i < from.elements; ++i) made.items.push_back(to_reply(*from.element[i]));
      break;
    default:
      break;
  }
  return made;
}

}  // namespace

void throw_exception_from_error(const failure& error, const boost::source_location& where) {
  boost::throw_exception(std::runtime_error(error.text), where);
}

// Written by hand rather than with redisFormatCommandArgv, which allocates a buffer a command only for it to
// be copied here.
void append_command(std::string& out, std::span<const std::string_view> words) {
  auto at = std::back_inserter(out);
  fmt::format_to(at, "*{}\r\n", words.size());
  for (const std::string_view word : words) {
    fmt::format_to(at, "${}\r\n", word.size());
    out.append(word);
    out.append("\r\n");
  }
}

void parser::deleter::operator()(void* reader) const {
  redisReaderFree(static_cast<redisReader*>(reader));
}

parser::parser() : reader_(redisReaderCreate()) {
  HOLDFAST_ASSERT(reader_ != nullptr);
}
parser::~parser() = default;

void parser::feed(std::string_view bytes) {
  if (redisReaderFeed(static_cast<redisReader*>(reader_.get()), bytes.data(), bytes.size()) != REDIS_OK)
    broken_ = true;
}

std::optional<result> parser::next() {
  void* raw = nullptr;
  if (broken_ || redisReaderGetReply(static_cast<redisReader*>(reader_.get()), &raw) != REDIS_OK) {
    broken_ = true;
    return std::nullopt;
  }
  if (raw == nullptr) return std::nullopt;
  const std::unique_ptr<redisReply, free_reply> got(static_cast<redisReply*>(raw));
  if (got->type == REDIS_REPLY_ERROR) {
    return failure{failure::kind::server_error, std::string(got->str, static_cast<std::size_t>(got->len))};
  }
  return to_reply(*got);
}

}  // namespace holdfast::redis
