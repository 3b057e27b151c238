# The rules of tools/tidy, in one pass over all files. Written for POSIX awk (Debian's default is mawk).
function report(line, rule, text) {
  printf "%s:%d: [%s] %s\n", file, line, rule, text
  findings++
}

# Whether a word of a name (its parts are joined by _) says nothing about what is named.
function empty_word(name,   parts, n, i) {
  n = split(tolower(name), parts, /[_.-]/)
  for (i = 1; i <= n; i++)
    if (parts[i] ~ /^(utils?|common|managers?|helpers?|misc)$/) return parts[i]
  if (parts[n] ~ /^(data|infos?)$/) return parts[n]
  return ""
}

function begin_file(   base, stem, word) {
  file = FILENAME
  base = file; sub(/^.*\//, "", base)
  stem = base; sub(/\.[^.]*$/, "", stem)
  cpp = base ~ /\.(cpp|h)$/
  sql = base ~ /\.sql$/
  lua = base ~ /\.lua$/
  text_only = base ~ /\.md$/
  unit_test = base ~ /_test\.cpp$/
  rules_themselves = file ~ /^tools\/tidy/
  pragma = 0
  split("", opened)
  word = empty_word(stem)
  if (word != "") report(1, "file-name", "\"" word "\" says nothing; name the file after what it does, verb_noun for a use case")
}

function end_file(   limit) {
  if (file == "") return
  if (file ~ /\.h$/ && !pragma) report(1, "pragma-once", "a header without #pragma once; add it below the head comment")
  if (cpp && lines > 600) report(lines, "file-length", lines " lines; split by responsibility, 600 is the limit")
  if (file ~ /(^|\/)ARCHITECTURE\.md$/ && lines > 150)
    report(lines, "document-length", lines " lines of 150; move detail to docs/ and link to it")
  if (cpp) sizes[++measured] = lines
}

# A block at indentation 0, 2 or 4 ends with a brace alone; by the format of clang-format it starts at the last line
# of the same indentation. A block inside a function is shorter than the function, so only whole functions are found.
function measure_functions(   indent) {
  if ($0 ~ /^[ ]*$/) return
  match($0, /^ */)
  indent = RLENGTH
  if (indent > 4 || indent % 2) return
  rest = substr($0, indent + 1)
  if (rest ~ /^(\/\/|#|public:|private:|protected:|namespace)/) return
  if (rest == "}") {
    if (opened[indent] && FNR - opened[indent] + 1 > 60)
      report(opened[indent], "function-length", FNR - opened[indent] + 1 " lines; give the steps names and move them out, 60 is the limit")
    return
  }
  if (rest !~ /^[})]/) opened[indent] = FNR
}

function check_cpp(   name, word) {
  if ($0 ~ /^#pragma once/) pragma = 1
  if ($0 ~ /^ *# *include *["<]\.\.\// || $0 ~ /^ *# *include *["<][^">]*\/\.\.\//)
    report(FNR, "include-path", "an include with ../ goes around the layers; write \"module/file.h\" and link the module's target")
  if (match($0, /^ *(enum )?(class|struct) [A-Za-z_0-9]+/)) {
    name = substr($0, RSTART, RLENGTH); sub(/^.* /, "", name)
    word = empty_word(name)
    if (word != "") report(FNR, "type-name", "\"" word "\" in " name " says nothing; name the thing or what it does")
  }
  if (unit_test && $0 ~ /(sleep_for|sleep_until|usleep|nanosleep|[^_a-z]sleep)\(/)
    report(FNR, "sleep-in-test", "a sleep makes a test slow and flaky; wait for the condition with a bound, or pass the time in")
  if ($0 ~ /"(SELECT|INSERT|UPDATE|DELETE|REPLACE|select|insert|update|delete|replace) [^"]*" *(\+|<<|, *fmt)/ ||
      $0 ~ /(\+|<<|\+=) *"[^"]* (FROM|WHERE|VALUES|SET|from|where|values|set) / ||
      $0 ~ /format(_to)?\([^"]*"(SELECT|INSERT|UPDATE|DELETE|REPLACE|select|insert|update|delete|replace) /)
    report(FNR, "sql-text", "SQL put together from pieces; put one statement in a .sql file and bind parameters")
  measure_functions()
}

FNR == 1 {
  end_file()
  lines = 0
  begin_file()
  if (cpp && $0 !~ /^\/\/ ?[^ ]/) report(1, "head-comment", "no head comment; begin with 1-3 lines of // what it is and where on the main path")
  if ((sql || lua) && $0 !~ /^-- ?[^ ]/)
    report(1, "head-comment", "no head comment; begin with -- what it does, its parameters or keys, what it returns, why it is atomic")
}
{ lines = FNR }
text_only { next }
length($0) > (cpp ? 120 : 160) {
  report(FNR, "line-length", length($0) " characters; break it at " (cpp ? "110 (./dev fix does)" : "160"))
}
/\t/ && !rules_themselves { report(FNR, "tab", "a tab; indent with two spaces") }
/(TODO|FIXME|(^|[^X])XXX([^X]|$))/ && !/#[0-9]+/ && !rules_themselves {
  report(FNR, "todo", "no issue number beside it; write TODO(#12), or do it now")
}
cpp { check_cpp() }

END {
  end_file()
  file = "."
  # Insertion sort would be quadratic over many files; counting is not, and sizes are small.
  for (i = 1; i <= measured; i++) { count[sizes[i]]++; if (sizes[i] > top) top = sizes[i] }
  for (size = 0; size <= top; size++) {
    seen += count[size]
    if (!median && seen * 2 >= measured) median = size
    if (!p95 && seen * 100 >= measured * 95) p95 = size
  }
  # Percentiles of a handful of files mean nothing.
  if (measured >= 20 && median > 120) report(0, "median-length", "the median file has " median " lines of 120; split the larger half")
  if (measured >= 20 && p95 > 400) report(0, "p95-length", "one file in twenty is over " p95 " lines, 400 is the limit; split the largest")
  if (findings) print findings " findings"
  exit findings > 0
}
