// Comparing cursors by what they say, for the unit tests and the fuzz targets.
#pragma once

#include "cursor.hpp"

#include <algorithm>

inline bool same_bytes(kp::Bytes a, kp::Bytes b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// The name of a field in which a and b differ, or nullptr. Every field counts, the ones behind an unset flag too.
inline const char *first_difference(const kp::Cursor &a, const kp::Cursor &b) {
    if (a.key_id != b.key_id)
        return "key_id";
    if (a.direction != b.direction)
        return "direction";
    if (a.inclusive != b.inclusive)
        return "inclusive";
    if (a.encrypted != b.encrypted)
        return "encrypted";
    if (a.issued_at != b.issued_at)
        return "issued_at";
    if (a.expires != b.expires)
        return "expires";
    if (a.expires_at != b.expires_at)
        return "expires_at";
    if (a.relation != b.relation)
        return "relation";
    if (a.ordering != b.ordering)
        return "ordering";
    if (a.filtered != b.filtered)
        return "filtered";
    if (a.filter != b.filter)
        return "filter";
    if (a.role_bound != b.role_bound)
        return "role_bound";
    if (a.role != b.role)
        return "role";
    if (a.relation_hint != b.relation_hint)
        return "relation_hint";
    if (a.key_count != b.key_count)
        return "key_count";
    if (a.listed_count != b.listed_count)
        return "listed_count";
    if (a.whole_tie != b.whole_tie)
        return "whole_tie";
    for (std::size_t i = 0; i < kp::max_keys; i++) {
        const kp::KeyHint &one = a.hints[i], &other = b.hints[i];
        if (one.descending != other.descending)
            return "hint.descending";
        if (one.nulls_first != other.nulls_first)
            return "hint.nulls_first";
        if (one.expression != other.expression)
            return "hint.expression";
        if (one.own_operators != other.own_operators)
            return "hint.own_operators";
        if (one.column != other.column)
            return "hint.column";
        if (one.index != other.index)
            return "hint.index";
        if (one.collation != other.collation)
            return "hint.collation";
        if (a.values[i].is_null != b.values[i].is_null)
            return "value.is_null";
        if (!same_bytes(a.values[i].bytes, b.values[i].bytes))
            return "value.bytes";
    }
    if (!same_bytes(a.walk_state, b.walk_state))
        return "walk_state";
    return nullptr;
}
