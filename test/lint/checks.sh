# shellcheck shell=bash
# Sourced by run and selftest. Each check_NAME looks at the tree in the current folder and prints one
# line for each fault, nothing when all is well, or one line "SKIP: reason". Exit codes mean nothing.

# shellcheck disable=SC2034  # run and selftest read it
lint_checks=(symbols_undefined symbols_exported error_wording include_wall version_macro file_length sql_comments
  install_script regress_list errcodes versions whitespace clang_format shellcheck)

cxx_files() { find src test/unit test/fuzz -name '*.[ch]pp' 2>/dev/null | sort; }
shell_files() { grep -rlE --exclude-dir=.git --exclude-dir=build '^#!.*\b(bash|sh)$' . 2>/dev/null | sort; }
full_install_scripts() { find . -maxdepth 1 -name 'keyset_page--*.sql' ! -name '*--*--*' | sort; }

# The module lives without the C++ runtime: no operator new, no exceptions, no libstdc++.
check_symbols_undefined() {
  [[ -e keyset_page.so ]] || { echo "keyset_page.so is not built" && return; }
  nm -D --undefined-only keyset_page.so |
    grep -E ' (_Zn|_Zd|_ZSt|_ZNSt|_ZNKSt|_ZTV|_ZTI|__cxa_(throw|begin|end|alloc|guard|pure|rethrow|bad)|__gxx_personality|_Unwind_)' |
    sed 's/.* /keyset_page.so needs /'
  [[ -n $(nm -D --undefined-only keyset_page.so) ]] || echo "nm names no undefined symbol at all"
}

# What the server or SQL calls, and nothing else.
check_symbols_exported() {
  local -a allowed=(Pg_magic_func _PG_init)
  local name
  [[ -e keyset_page.so ]] || { echo "keyset_page.so is not built" && return; }
  while read -r name; do
    allowed+=("$name" "pg_finfo_$name")
  done < <(cat keyset_page--*.sql | grep -oE "'MODULE_PATHNAME', *'[a-z0-9_]+'" | sed "s/.*, *'//; s/'//" | sort -u)
  nm -D --defined-only keyset_page.so | awk '{ print $NF }' |
    grep -vxF -f <(printf '%s\n' "${allowed[@]}") | sed 's/^/keyset_page.so exports /'
  printf '%s\n' "${allowed[@]}" | grep -vxF -f <(nm -D --defined-only keyset_page.so | awk '{ print $NF }') |
    sed 's/^/keyset_page.so lacks /'
}

