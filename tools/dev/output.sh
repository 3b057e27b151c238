# What ./dev says: colours only on a terminal, errors on stderr.
# shellcheck shell=bash
bold='' red='' green='' yellow='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
  bold=$'\e[1m' red=$'\e[31m' green=$'\e[32m' yellow=$'\e[33m' plain=$'\e[0m'
fi

say() { printf '%s\n' "$bold$*$plain"; }
fail() { printf '%s\n' "$red$*$plain"; }
pass() { printf '%s\n' "$green$*$plain"; }
warn() { printf '%s\n' "$yellow$*$plain"; }

# stop CODE TEXT: ends the whole command.
stop() {
  local code=$1
  shift
  printf './dev: %s\n' "$*" >&2
  exit "$code"
}
