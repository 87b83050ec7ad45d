# shellcheck shell=bash
# Sourced after test/lib/server.sh, beside a server of with-server's: what the benchmarks share.

# The system's own pg_config: the copy that with-server put first in PATH knows no headers.
bench_pg_config() { PATH=${PATH#"$KP_BIN":} "$PG_CONFIG" "$@"; }

# PROGRAM of bench/, into build/bench.
bench_build() {
  mkdir -p "$kp_top/build/bench"
  [[ $kp_top/build/bench/$1 -nt $kp_top/bench/$1.cpp ]] ||
    "${CXX:-g++}" -std=c++20 -O2 -Wall -Wextra -Werror -isystem "$(bench_pg_config --includedir)" \
      -o "$kp_top/build/bench/$1" "$kp_top/bench/$1.cpp" -L"$(bench_pg_config --libdir)" -lpq
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

# From here on the server, with the same data, runs under callgrind, and counts nothing until told to.
bench_valgrind() {
  local data=$KP_SERVER/data i
  kp_say "starting the server under valgrind"
  (cd / && kp_as_server "$KP_BIN/pg_ctl" -D "$data" -m fast -w -s stop)
  mkdir -p "$KP_DIR/callgrind"
  gcc -shared -fPIC -O2 -isystem "$(bench_pg_config --includedir-server)" -o "$KP_DIR/callgrind/probe.so" "$kp_top/bench/probe.c"
  [[ $(id -u) -ne 0 ]] || chown -R "$KP_USER" "$KP_DIR/callgrind"
  # rep movsb would be counted by the byte.
  (cd "$KP_DIR/callgrind" && kp_as_server env \
    GLIBC_TUNABLES=glibc.cpu.x86_rep_movsb_threshold=1073741824:glibc.cpu.x86_rep_stosb_threshold=1073741824 \
    valgrind --quiet --tool=callgrind --trace-children=yes --instr-atstart=no \
    --callgrind-out-file="$KP_DIR/callgrind/callgrind.out.%p" --log-file="$KP_DIR/callgrind/log.%p" \
    "$KP_BIN/postgres" -D "$data" -c autovacuum=off >"$KP_SERVER/log" 2>&1 &)
  for ((i = 0; i < 600; i++)); do
    ! psql -X -q -c 'SELECT 1' >/dev/null 2>&1 || break
    sleep 0.2
  done
  psql -X -q -v ON_ERROR_STOP=1 <<SQL
CREATE FUNCTION bench_count() RETURNS boolean LANGUAGE c AS '$KP_DIR/callgrind/probe';
CREATE FUNCTION bench_dump() RETURNS void LANGUAGE c AS '$KP_DIR/callgrind/probe';
SQL
}

# FILE PAGES: the functions under which most instructions are spent, and those that spend them, per page.
bench_annotate() { "$kp_top/bench/annotate" "$1" "$2"; }

bench_buffers() { :; }