# Every error is worded in the errors files.
check_error_wording() {
  grep -nE '\b(ereport|elog)\(' src/server/*.cpp src/server/*.hpp 2>/dev/null |
    grep -vE '^src/server/([a-z]+_)?errors\.cpp:' | sed 's/$/: worded outside the errors files/'
}

# src/core knows the C++ library, OpenSSL and itself. The server's headers are named in pg.hpp alone
# (and those that moved from one to another in compat.hpp).
check_include_wall() {
  local file line name
  while IFS=: read -r file line; do
    name=${line#*[\"<]}
    name=${name%%[\">]*}
    case $file in
      src/core/*)
        if [[ $line == *'"'* ]]; then
          [[ -e src/core/$name && $name != */* ]] || echo "$file includes \"$name\", which is not in src/core"
        elif [[ $name != openssl/* && ! $name =~ ^[a-z_0-9]+(\.h)?$ ]]; then
          echo "$file includes <$name>, which is neither C++'s nor OpenSSL's"
        fi
        ;;
      src/server/pg.hpp | src/server/compat.hpp) ;;
      *)
        if [[ $line == *'"'* ]]; then
          [[ -e src/server/$name || ($name == ../core/* && -e src/server/$name) ]] ||
            echo "$file includes \"$name\", which is in neither src/server nor src/core"
        elif [[ ! $name =~ ^[a-z_0-9]+(\.h)?$ ]]; then
          echo "$file includes <$name>"
        fi
        ;;
    esac
  done < <(grep -rE '^ *# *include' src | sort)
  grep -rlE '\b(ereport|elog|palloc|Datum|SPI_[a-z]+)\b *\(' src/core | sed 's/$/ calls the server/'
}

check_version_macro() {
  grep -rnE 'PG_VERSION_NUM|PG_MAJORVERSION|CATALOG_VERSION_NO' src | grep -v '^src/server/compat.hpp:' |
    sed 's/$/   (PG_VERSION_NUM belongs into compat.hpp)/'
}

check_file_length() {
  local file lines
  while read -r file; do
    lines=$(wc -l <"$file")
    [[ $lines -le 600 ]] || echo "$file has $lines lines, more than 600"
  done < <(cxx_files)
}

# Every object of the newest full script has a comment.
check_sql_comments() {
  local script kind name
  script=$(full_install_scripts | sort -V | tail -n 1)
  [[ -n $script ]] || { echo "no install script" && return; }
  while read -r kind name; do
    grep -qE "^COMMENT ON $kind (@extschema@\.)?$name( |\(|$)" "$script" || echo "$script: no COMMENT ON $kind $name"
  done < <(sed -nE 's/^CREATE (FUNCTION|VIEW|TABLE|TYPE|AGGREGATE|PROCEDURE) (@extschema@\.)?([a-z_]+).*/\1 \3/p' "$script" | sort -u)
}

# Plain CREATE, exact types, @extschema@ never in quotes, REVOKE last.
check_install_script() {
  local script code
  for script in keyset_page--*.sql; do
    code=$(sed 's/--.*//' "$script")
    grep -nEi 'OR +REPLACE|IF +(NOT +)?EXISTS' <<<"$code" | sed "s/^/$script: /; s/$/   (plain CREATE only)/"
    grep -nE "'[^']*@extschema@|\"@extschema@" <<<"$code" | sed "s/^/$script: /; s/$/   (@extschema@ in quotes)/"
    grep -nE '\$\$.*@extschema@' <<<"$code" | sed "s/^/$script: /; s/$/   (@extschema@ in a body)/"
    # A type's name with no schema in front of it.
    sed "s/'[^']*'//g" <<<"$code" |
      grep -nE '(^|[^.a-z0-9_"])(int[248]|integer|bigint|smallint|text|bytea|bool|boolean|jsonb?|timestamptz|oid|regclass|anyelement|float[48]|numeric|uuid)([^a-z0-9_"]|$)' |
      sed "s/^/$script: /; s/$/   (type without schema)/"
    grep -nE '^(CREATE|ALTER|COMMENT ON) [A-Z ]+ [a-z_]+[ (]' <<<"$code" | grep -vE '@extschema@\.' |
      sed "s/^/$script: /; s/$/   (object without @extschema@)/"
    awk '/^ *$/ { next } /^(REVOKE|GRANT)/ { seen = 1; next } seen && /^(CREATE|SELECT|ALTER)/ { print FILENAME ": " $0 "   (after REVOKE)" }' "$script"
  done
}

# Every test is in the one list, has what it should print, and nothing lies about.
check_regress_list() {
  local list name file
  list=" $(make -s --no-print-directory -f Makefile print-REGRESS) "
  for file in sql/*.sql; do
    [[ -e $file ]] || continue
    name=$(basename "$file" .sql)
    [[ $list == *" $name "* ]] || echo "$file is not in REGRESS"
  done
  for name in $list; do
    [[ -e sql/$name.sql ]] || echo "REGRESS names $name, but there is no sql/$name.sql"
    [[ -e expected/$name.out ]] || echo "there is no expected/$name.out"
  done
  for file in expected/*.out; do
    [[ -e $file ]] || continue
    name=$(basename "$file" .out)
    [[ -e sql/${name%_[1-9]}.sql || -e sql/$name.sql ]] || echo "$file has no sql/$name.sql"
  done
  for file in test/isolation/specs/*.spec; do
    [[ -e $file ]] || continue
    name=$(basename "$file" .spec)
    [[ -e test/isolation/expected/$name.out ]] || echo "there is no test/isolation/expected/$name.out"
  done
}

# An error a user can meet has a code of its own: XX000 is what ereport gives without one.
check_errcodes() {
  local file
  find src/server -name '*.[ch]pp' | sort | while read -r file; do
    awk -v file="$file" '
      { line = $0; sub(/\/\/.*/, "", line) }
      !open && line ~ /ereport\((ERROR|FATAL)/ { open = 1; text = ""; at = FNR }
      open { text = text line; if (line ~ /\);/) { open = 0; if (text !~ /errcode/) print file ":" at ": ereport without errcode" } }
    ' "$file"
  done
}

# One version, said in three places.
check_versions() {
  local version
  version=$(sed -nE "s/^default_version *= *'([^']*)'.*/\1/p" keyset_page.control)
  [[ -e keyset_page--$version.sql ]] || echo "there is no keyset_page--$version.sql for the control file's version"
  grep -qE "^ *\"version\": *\"$version(\.[0-9]+)?\"" META.json || echo "META.json does not name version $version"
  grep -qE "^## \[?$version" CHANGELOG.md || echo "CHANGELOG.md has no section $version"
}

check_whitespace() {
  local file
  { cxx_files && shell_files && find . -maxdepth 1 -name '*.sql' && find sql test demo bench \( -name '*.sql' -o -name '*.pl' -o -name '*.spec' \) 2>/dev/null; } |
    sed 's,^\./,,' | sort -u | while read -r file; do
    # Scripts carry data in which a blank at the end may be meant.
    [[ $(head -c 2 "$file") == '#!' ]] || grep -nE '[ 	]+$' "$file" | head -n 3 | sed "s,^,$file:,; s/$/   (blank at the end of the line)/"
    [[ ! -s $file || -z $(tail -c 1 "$file") ]] || echo "$file does not end in a newline"
  done
}

check_clang_format() {
  local tool
  # Its output differs from one major to the next; this one is Debian 12's.
  for tool in clang-format-14 clang-format; do
    if command -v "$tool" >/dev/null && [[ $("$tool" --version) == *'version 14.'* ]]; then
      cxx_files | xargs -r "$tool" --dry-run 2>&1 | grep -E 'warning:' | sed -E 's/:[0-9]+: warning:.*/: not as clang-format has it/' | uniq -c |
        awk '{ c[$2] += $1; split($2, a, ":"); n[a[1]]++; first[a[1]] = first[a[1]] ? first[a[1]] : a[2] } END { for (f in n) print f ":" first[f] ": " n[f] " lines not as clang-format has them" }' | sort
      return
    fi
  done
  echo "SKIP: no clang-format 14 here"
}

check_shellcheck() {
  command -v shellcheck >/dev/null || { echo "SKIP: no shellcheck here" && return; }
  shell_files | xargs -r shellcheck --severity=info -f gcc
}
