# Configures only when needed and compiles; ninja's progress on a terminal, quiet otherwise.
# shellcheck shell=bash disable=SC2154 # root and the colours come from ./dev and output.sh

# build_preset PRESET [target...]
build_preset() {
  local preset=$1
  shift
  case $preset in
    release | dev | asan | tsan) ;;
    *) stop 2 "there is no preset '$preset'; there are release, dev, asan, tsan" ;;
  esac
  install_missing
  # Paths relative to the repository, so that a clone elsewhere gets the same cache hits.
  export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=1
  # Ninja itself runs CMake again when a CMake file or a set of sources changed: here only the first time counts.
  if [ ! -f "build/$preset/build.ninja" ] || [ CMakePresets.json -nt "build/$preset/build.ninja" ]; then
    quietly "build/$preset/configure.log" cmake --preset "$preset" || stop 1 "cmake failed"
  fi
  local ninja=(cmake --build "build/$preset")
  [ -n "${HOLDFAST_JOBS:-}" ] && ninja+=(-j "$HOLDFAST_JOBS")
  [ $# -gt 0 ] && ninja+=(--target "$@")
  if [ -t 1 ]; then
    "${ninja[@]}" || stop 1 "the build failed"
  else
    quietly "build/$preset/build.log" "${ninja[@]}" || stop 1 "the build failed"
  fi
}

# quietly LOG command...: shows the output only when the command fails.
quietly() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 && return
  grep -v '^\[[0-9]*/[0-9]*\] \(Building\|Linking\|Re-running\)' "$log" | tail -n 200 >&2
  return 1
}
