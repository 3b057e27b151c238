# Counts cases: input is ctest's JUnit report; for each suite that is a GoogleTest executable its own report is read.
# A suite that wrote no report crashed or ran out of time: it counts as one failed case, as does a suite that failed
# although all of its cases passed (a sanitizer's report at exit). Skipped cases are named and never count as passed.
function attribute(line, name,   value) {
  if (!match(line, "[ <]" name "=\"[^\"]*\"")) return ""
  value = substr(line, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
  return value
}
function exists(path,   line, found) {
  found = (getline line < path) >= 0
  close(path)
  return found
}
function read_cases(suite, path,   line, full, case_failed) {
  failed_here = 0
  while ((getline line < path) > 0) {
    if (line ~ /<testcase /) {
      full = attribute(line, "classname") "." attribute(line, "name")
      open_case = full
      if (line ~ /status="notrun"/) { skipped_case(suite, full " (disabled)"); open_case = "" }
      else if (line ~ /result="skipped"/) { skipped_case(suite, full); open_case = "" }
      else if (line ~ /\/>[ \t]*$/) { passed++; open_case = "" }
      case_failed = 0
    } else if (line ~ /<failure[ >]/) {
      case_failed = 1
    } else if (line ~ /<\/testcase>/ && open_case != "") {
      if (case_failed) { failed_here++; failures[++failures_count] = suite ": " open_case }
      else passed++
      open_case = ""
    }
  }
  close(path)
  failed += failed_here
}
function skipped_case(suite, full) { skips[++skipped] = suite ": " full }
function fail_suite(suite, why) { failed++; failures[++failures_count] = suite ": " why }

# One <testcase> of ctest; its verdict is known at the next tag.
/<testcase / { suite = attribute($0, "name"); state = attribute($0, "status"); skip_reason = "" }
/<skipped / { skip_reason = attribute($0, "message") }
/<\/testcase>/ && suite != "" {
  report = reports "/holdfast_" suite ".xml"
  if (state == "run" || state == "fail") {
    if (exists(report)) {
      read_cases(suite, report)
      if (state == "fail" && failed_here == 0) fail_suite(suite, "failed after its cases passed")
    } else if (exists(folder "/holdfast_" suite)) fail_suite(suite, "wrote no report: crashed or timed out")
    else if (state == "run") passed++
    else fail_suite(suite, "failed")
  } else if (skip_reason ~ /SKIP_/) skipped_case(suite, skip_reason)
  else if (state == "disabled") skipped_case(suite, "disabled in CMake")
  else fail_suite(suite, "could not be run: " skip_reason)
  suite = ""
}
END {
  for (i = 1; i <= skipped; i++) print "skipped: " skips[i]
  for (i = 1; i <= failures_count; i++) print "failed: " failures[i]
  if (skipped) print skipped " skipped"
  if (status && !failed) { print "failed: ctest itself, or no suite matches"; failed = 1 }
  printf "%d passed, %d failed\n", passed, failed
  exit failed > 0
}
