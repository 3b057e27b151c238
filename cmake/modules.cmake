# holdfast_module(NAME [PUBLIC target...] [PRIVATE target...])
#
# Makes the library holdfast_<name> of every source in the current folder, and holdfast_<name>_test of every *test.cpp.
# The library exports one include directory, the "view": a folder that holds nothing but links to this module's sources and
# to its public headers. Whoever does not link the module has no path to its headers: the layers are checked by the compiler.
function(holdfast_module name)
  cmake_parse_arguments(arg "" "" "PUBLIC;PRIVATE;TEST" ${ARGN})
  string(REPLACE "/" "_" target ${name})
  set(view ${CMAKE_BINARY_DIR}/view/${target})
  holdfast_link_view(${CMAKE_SOURCE_DIR}/src/${name} ${view}/${name})
  if(EXISTS ${CMAKE_SOURCE_DIR}/include/holdfast/${name})
    holdfast_link_view(${CMAKE_SOURCE_DIR}/include/holdfast/${name} ${view}/holdfast/${name})
  endif()

  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "test\\.cpp$")

  add_library(holdfast_${target} STATIC ${sources})
  add_library(holdfast::${target} ALIAS holdfast_${target})
  target_include_directories(holdfast_${target} PUBLIC ${view})
  target_link_libraries(holdfast_${target} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  if(tests)
    holdfast_test(${target}_test SOURCES ${tests} LINK holdfast::${target} ${arg_PUBLIC} ${arg_PRIVATE} ${arg_TEST})
  endif()
endfunction()

function(holdfast_link_view folder link)
  get_filename_component(parent ${link} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${folder} ${link} SYMBOLIC)
endfunction()

# holdfast_test(NAME SOURCES file... LINK target... [SLOW]): one GoogleTest executable, known to ctest.
function(holdfast_test name)
  cmake_parse_arguments(arg "SLOW" "" "SOURCES;LINK" ${ARGN})
  add_executable(holdfast_${name} ${arg_SOURCES})
  target_link_libraries(holdfast_${name} PRIVATE ${arg_LINK} GTest::gmock GTest::gtest_main)
  target_compile_definitions(holdfast_${name} PRIVATE HOLDFAST_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                             HOLDFAST_BINARY="$<TARGET_FILE_DIR:holdfast_${name}>/holdfast")
  set_target_properties(holdfast_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  add_test(NAME ${name} COMMAND holdfast_${name})
  if(arg_SLOW)
    set_tests_properties(${name} PROPERTIES LABELS slow RUN_SERIAL TRUE)
  endif()
endfunction()

# holdfast_embed(TARGET file...): SQL and Lua live in their own files; the binary carries their text. Generates the private
# header embedded/<target>.h with one constant a file in namespace holdfast::embedded: scripts/release.lua -> release_lua.
function(holdfast_embed target)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/generated)
  set(header ${folder}/embedded/${target}.h)
  add_custom_command(OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${header} "-DFILES=${ARGN}" -DFOLDER=${CMAKE_CURRENT_SOURCE_DIR}
            -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${ARGN} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} VERBATIM COMMENT "Embedding files of ${target}")
  target_sources(${target} PRIVATE ${header})
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
