# shellcheck shell=bash
# Sourced by the tests that run a program of each driver or tool; needs packages.sh and tally.sh.
#
#   programs_run FOLDER EXPECTED WHAT NAME...
#
# Runs the caller's function program NAME for each of which nothing is missing, two at a time, in the order
# given; FOLDER is made and keeps what they print. Each must print what the file EXPECTED says. WHAT says what was
# tested. A program that is skipped says which packages it lacks.

programs_running() { # PID...: how many of them
  local pid n=0
  for pid in "$@"; do ! kill -0 "$pid" 2>/dev/null || n=$((n + 1)); done
  echo "$n"
}

programs_run() {
  local out=$1 expected=$2 what=$3 name missing rc seconds version
  local -a pids=()
  shift 3
  mkdir "$out"
  for name in "$@"; do
    [[ -z $(packages_missing "$name") ]] || continue
    while [[ $(programs_running "${pids[@]}") -ge 2 ]]; do sleep 0.1; done
    {
      begin=$EPOCHREALTIME
      program "$name" >"$out/$name" 2>"$out/$name.log" && rc=0 || rc=$?
      echo "$rc $(awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $begin }")" >"$out/$name.rc"
    } &
    pids+=($!)
  done
  wait "${pids[@]}" || true

  # shellcheck disable=SC2154  # packages.sh sets it
  for name in "${packages_names[@]}"; do
    [[ " $* " == *" $name "* ]] || continue
    missing=$(packages_missing "$name")
    if [[ -n $missing ]]; then
      skip "$name: $what" "not here: ${missing% } (run --install)"
      continue
    fi
    read -r rc seconds <"$out/$name.rc"
    version=$(packages_version "$name")
    if cmp -s "$expected" "$out/$name" && [[ $rc -eq 0 ]]; then
      ok t "$name${version:+ $version}: $what ($seconds s)"
    else
      ok f "$name${version:+ $version}: $what: exit code $rc"
      { diff "$expected" "$out/$name" || true; } >"$out/$name.diff"
      { head -n 12 "$out/$name.diff" && tail -n 40 "$out/$name.log"; } | sed 's/^/# /'
    fi
  done
}
