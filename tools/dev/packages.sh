# Installs the Debian packages of tools/dev/packages that are missing; silent when none is.
# shellcheck shell=bash disable=SC2154 # root and the colours come from ./dev and output.sh

wanted_packages() { sed -e 's/#.*//' -e 's/[[:space:]]*$//' -e '/^$/d' tools/dev/packages; }

# One dpkg-query for all: `./dev` asks on every start and must cost nothing.
missing_packages() {
  local wanted
  mapfile -t wanted < <(wanted_packages)
  comm -23 <(printf '%s\n' "${wanted[@]}" | sort) \
    <(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "${wanted[@]}" 2>/dev/null | sed -n 's/^ii *//p' | sort -u)
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Package scripts must not start services: tests start their own, and port 6379 is not ours to take.
policy=/usr/sbin/policy-rc.d
forbid_services() {
  [ -e $policy ] && return
  trap allow_services EXIT
  as_root sh -c "printf '#!/bin/sh\nexit 101\n' >$policy && chmod 755 $policy"
}
allow_services() {
  as_root rm -f $policy
  trap - EXIT
}

install_missing() {
  command -v dpkg-query >/dev/null || stop 3 "this is not Debian; needed: the counterparts of tools/dev/packages"
  local missing policy_was_there=no log
  mapfile -t missing < <(missing_packages)
  [ ${#missing[@]} = 0 ] && return 0
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
    stop 3 "packages are missing; as root: apt-get install ${missing[*]}"
  say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  log=$(mktemp)
  [ -e $policy ] && policy_was_there=yes
  forbid_services
  # The lists are refreshed only when the packages cannot be had from the ones that are there.
  if ! apt_install >"$log" 2>&1; then
    if ! { as_root apt-get update -q && apt_install; } >"$log" 2>&1; then
      tail -n 30 "$log" >&2
      rm -f "$log"
      stop 3 "apt-get could not install the packages"
    fi
  fi
  [ $policy_was_there = yes ] || allow_services
  rm -f "$log"
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}"
}
