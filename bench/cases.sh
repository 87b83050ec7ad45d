# shellcheck shell=bash
# Sourced: the pages that are measured. A case is a line "name TAB settings TAB places TAB SQL" for the client,
# places being the query whose rows are the parameters of one page each. Its name is FORM SPOT LIMIT[ ZONE].
#
# Spots are those of positions.sql, and "first", the page without a cursor. "middle" is twenty pages whose
# blocks lie all over the table, "again" one of them twenty times, all of it in the processor's caches. Forms:
#
#   keyset_page, keyset_page_json, keyset_rows
#   H        by hand, the best its user could write: prepared, the boundary as one row comparison (or as
#            one range after the other), the page as json_agg, its last row's keys by array_agg, under the
#            plan that costs it least
#   raw      the rows of H, neither JSON nor keys
#   offset, offset-raw       the page by OFFSET, with json_agg and without
#   or, bound, union-all     as H, the boundary written in the other usual ways
#   H-generic                as H, under the generic plan where H has a custom one

# shellcheck disable=SC2016  # $1 is SQL's

# SPOT: its relation, order, filter, and the settings that choose the cheapest plan for H
kp_spot() {
  relation=incidents filter='' plan='SET plan_cache_mode = force_generic_plan'
  case $1 in
    tie* | mixed) order='severity DESC, id' ;;
    nulls* | values*) relation=cases order='last_evaluated_at NULLS FIRST, id' ;;
    filter) order='updated_at DESC' filter='severity = $1' filter_value=4 ;;
    skewed) order='updated_at DESC' filter='severity = $1' filter_value=3 plan='SET plan_cache_mode = force_custom_plan' ;;
    *) order='updated_at DESC' ;;
  esac
}

# SPOT COLUMNS: the places' query, which always has twenty rows
kp_places() {
  if [[ $1 == first ]]; then
    printf 'SELECT %s FROM generate_series(1, 20)' "$2"
  else
    printf "SELECT %s FROM bench.place, generate_series(n, 19, (SELECT count(*)::int FROM bench.place WHERE spot = '%s')) again WHERE spot = '%s' ORDER BY again" \
      "$2" "$1" "$1"
  fi
}

# The page's rows by hand, for FORM SPOT: sets rows, columns (of the place, limit is appended) and keys
kp_rows_by_hand() {
  keys='updated_at id'
  case "$1 $2" in
    *' first') columns='' rows='SELECT * FROM incidents ORDER BY updated_at DESC, id DESC LIMIT $1' ;;
    offset*)
      columns='depth'
      rows='SELECT * FROM incidents ORDER BY updated_at DESC, id DESC OFFSET $1 LIMIT $2'
      ;;
    *' tie'* | *' mixed')
      columns='severity, id' keys='severity id'
      case $1 in
        or) rows='SELECT * FROM incidents WHERE severity < $1 OR (severity = $1 AND id > $2) ORDER BY severity DESC, id LIMIT $3' ;;
        bound) rows='SELECT * FROM incidents WHERE severity <= $1 AND (severity < $1 OR id > $2) ORDER BY severity DESC, id LIMIT $3' ;;
        *) rows='(SELECT * FROM incidents WHERE severity = $1 AND id > $2 ORDER BY severity DESC, id LIMIT $3) UNION ALL (SELECT * FROM incidents WHERE severity < $1 ORDER BY severity DESC, id LIMIT $3) LIMIT $3' ;;
      esac
      ;;
    *' nulls'*)
      columns='id' keys='last_evaluated_at id'
      case $1 in
        or) rows='SELECT * FROM cases WHERE (last_evaluated_at IS NULL AND id > $1) OR last_evaluated_at IS NOT NULL ORDER BY last_evaluated_at NULLS FIRST, id LIMIT $2' ;;
        *) rows='(SELECT * FROM cases WHERE last_evaluated_at IS NULL AND id > $1 ORDER BY last_evaluated_at NULLS FIRST, id LIMIT $2) UNION ALL (SELECT * FROM cases WHERE last_evaluated_at IS NOT NULL ORDER BY last_evaluated_at NULLS FIRST, id LIMIT $2) LIMIT $2' ;;
      esac
      ;;
    *' values'*)
      columns='last_evaluated_at, id' keys='last_evaluated_at id'
      rows='SELECT * FROM cases WHERE (last_evaluated_at, id) > ($1, $2) ORDER BY last_evaluated_at NULLS FIRST, id LIMIT $3'
      ;;
    *)
      columns='updated_at, id'
      case $1 in
        or) rows='updated_at < $1 OR (updated_at = $1 AND id < $2)' ;;
        bound) rows='updated_at <= $1 AND (updated_at < $1 OR id < $2)' ;;
        *) rows='(updated_at, id) < ($1, $2)' ;;
      esac
      if [[ -n $filter ]]; then
        columns+=", $filter_value" rows="${filter/\$1/\$3} AND ($rows)"
        rows="SELECT * FROM incidents WHERE $rows ORDER BY updated_at DESC, id DESC LIMIT \$4"
      elif [[ $1 == union-all ]]; then
        rows='(SELECT * FROM incidents WHERE updated_at = $1 AND id < $2 ORDER BY updated_at DESC, id DESC LIMIT $3) UNION ALL (SELECT * FROM incidents WHERE updated_at < $1 ORDER BY updated_at DESC, id DESC LIMIT $3) LIMIT $3'
      else
        rows="SELECT * FROM incidents WHERE $rows ORDER BY updated_at DESC, id DESC LIMIT \$3"
      fi
      ;;
  esac
}

# FORM SPOT [LIMIT [ZONE]]
kp_case() {
  local form=$1 spot=$2 limit=${3:-50} zone=${4:-} relation order filter filter_value plan settings sql key
  local columns rows keys
  kp_spot "$spot"
  settings=${zone:+SET TimeZone = \'$zone\'}
  case $form in
    keyset_*)
      columns=page_cursor
      [[ $spot != first ]] || columns=NULL
      case $form in
        keyset_page) sql="SELECT items, next_cursor, prev_cursor FROM keyset_page('$relation'" ;;
        keyset_page_json) sql="SELECT keyset_page_json('$relation'" ;;
        keyset_rows) sql="SELECT (r.item).*, r.row_cursor FROM keyset_rows(NULL::$relation" ;;
      esac
      sql+=", '$order', \$1, \$2"
      [[ -z $filter ]] || sql+=", filter => '$filter', args => '{$filter_value}'"
      sql+=')'
      [[ $form != keyset_rows ]] || sql+=' r'
      ;;
    *)
      [[ $form != *-generic ]] || plan='SET plan_cache_mode = force_generic_plan'
      settings="$plan${settings:+; $settings}"
      kp_rows_by_hand "$form" "$spot"
      sql=$rows
      if [[ $form != *raw ]]; then
        sql='SELECT json_agg(p)'
        for key in $keys; do sql+=", (array_agg($key))[count(*)]"; done
        sql+=" FROM ($rows) p"
      fi
      ;;
  esac
  printf '%s\t%s\t%s\t%s\n' "$form $spot $limit${zone:+ $zone}" "$settings" \
    "$(kp_places "$spot" "${columns:+$columns, }$limit")" "$sql"
}
