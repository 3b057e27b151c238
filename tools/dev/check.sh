# Looks at the sources (check) and repairs what a program can repair (fix).
# shellcheck shell=bash disable=SC2154 # root and the colours come from ./dev and output.sh

sources() { git ls-files --cached --others --exclude-standard -- "$@"; }

# C++ files that differ from main (from the last commit, when this is main), or all of them.
files_to_check() {
  if [ "$1" = all ]; then
    sources '*.cpp' '*.h'
    return
  fi
  local base
  base=$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null || true)
  if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then base=$(git rev-parse -q --verify HEAD~1 || git rev-parse HEAD); fi
  { git diff --name-only --diff-filter=d "$base" -- '*.cpp' '*.h'; git ls-files --others --exclude-standard -- '*.cpp' '*.h'; } | sort -u
}

check() {
  local scope=changed bad=0 files
  case ${1:-} in
    --all) scope=all ;;
    '') ;;
    *) stop 2 "check knows --all, not $1" ;;
  esac
  install_missing
  mapfile -t files < <(files_to_check "$scope")
  step tidy tools/tidy || bad=1
  step shellcheck check_shell || bad=1
  if [ ${#files[@]} -gt 0 ]; then
    step clang-format clang-format-16 --dry-run --Werror "${files[@]}" || bad=1
    step clang-tidy check_with_clang_tidy "${files[@]}" || bad=1
  fi
  return $bad
}

step() {
  local name=$1 log
  shift
  log=$(mktemp)
  if "$@" >"$log" 2>&1; then
    pass "ok      $name"
    rm -f "$log"
    return 0
  fi
  fail "FAILED  $name"
  cat "$log"
  rm -f "$log"
  return 1
}

check_shell() {
  local scripts
  mapfile -t scripts < <(shell_scripts)
  shellcheck -x "${scripts[@]}"
}

shell_scripts() {
  local file
  sources | while read -r file; do
    case $file in
      *.sh) echo "$file" ;;
      *.*) ;;
      *) head -c 40 "$file" 2>/dev/null | grep -qa '^#!.*\(bash\|/sh\)' && echo "$file" ;;
    esac
  done || true
}

# The compile commands are those of the dev preset: clang's own flags. Generated headers must exist, so it is built.
check_with_clang_tidy() {
  local units
  mapfile -t units < <(printf '%s\n' "$@" | grep '\.cpp$' || true)
  [ ${#units[@]} -gt 0 ] || return 0
  build_preset dev || return 1
  printf '%s\0' "${units[@]}" |
    xargs -0 -n 1 -P "${HOLDFAST_JOBS:-$(nproc)}" clang-tidy-16 -p build/dev --quiet --warnings-as-errors='*'
}

fix() {
  install_missing
  local files
  mapfile -t files < <(sources '*.cpp' '*.h')
  clang-format-16 -i "${files[@]}"
  # Trailing blanks and missing newlines at the end of text that clang-format does not see.
  sources '*.md' '*.cmake' '*.txt' '*.sql' '*.lua' '*.sh' '*.awk' | while read -r file; do
    sed -i -e 's/[[:space:]]*$//' -e "\$a\\" "$file"
  done
  echo "formatted ${#files[@]} C++ files; tools/tidy says what is left"
  tools/tidy
}
