# Language level, warnings, hardening and sanitizers, the same for every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# Own assertions (base/assert.h) stay on in every build; -g1 keeps backtraces readable at little cost.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g")

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  -Wno-missing-field-initializers  # designated initialisers leave out what has a default
  -Werror=return-type)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-fcoroutines)
  # g++ 12 warns falsely inside coroutine frames and inlined libstdc++ strings.
  add_compile_options(-Wno-mismatched-new-delete -Wno-restrict -Wno-maybe-uninitialized)
endif()

set(HOLDFAST_SANITIZE "" CACHE STRING "address;undefined or thread, for the asan and tsan presets")
if(HOLDFAST_SANITIZE)
  list(JOIN HOLDFAST_SANITIZE "," sanitizers)
  add_compile_options(-fsanitize=${sanitizers} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${sanitizers})
  if("undefined" IN_LIST HOLDFAST_SANITIZE)
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
else()
  add_compile_options(-fstack-protector-strong)
  add_link_options(-Wl,-z,relro -Wl,-z,now)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()
