// A Lua script, named by its digest.
#include "redis/script.h"

#include "base/digest.h"
#include "base/hex.h"

namespace holdfast::redis {

script::script(std::string_view text) : text_(text), digest_(base::to_hex(base::sha1(text))) {}

}  // namespace holdfast::redis
