# Turns ctest's live output into a line a suite, followed by what a failed suite printed. Display only: cases.awk counts.
/^Test project |^    Start +[0-9]+: |^Internal ctest changing/ { next }
/^ *[0-9]+\/[0-9]+ +Test +#[0-9]+: / {
  line = $0
  sub(/^ *[0-9]+\/[0-9]+ +Test +#[0-9]+: /, "", line)
  name = line; sub(/[ .].*$/, "", name)
  seconds = line; sub(/ sec.*$/, "", seconds); sub(/^.* /, "", seconds)
  shown = (line ~ /   Passed /)
  word = shown ? "passed" : (line ~ /\*\*\*Skipped/ ? "skipped" : (line ~ /\*\*\*Timeout/ ? "timed out" : "FAILED"))
  colour = shown ? green : (word == "skipped" ? yellow : red)
  printf "%s%-9s%s %-32s %8.2f s\n", colour, word, plain, name, seconds
  printing = !shown
  fflush()
  next
}
/^[0-9]+% tests passed/ { printing = 0; over = 1 }
/^No tests were found/ { print; next }
printing && !over { print "    " $0 }
