# shellcheck shell=bash
# Sourced by the tests that need software of others: what each of their subjects needs is in a file, a line
# "NAME VERSION-OF NEED..." for each, where a need is a Debian package, program@package (wanted only if there
# is no such program) or npm:FOLDER/NAME (FOLDER is the caller's, with a package-lock.json).
#
#   packages_read FILE          sets the list packages_names
#   packages_missing NAME       says what NAME lacks, nothing if all is there
#   packages_version NAME       the version of what NAME is about
#   packages_install [NAME...]  installs what they lack, as root or through sudo; 1 if some of it cannot be had

declare -A packages_of packages_told_by
packages_names=()

packages_read() {
  local name told_by needs
  while read -r name told_by needs; do
    [[ -n $name && $name != '#'* ]] || continue
    [[ $needs != - ]] || needs=
    packages_names+=("$name")
    packages_of[$name]=$needs
    packages_told_by[$name]=$told_by
  done <"$1"
}

packages_have() { # one need
  case $1 in
    npm:*) [[ -e $(packages_npm_path "$1") ]] ;;
    *@*) command -v "${1%@*}" >/dev/null || packages_have "${1#*@}" ;;
    *) [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]] ;;
  esac
}

packages_npm_path() { # npm:FOLDER/NAME
  local need=${1#npm:}
  printf '%s/node_modules/%s\n' "${need%%/*}" "${need#*/}"
}

packages_missing() {
  local need
  for need in ${packages_of[$1]}; do
    packages_have "$need" || printf '%s ' "${need#*@}"
  done
}

packages_version() {
  local told_by=${packages_told_by[$1]}
  case $told_by in
    -) ;;
    npm:*) sed -n 's/^ *"version": *"\([^"]*\)".*/\1/p' "$(packages_npm_path "$told_by")/package.json" | head -n 1 ;;
    *) dpkg-query -W -f '${Version}' "$told_by" | sed 's/^[0-9]*://; s/[+-].*//' ;;
  esac
}

packages_apt() { # install what is named, quietly unless it fails
  local -a as_root=()
  [[ $(id -u) -eq 0 ]] || as_root=(sudo)
  # What is installed may be lost if the power fails: not to wait for the disk saves half the time.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 \
    -o Dpkg::Options::=--force-unsafe-io "$@" >"$packages_log" 2>&1 </dev/null || {
    tail -n 20 "$packages_log" >&2
    return 1
  }
}

packages_install() {
  local name need folder rc=0
  local -a names=("$@") debian=() folders=()
  [[ $# -gt 0 ]] || names=("${packages_names[@]}")
  for name in "${names[@]}"; do
    for need in ${packages_of[$name]}; do
      ! packages_have "$need" || continue
      case $need in
        npm:*)
          need=${need#npm:}
          [[ " ${folders[*]} " == *" ${need%%/*} "* ]] || folders+=("${need%%/*}")
          ;;
        *) [[ " ${debian[*]} " == *" ${need#*@} "* ]] || debian+=("${need#*@}") ;;
      esac
    done
  done
  packages_log=$(mktemp)
  if [[ ${#debian[@]} -gt 0 ]] && ! command -v apt-get >/dev/null; then
    echo "not here, and only Debian's apt-get is known: ${debian[*]}" >&2
    rc=1
  elif [[ ${#debian[@]} -gt 0 ]]; then
    echo "installing ${debian[*]}" >&2
    packages_apt update || rc=1
    # One that is not to be had must not keep the others out.
    packages_apt install --no-install-recommends "${debian[@]}" || for need in "${debian[@]}"; do
      packages_apt install --no-install-recommends "$need" || { echo "cannot be had: $need" >&2 && rc=1; }
    done
  fi
  for folder in "${folders[@]}"; do
    echo "installing what $folder/package-lock.json names" >&2
    (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund) >"$packages_log" 2>&1 </dev/null || {
      tail -n 20 "$packages_log" >&2
      echo "cannot be had: the packages of $folder/package-lock.json" >&2
      rc=1
    }
  done
  rm -f "$packages_log"
  return "$rc"
}
