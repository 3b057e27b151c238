// The one translation unit that compiles Asio's non-template parts.
#include <boost/asio/impl/src.hpp>
