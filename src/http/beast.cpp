// The one translation unit that compiles Beast's non-template parts.
#include <boost/beast/src.hpp>
