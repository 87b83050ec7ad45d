# shellcheck shell=bash
# Sourced by the test scripts: ok and is print a TAP line each and count; tally prints the sum last and
# gives the exit code.

tally_passed=0 tally_failed=0 tally_skipped=0

ok() { # CONDITION NAME: passes if CONDITION is t, true or 0
  case $1 in
    t | true | 0) tally_passed=$((tally_passed + 1)) && echo "ok - $2" ;;
    *) tally_failed=$((tally_failed + 1)) && echo "not ok - $2" ;;
  esac
}
is() { # GOT WANTED NAME
  if [[ $1 == "$2" ]]; then
    ok t "$3"
  else
    ok f "$3"
    printf '#      got: %s\n#   wanted: %s\n' "${1:0:2000}" "${2:0:2000}"
  fi
}
skip() { # NAME REASON
  tally_skipped=$((tally_skipped + 1))
  echo "ok - $1 # SKIP $2"
}
note() { printf '# %s\n' "$*"; }
# N [LEAST]: N times LONG_SCALE, at least LEAST (1): the size of a long run
scaled() { awk -v n="$1" -v least="${2:-1}" -v scale="${LONG_SCALE:-1}" 'BEGIN { n = int(n * scale); print n < least ? least : n }'; }
sql() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }
tally() {
  if [[ $tally_skipped -eq 0 ]]; then
    echo "$tally_passed passed, $tally_failed failed"
  else
    echo "$tally_passed passed, $tally_failed failed, $tally_skipped skipped"
  fi
  [[ $tally_failed -eq 0 ]]
}
