// A value, or why there is none. The kinds of not-OK never mix: a refusal is an enum value of the rule, a
// fault is an error in a result, an unknown outcome is a value of its own, a bug is an assertion.
#pragma once

#include <boost/system/result.hpp>

namespace holdfast::base {

template <class T, class E>
using result = boost::system::result<T, E>;

}  // namespace holdfast::base
