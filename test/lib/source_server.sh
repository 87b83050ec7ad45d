# shellcheck shell=bash
# Sourced by the tests that want another build of PostgreSQL than the distribution's, after variant.sh.
#
#   kp_source_server [--kept] NAME CONFIGURE-OPTION...
#       builds the distribution's source package of the server that PG_CONFIG names, unless it lies there already, and
#       sets SERVER to its pg_config. 77 if the source is not to be had, with the reason as the last line; with --kept
#       if none lies there.
#
# It lies in SERVER_DIR (build/server) until "make clean". Nothing of the system is changed: apt-get reads lists of its own,
# made of the places from which the installed package came, and keeps what it loads in SERVER_DIR. The distribution's
# patches are left out, since they put the library's folder into /usr whatever the prefix is; and what is installed goes below
# DESTDIR first, and to its place only if there is nothing else.

: "${SERVER_DIR:=$kp_variant_top/build/server}"

# The lines "deb-src PLACE SUITE COMPONENT" of the places that have the package.
source_places() { # PACKAGE
  apt-cache policy "$1" 2>/dev/null |
    sed -nE 's/^ +-?[0-9]+ +([a-z+]+:[^ ]+) ([^ ]+)\/([^ ]+) [^ ]+ Packages$/deb-src \1 \2 \3/p' | sort -u
}

source_fetch() { # PACKAGE FOLDER: unpacks the newest version that can be had as FOLDER/source
  local package=$1 folder=$2 version
  local -a options=(-q -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$folder/lists"
    -o Dir::Cache="$folder/cache" -o APT::Sandbox::User=root)
  mkdir -p "$folder"/lists/partial "$folder"/cache/archives/partial
  source_places "$package" >"$folder/sources.list"
  [[ -s $folder/sources.list ]] || { echo "no place is known that has $package" && return 1; }
  cd "$folder" || return
  rm -rf source postgresql-* stage installed
  apt-get "${options[@]}" update || return
  while read -r version; do
    apt-get "${options[@]}" source --download-only "$package=$version" && dpkg-source --skip-patches -x ./*.dsc source && return
    rm -rf source ./*.dsc
  done < <(apt-cache "${options[@]}" showsrc "$package" | sed -n 's/^Version: //p' | sort -Vru)
  return 1
}

source_build() ( # FOLDER CONFIGURE-OPTION...: from FOLDER/source to FOLDER/installed
  folder=$1
  shift
  cd "$folder/source" || exit
  unset MAKEFLAGS MAKELEVEL MFLAGS
  ./configure --prefix="$folder/installed" --without-readline --without-zlib --with-icu --with-libxml "$@" || exit
  make -j"$(nproc)" || exit
  # Of contrib what the tests create.
  for part in . src/test/isolation src/test/regress contrib/{citext,cube,file_fdw,hstore,isn,ltree,postgres_fdw}; do
    make -C "$part" install DESTDIR="$folder/stage" || exit
  done
  [[ -z $(find "$folder/stage" -not -type d -not -path "$folder/stage$folder/installed/*") ]] || {
    echo "it would install outside of its prefix"
    exit 1
  }
  mv "$folder/stage$folder/installed" "$folder/installed"
)

kp_source_server() {
  local name version major user folder kept=
  [[ $1 != --kept ]] || { kept=1 && shift; }
  name=$1
  shift
  version=$("${PG_CONFIG:-pg_config}" --version)
  major=${version#PostgreSQL }
  major=${major%%[!0-9]*}
  folder=$SERVER_DIR/$major-$name
  # shellcheck disable=SC2034  # the caller reads it
  SERVER=$folder/installed/bin/pg_config
  mkdir -p "$folder"
  user=postgres
  if [[ $(id -u) -eq 0 ]] && ! runuser -u "$user" -- test -r "$folder"; then
    echo "the user $user cannot read $SERVER_DIR: name another folder in SERVER_DIR"
    return 77
  fi
  [[ ! -e $folder/done || $(cat "$folder/done") != "$version $*" ]] || return 0
  [[ -z $kept ]] || { echo "no such server is built for a run of this size" && return 77; }
  if ! { command -v apt-get && command -v dpkg-source; } >/dev/null; then
    echo "no apt-get and dpkg-source to fetch the distribution's source package with"
    return 77
  fi
  echo "building $version with $*"
  (source_fetch "postgresql-$major" "$folder") >"$folder/fetch.log" 2>&1 </dev/null || {
    tail -n 20 "$folder/fetch.log"
    echo "the source package of postgresql-$major is not to be had"
    return 77
  }
  source_build "$folder" "$@" >"$folder/build.log" 2>&1 </dev/null || {
    tail -n 20 "$folder/build.log"
    return 1
  }
  rm -rf "$folder"/{source,stage,lists,cache} "$folder"/postgresql-*
  echo "$version $*" >"$folder/done"
}
