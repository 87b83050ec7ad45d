# shellcheck shell=bash
# Sourced after test/lib/server.sh (whose $kp_top it needs), beside a server of with-server's: what the benchmarks share.

# The system's own pg_config: the copy that with-server put first in PATH knows no headers.
bench_pg_config() { PATH=${PATH#"$KP_BIN":} "$PG_CONFIG" "$@"; }

# The client, into build/bench.
# shellcheck disable=SC2154  # kp_top is of test/lib/server.sh
bench_build() {
  local client=$kp_top/build/bench/client source=$kp_top/bench/client.cpp
  mkdir -p "${client%/*}"
  [[ $client -nt $source ]] ||
    "${CXX:-g++}" -std=c++20 -O2 -Wall -Wextra -Wshadow -Werror -isystem "$(bench_pg_config --includedir)" \
      -o "$client" "$source" -L"$(bench_pg_config --libdir)" -lpq -pthread
}

bench_client() { "$kp_top/build/bench/client" "$@"; }

# ROWS [CASES]: the tables and the places pages begin at.
bench_load() {
  local file
  kp_say "loading $1 rows"
  for file in data positions; do
    psql -X -q -v ON_ERROR_STOP=1 -v rows="$1" -v cases="${2:-$1}" -f "$kp_top/bench/$file.sql" >/dev/null
  done
  psql -X -q -c CHECKPOINT
}

# Where there is memory for it the server gets room for all of the data, so that a form which reads much of it
# is not slow for want of memory alone.
bench_room() {
  local need have
  need=$(psql -X -A -t -c 'SELECT pg_database_size(current_database()) / 1000000 + 200')
  have=$(awk '/^MemAvailable/ { print int($2 / 1024) }' /proc/meminfo)
  if [[ $need -gt 256 && $have -gt $((2 * need)) ]]; then
    psql -X -q -c "ALTER SYSTEM SET shared_buffers = '${need}MB'"
    (cd "$KP_SERVER" && kp_as_server "$KP_BIN/pg_ctl" -D "$KP_SERVER/data" -l "$KP_SERVER/log" -m fast -w -s restart)
  fi
  kp_say "shared_buffers = $(psql -X -A -t -c 'SHOW shared_buffers'), $((need - 200)) MB of data"
}

# From here on the server, with the same data, runs under callgrind, and counts nothing until told to.
bench_valgrind() {
  local data=$KP_SERVER/data folder=$KP_DIR/callgrind i
  command -v valgrind >/dev/null || kp_die "valgrind is missing"
  mkdir -p "$folder"
  "${CC:-cc}" -shared -fPIC -O2 -isystem "$(bench_pg_config --includedir-server)" -o "$folder/probe.so" "$kp_top/bench/probe.c"
  [[ $(id -u) -ne 0 ]] || chown -R "$KP_USER" "$folder"
  kp_say "starting the server under valgrind"
  (cd / && kp_as_server "$KP_BIN/pg_ctl" -D "$data" -m fast -w -s stop)
  # Without the setting for libc, rep movsb would be counted by the byte.
  (cd "$folder" && kp_as_server env \
    GLIBC_TUNABLES=glibc.cpu.x86_rep_movsb_threshold=1073741824:glibc.cpu.x86_rep_stosb_threshold=1073741824 \
    valgrind --quiet --tool=callgrind --trace-children=yes --instr-atstart=no \
    --callgrind-out-file="$folder/callgrind.out.%p" --log-file="$folder/log.%p" \
    "$KP_BIN/postgres" -D "$data" -c autovacuum=off >>"$KP_SERVER/log" 2>&1 &)
  for ((i = 0; i < 900; i++)); do
    ! psql -X -q -c 'SELECT 1' >/dev/null 2>&1 || break
    sleep 0.2
  done
  psql -X -q -v ON_ERROR_STOP=1 <<SQL
CREATE FUNCTION bench_count() RETURNS boolean LANGUAGE c AS '$folder/probe';
CREATE FUNCTION bench_dump() RETURNS void LANGUAGE c AS '$folder/probe';
SQL
}

# NAME FILE: FILE's lines "form,spot,limit,zone,measure,value" as results/NAME.csv, with the ratio to H.
bench_results() {
  mkdir -p "$kp_top/bench/results"
  awk -F , '
    FNR == NR { value[$1 "," $2 "," $3 "," $4 "," $5] = $6; next }
    FNR == 1 { print "form,spot,limit,zone,measure,value,of_h" }
    { h = value["H," $2 "," $3 "," $4 "," $5]; print $0 "," (h > 0 ? sprintf("%.3f", $6 / h) : "") }
  ' "$2" "$2" >"$kp_top/bench/results/$1.csv"
}
