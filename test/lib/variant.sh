# shellcheck shell=bash
# Sourced by the tests that build the extension in another way than "make" does.
#
#   kp_variant NAME [VARIABLE=VALUE]...
#       has a copy of the tree in build/NAME, so that objects of different flags do not mix, in which make
#       gets these variables; goes there. What "test/run STEP" does there is as it is here.
#   scaled N [LEAST]
#       N times LONG_SCALE, at least LEAST (1)

kp_variant_top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

scaled() { awk -v n="$1" -v least="${2:-1}" -v scale="${LONG_SCALE:-1}" 'BEGIN { n = int(n * scale); print n < least ? least : n }'; }

kp_variant() {
  local folder=$kp_variant_top/build/$1 assignment
  shift
  mkdir -p "$folder"
  [[ ! -d $folder/src ]] || find "$folder/src" -name '*.[ch]pp' -delete
  rm -rf "$folder"/{sql,expected,test} "$folder"/keyset_page--*.sql
  (
    cd "$kp_variant_top" || exit
    find src -name '*.[ch]pp' -print0
    printf '%s\0' Makefile META.json keyset_page.control keyset_page--*.sql sql expected test
  ) | tar -C "$kp_variant_top" --null -T - -cf - | tar -C "$folder" -xf -
  cd "$folder" || return 1

  # We may run as a step, beside the private copy of a server: that one is not the one to build for.
  [[ -z ${KP_BIN:-} ]] || PATH=${PATH#"$KP_BIN:"}
  unset KP_DIR KP_ROOT KP_BIN KP_SERVER KP_PGXS PGHOST PGPORT PGUSER PGDATABASE MAKELEVEL MFLAGS
  # Bitcode is of no use here, and takes as long as the rest.
  MAKEFLAGS='-- with_llvm=no'
  for assignment in "$@"; do MAKEFLAGS+=" ${assignment// /\\ }"; done
  export MAKEFLAGS
}
