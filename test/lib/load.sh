# shellcheck shell=bash
# Sourced by the stress tests, after tally.sh: sessions beside each other, and their end.
#
#   start SQL             runs it in a session of its own; finished waits for all, and fails if one did
#   start_quietly SQL     the same for a session that is meant to be ended
#   backend_of TEXT       the pid of the backend that runs a statement with this text, as soon as there is one
#   end_backend HOW PID   terminate: pg_terminate_backend; kill: kill -9, and until the server is back again;
#                         waits until the backend is gone
#   said_nothing_else     passes if the server's log has had warnings and errors of such ends only, since this was sourced

load_pids=() load_errors=$(mktemp) load_log_before=0
[[ ! -r ${KP_SERVER:-/nowhere}/log ]] || load_log_before=$(wc -l <"$KP_SERVER/log")
load_end() {
  # shellcheck disable=SC2046
  [[ -z $(jobs -p) ]] || kill $(jobs -p) 2>/dev/null || true
  rm -f "$load_errors"
}
trap load_end EXIT

start() {
  sql -c 'SET client_min_messages = error' -c "DO 'BEGIN PERFORM setseed($(awk "BEGIN { srand($RANDOM); print rand() }")); END'" -c "$1" >/dev/null 2>>"$load_errors" &
  load_pids+=($!)
}

start_quietly() { sql -c "$1" >/dev/null 2>&1 & }

finished() {
  local pid rc=0
  for pid in "${load_pids[@]}"; do wait "$pid" || rc=$?; done
  load_pids=()
  [[ ! -s $load_errors ]] || { sed 's/^/#   /' "$load_errors" | head -n 20 && rc=1; }
  : >"$load_errors"
  return "$rc"
}

backend_of() {
  local i pid
  for ((i = 0; i < 300; i++)); do
    pid=$(sql -c "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND state = 'active' AND strpos(query, '$1') > 0 LIMIT 1" 2>/dev/null) || true
    [[ -z $pid ]] || { echo "$pid" && return; }
    sleep 0.05
  done
  return 1
}

end_backend() {
  local i
  case $1 in
    terminate)
      sql -c "SELECT pg_terminate_backend($2, 60000)" >/dev/null
      ;;
    kill)
      kill -9 "$2"
      # The server ends the other sessions, too, and begins anew.
      for ((i = 0; i < 600; i++)); do
        [[ ! -e /proc/$2 || $(sed 's/.*) //; s/ .*//' "/proc/$2/stat" 2>/dev/null) == Z ]] && sql -c 'SELECT 1' >/dev/null 2>&1 && break
        sleep 0.1
      done
      [[ $i -lt 600 ]] || { echo "the server does not come back" && return 1; }
      ;;
  esac
}

said_nothing_else() {
  local lines
  [[ -r ${KP_SERVER:-/nowhere}/log ]] || return 0
  lines=$(tail -n "+$((load_log_before + 1))" "$KP_SERVER/log" | grep -E '(WARNING|ERROR|FATAL|PANIC):' |
    grep -vE 'FATAL:  terminating connection due to administrator command|WARNING:  terminating connection because of crash of another server process|FATAL:  the database system is (in recovery mode|not yet accepting connections|starting up|shutting down)|ERROR:  canceling statement due to (user request|statement timeout)' || true)
  is "$(head -n 20 <<<"$lines")" '' 'the log speaks of sessions that were ended, and of nothing else'
}
