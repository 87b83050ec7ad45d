# shellcheck shell=bash
# Sourced: the pages that are measured. Each function prints lines "name TAB settings TAB places TAB SQL"
# for the client; places is the query whose rows are the parameters of one page each.
#
# H is the best statement its user could write by hand: prepared, the boundary as one row comparison,
# the page as json_agg and the keys of its last row by array_agg, under the plan that costs it least.

kp_place() { # SPOT COLUMNS
  printf "SELECT %s FROM bench.place WHERE spot = '%s' ORDER BY n" "$2" "$1"
}

kp_case() { printf '%s\t%s\t%s\t%s\n' "$@"; }

generic="SET plan_cache_mode = force_generic_plan"
custom="SET plan_cache_mode = force_custom_plan"

# SPOT -> the relation, its order and filter as the product takes them
kp_relation() { case $1 in nulls | values) echo cases ;; *) echo incidents ;; esac; }
kp_order() {
  case $1 in
    middle | filter) echo "updated_at DESC" ;;
    tie | mixed) echo "severity DESC, id" ;;
    nulls | values) echo "last_evaluated_at NULLS FIRST, id" ;;
  esac
}
kp_filter() { case $1 in filter) echo ", filter => 'severity = \$1', args => '{3}'" ;; esac; }

# FUNCTION SPOT LIMIT [SETTINGS]: the product
kp_product() {
  local function=$1 spot=$2 limit=$3 select
  case $function in
    keyset_page) select="SELECT items, next_cursor, prev_cursor FROM keyset_page('$(kp_relation "$spot")'" ;;
    keyset_page_json) select="SELECT keyset_page_json('$(kp_relation "$spot")'" ;;
    keyset_rows) select="SELECT (r.item).*, r.row_cursor FROM keyset_rows(NULL::$(kp_relation "$spot")" ;;
  esac
  select+=", '$(kp_order "$spot")', \$1, \$2$(kp_filter "$spot"))"
  [[ $function != keyset_rows ]] || select+=" r"
  kp_case "$function $spot $limit${5:+ $5}" "${4:-}" "$(kp_place "$spot" "page_cursor, $limit")" "$select"
}

# SPOT: the rows of a page by hand, its places' columns, its keys, and the settings that suit it
kp_by_hand() {
  case $1 in
    middle)
      rows='SELECT * FROM incidents WHERE (updated_at, id) < ($1, $2) ORDER BY updated_at DESC, id DESC LIMIT $3'
      columns='updated_at, id' keys='updated_at id' plan=$generic
      ;;
    tie | mixed)
      rows='(SELECT * FROM incidents WHERE severity = $1 AND id > $2 ORDER BY severity DESC, id LIMIT $3) UNION ALL (SELECT * FROM incidents WHERE severity < $1 ORDER BY severity DESC, id LIMIT $3) LIMIT $3'
      columns='severity, id' keys='severity id' plan=$generic
      ;;
    filter)
      rows='SELECT * FROM incidents WHERE severity = 3 AND (updated_at, id) < ($1, $2) ORDER BY updated_at DESC, id DESC LIMIT $3'
      columns='updated_at, id' keys='updated_at id' plan=$custom
      ;;
    nulls)
      rows='(SELECT * FROM cases WHERE last_evaluated_at IS NULL AND id > $1 ORDER BY last_evaluated_at NULLS FIRST, id LIMIT $2) UNION ALL (SELECT * FROM cases WHERE last_evaluated_at IS NOT NULL ORDER BY last_evaluated_at NULLS FIRST, id LIMIT $2) LIMIT $2'
      columns='id' keys='last_evaluated_at id' plan=$generic
      ;;
    values)
      rows='SELECT * FROM cases WHERE (last_evaluated_at, id) > ($1, $2) ORDER BY last_evaluated_at NULLS FIRST, id LIMIT $3'
      columns='last_evaluated_at, id' keys='last_evaluated_at id' plan=$generic
      ;;
  esac
}

# SPOT LIMIT [SETTINGS [WORD]]
kp_h() {
  local rows columns keys plan key list=
  kp_by_hand "$1"
  for key in $keys; do list+=", (array_agg($key))[count(*)]"; done
  kp_case "H $1 $2${4:+ $4}" "$plan${3:+; $3}" "$(kp_place "$1" "$columns, $2")" "SELECT json_agg(p)$list FROM ($rows) p"
}

kp_raw() {
  local rows columns keys plan
  kp_by_hand "$1"
  kp_case "raw $1 $2${4:+ $4}" "$plan${3:+; $3}" "$(kp_place "$1" "$columns, $2")" "$rows"
}
