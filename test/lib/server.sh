# shellcheck shell=bash
# Sourced by the drivers: a private copy of the PostgreSQL installation with the extension in it, and
# a throw-away server that runs from that copy, on a socket in its own temporary folder.
#
#   kp_stage            builds the extension, makes the folder $KP_DIR and the copy $KP_ROOT in it
#   kp_start NAME [SETTING]...
#                       makes a cluster in $KP_DIR/NAME and starts it; sets PGHOST PGPORT PGUSER PGDATABASE
#   kp_create_database  NAME [no-extension]
#   kp_as_server CMD... runs CMD as the user the server runs as (postgres when we are root)
#   kp_stop             stops every server of $KP_DIR and deletes the folder; safe to call at any time
#
# The system's own folders are never written to. PostgreSQL finds its files relative to the program
# that runs, so a copy of the programs and links to everything else make a whole installation.
#
# For the tests that want another server: KP_SETTINGS, more lines for every postgresql.conf; KP_WRAPPER, a program
# in the place of bin/postgres, which then is bin/postgres.wrapped.

kp_top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
: "${PG_CONFIG:=pg_config}"

kp_say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
kp_die() {
  kp_say "$@"
  exit 1
}

# The user the server runs as: ourselves, but never root.
kp_server_user() {
  if [[ $(id -u) -ne 0 ]]; then
    id -un
  elif id postgres >/dev/null 2>&1; then
    echo postgres
  else
    echo nobody
  fi
}

kp_as_server() {
  if [[ $(id -u) -ne 0 ]]; then
    "$@"
  else
    runuser -u "$KP_USER" -- "$@"
  fi
}

# One build at a time in this tree, however many drivers run.
kp_build() {
  mkdir -p "$kp_top/.deps"
  (
    flock 9
    make -C "$kp_top" --no-print-directory -j"$(nproc)" ${WERROR:+WERROR="$WERROR"} PG_CONFIG="$PG_CONFIG" "$@" 9<&-
  ) 9>"$kp_top/.deps/lock"
}

kp_stage() {
  local bin lib share include
  KP_USER=$(kp_server_user)
  # Sockets have short names: not below a long TMPDIR.
  KP_DIR=$(mktemp -d "/tmp/keyset_page.XXXXXX")
  chmod 755 "$KP_DIR"
  KP_ROOT=$KP_DIR/root
  kp_build -s all >"$KP_DIR/build.log" 2>&1 || {
    cat "$KP_DIR/build.log" >&2
    kp_die "the extension does not build"
  }
  bin=$("$PG_CONFIG" --bindir) lib=$("$PG_CONFIG" --pkglibdir) share=$("$PG_CONFIG" --sharedir)
  include=$("$PG_CONFIG" --includedir)
  mkdir -p "$KP_ROOT${bin%/*}" "$KP_ROOT${lib%/*}" "$KP_ROOT${share%/*}"
  cp -R "$bin" "$KP_ROOT$bin"
  cp -RLs "$lib" "$KP_ROOT$lib" 2>/dev/null || cp -R "$lib" "$KP_ROOT$lib"
  cp -RLs "$share" "$KP_ROOT$share" 2>/dev/null || cp -R "$share" "$KP_ROOT$share"
  # For what is compiled while the copy's pg_config comes first in PATH.
  mkdir -p "$KP_ROOT${include%/*}"
  ln -s "$include" "$KP_ROOT$include"
  # An installed keyset_page is none of ours, and its links must not be written through.
  rm -rf "$KP_ROOT$lib"/keyset_page.so "$KP_ROOT$lib"/bitcode/keyset_page* "$KP_ROOT$share"/extension/keyset_page*
  kp_build -s install DESTDIR="$KP_ROOT" >>"$KP_DIR/build.log" 2>&1 || {
    cat "$KP_DIR/build.log" >&2
    kp_die "the extension cannot be installed into $KP_ROOT"
  }
  KP_BIN=$KP_ROOT$bin
  if [[ -n ${KP_WRAPPER:-} ]]; then
    mv "$KP_BIN/postgres" "$KP_BIN/postgres.wrapped"
    install -m 755 "$KP_WRAPPER" "$KP_BIN/postgres"
  fi
  export PATH="$KP_BIN:$PATH" KP_DIR KP_ROOT KP_BIN KP_USER
  unset PGSERVICE PGSERVICEFILE PGOPTIONS PGPASSFILE PGPASSWORD PGSSLMODE PGCLIENTENCODING PGTZ PGDATESTYLE PGAPPNAME
}

