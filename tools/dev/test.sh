# Builds and runs every suite known to ctest and counts individual cases; the last line is `N passed, N failed`.
# shellcheck shell=bash disable=SC2154 # root and the colours come from ./dev and output.sh

run_tests() {
  local preset=release filter='' timeout=${HOLDFAST_TEST_TIMEOUT:-300}
  local select=()
  while [ $# -gt 0 ]; do
    case $1 in
      --asan | --tsan)
        preset=${1#--}
        timeout=$((timeout * 3))
        # Load suites measure time and fill the machine; under a sanitizer they would only measure the sanitizer.
        select=(-LE slow)
        ;;
      -*) stop 2 "test knows --asan and --tsan, not $1" ;;
      *) filter=$1 ;;
    esac
    shift
  done
  [ -n "$filter" ] && select+=(-R "$filter")
  # What does not compile is a failed test run, and must not end without counts.
  (build_preset "$preset") || { local code=$?; echo '0 passed, 1 failed'; exit $code; }

  local reports=$root/build/$preset/reports status=0
  rm -rf "$reports"
  mkdir -p "$reports"
  set_test_environment "$reports"
  ctest --test-dir "build/$preset" -j "${HOLDFAST_TEST_JOBS:-2}" --timeout "$timeout" --output-on-failure \
    --output-junit "$reports/ctest.xml" --no-tests=error "${select[@]}" 2>&1 |
    awk -f tools/dev/suites.awk -v red="$red" -v green="$green" -v yellow="$yellow" -v plain="$plain" || status=1
  count_cases "build/$preset" "$reports" "$status"
}

# Every report of a sanitizer ends the test, and nothing in the caller's environment makes a suite run less.
set_test_environment() {
  unset GTEST_FILTER GTEST_REPEAT GTEST_TOTAL_SHARDS GTEST_SHARD_INDEX GTEST_ALSO_RUN_DISABLED_TESTS GTEST_BREAK_ON_FAILURE
  export GTEST_OUTPUT=xml:$1/
  export ASAN_OPTIONS=halt_on_error=1:detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1:abort_on_error=1
  export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
  export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
  local symbolizer
  symbolizer=$(command -v llvm-symbolizer-16 || true)
  [ -z "$symbolizer" ] || export ASAN_SYMBOLIZER_PATH=$symbolizer
}

# count_cases FOLDER REPORTS STATUS: by the reports, never by what a test printed.
count_cases() {
  local folder=$1 reports=$2 status=$3
  [ -s "$reports/ctest.xml" ] || { echo '<testsuite/>' >"$reports/ctest.xml"; status=1; }
  awk -f tools/dev/cases.awk -v folder="$folder" -v reports="$reports" -v status="$status" "$reports/ctest.xml"
}
