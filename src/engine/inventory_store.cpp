// What the port needs at run time: value() on a failed read is a bug of the caller, reported as an exception
// at start-up.
#include "engine/inventory_store.h"

#include <boost/throw_exception.hpp>

#include <stdexcept>

namespace holdfast::engine {

void throw_exception_from_error(const store_fault& fault, const boost::source_location& where) {
  boost::throw_exception(std::runtime_error(fault.message), where);
}

}  // namespace holdfast::engine