# The cluster that every server of this run is copied from.
kp_template() {
  export PGPORT=54015 PGUSER=postgres PGDATABASE=keyset_page
  mkdir "$KP_DIR/template"
  [[ $(id -u) -ne 0 ]] || chown "$KP_USER" "$KP_DIR" "$KP_DIR/template"
  (cd "$KP_DIR" &&
    kp_as_server "$KP_BIN/initdb" -D "$KP_DIR/template/data" -U "$PGUSER" -A trust -E UTF8 --no-locale --no-sync \
      --no-instructions >"$KP_DIR/initdb.log" 2>&1) || {
    cat "$KP_DIR/initdb.log" >&2
    kp_die "initdb failed"
  }
  cat >>"$KP_DIR/template/data/postgresql.conf" <<CONF
listen_addresses = ''
port = $PGPORT
fsync = off
synchronous_commit = off
full_page_writes = off
shared_buffers = 256MB
max_connections = 100
max_wal_size = 4GB
max_prepared_transactions = 10
autovacuum_naptime = 10s
log_line_prefix = '%m [%p] %q%a '
log_checkpoints = off
timezone = 'UTC'
log_timezone = 'UTC'
${KP_SETTINGS:-}
CONF
}

kp_start() {
  local setting
  KP_SERVER=$KP_DIR/$1
  shift
  [[ -d $KP_DIR/template ]] || kp_template
  cp -a "$KP_DIR/template" "$KP_SERVER"
  {
    echo "unix_socket_directories = '$KP_SERVER'"
    for setting in "$@"; do printf '%s\n' "$setting"; done
  } >>"$KP_SERVER/data/postgresql.conf"
  export PGHOST=$KP_SERVER KP_SERVER
  (cd "$KP_SERVER" &&
    kp_as_server "$KP_BIN/pg_ctl" -D "$KP_SERVER/data" -l "$KP_SERVER/log" -w -s start) || {
    cat "$KP_SERVER/log" >&2
    kp_die "the server does not start"
  }
}

kp_create_database() {
  psql -X -q -v ON_ERROR_STOP=1 -d postgres -c "CREATE DATABASE \"$1\"" || return 1
  [[ ${2:-} == no-extension ]] ||
    psql -X -q -v ON_ERROR_STOP=1 -d "$1" -c 'CREATE EXTENSION keyset_page'
}

# What a server must never have said, whatever was asked of it. A kill -9 is somebody's test.
kp_crash_lines() {
  [[ ! -e ${KP_SERVER:-}/log ]] ||
    grep -E 'terminated by signal ([0-8]|1[0-9]):|PANIC:|TRAP:|resource owner|snapshot .* still active|(reference|refcount) leak|runtime error:' \
      "$KP_SERVER/log" || true
}

kp_stop() {
  local pidfile
  trap '' INT TERM HUP
  [[ -n ${KP_DIR:-} && -d $KP_DIR ]] || return 0
  for pidfile in "$KP_DIR"/*/data/postmaster.pid; do
    [[ -e $pidfile ]] || continue
    (cd / && kp_as_server "$KP_BIN/pg_ctl" -D "${pidfile%/*}" -m immediate -w -s stop) || true
  done
  rm -rf "$KP_DIR"
}
