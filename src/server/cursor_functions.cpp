#include "cursor_functions.hpp"

#include "errors.hpp"
#include "key_store.hpp"
#include "names.hpp"
#include "page.hpp"

namespace kp {

namespace {

TimestampTz timestamp_of(std::uint32_t seconds) {
    return static_cast<TimestampTz>(seconds) * USECS_PER_SEC;
}

Direction direction_of(const char *text) {
    if (strcmp(text, "next") == 0)
        return Direction::next;
    if (strcmp(text, "prev") == 0)
        return Direction::prev;
    raise_direction(text);
}

void read_position(Shape &shape, Jsonb *json, Datum *values, bool *nulls) {
    if (!JB_ROOT_IS_OBJECT(json))
        raise_position_not_object();
    int nest_level = fixed_settings_push();
    for (int k = 0; k < shape.ordering->key_count; k++) {
        OrderKey &key = shape.ordering->keys[k];
        JsonbValue name = {};
        name.type = jbvString;
        name.val.string.val = const_cast<char *>(key.name);
        name.val.string.len = static_cast<int>(strlen(key.name));
        JsonbValue *member = findJsonbValueFromContainer(&json->root, JB_FOBJECT, &name);
        if (member == nullptr)
            raise_position_missing(key.name);
        nulls[k] = member->type == jbvNull;
        if (nulls[k] && !key.nullable)
            raise_position_null(key.name);
        values[k] = nulls[k] ? Datum(0) : value_from_jsonb(key.codec, member);
    }
    fixed_settings_pop(nest_level);
}

Jsonb *write_position(Ordering &ordering, const Cursor &cursor) {
    int nest_level = fixed_settings_push();
    compat::JsonbBuilder builder;
    compat::jsonb_push(builder, WJB_BEGIN_OBJECT, nullptr);
    for (int k = 0; k < ordering.key_count; k++) {
        OrderKey &key = ordering.keys[k];
        JsonbValue name = {};
        name.type = jbvString;
        name.val.string.val = const_cast<char *>(key.name);
        name.val.string.len = static_cast<int>(strlen(key.name));
        compat::jsonb_push(builder, WJB_KEY, &name);
        bool is_null = cursor.values[k].is_null;
        value_push_jsonb(key.codec, is_null ? Datum(0) : cursor_value(key, cursor.values[k].bytes), is_null, builder);
    }
    compat::jsonb_push(builder, WJB_END_OBJECT, nullptr);
    fixed_settings_pop(nest_level);
    return compat::jsonb_built(builder);
}

} // namespace

text *cursor_encode(const EncodeRequest &request) {
    Direction direction = direction_of(request.direction);
    MemoryContext caller = CurrentMemoryContext;
    MemoryContext work = AllocSetContextCreate(caller, "keyset_page encode", ALLOCSET_DEFAULT_SIZES);
    relation_lock(request.shape.relid);
    MemoryContextSwitchTo(work);
    const char *other = nullptr;
    Shape *shape = shape_acquire(request.shape, nullptr, &other);
    for (int k = 0; k < shape->ordering->key_count; k++)
        ordering_check_privilege(*shape->relation, shape->ordering->keys[k]);
    ParamListInfo params = page_params(*shape);
    filter_bind(shape->filter, request.args, params);
    CursorTerms terms;
    terms.direction = direction;
    terms.issued_at = cursor_time_now();
    if (shape->filter.sql != nullptr)
        terms.filter = filter_fingerprint(shape->filter, params);
    Datum values[max_keys];
    bool nulls[max_keys];
    read_position(*shape, request.position, values, nulls);
    Position position;
    position_of_values(*shape, values, nulls, makeStringInfo(), position);
    MemoryContextSwitchTo(caller);
    text *cursor = cursor_mint(*shape, position, terms);
    MemoryContextDelete(work);
    return cursor;
}

void cursor_decode_for_caller(const TextRef &text, DecodedCursor &out) {
    OpenCursor open;
    cursor_verify(text, open);
    const Cursor &cursor = open.cursor;
    cursor_check_role(cursor);
    if (cursor.encrypted && !user_owns_extension())
        raise_encrypted_hidden();
    LockRelationOid(cursor.relation_hint, AccessShareLock);
    if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(cursor.relation_hint)) ||
        !(relation_fingerprint(cursor.relation_hint) == cursor.relation))
        raise_relation_unidentified();
    relation_lock(cursor.relation_hint);
    RelationInfo *relation = relation_info_read(cursor.relation_hint);
    Ordering *ordering = ordering_from_cursor(*relation, cursor);
    if (ordering == nullptr)
        raise_ordering_unidentified(relation->sql_name);
    for (int k = 0; k < ordering->key_count; k++)
        ordering_check_privilege(*relation, ordering->keys[k]);
    out.key_id = cursor.key_id;
    out.relation = relation->sql_name;
    out.order_by = ordering->text;
    out.direction = cursor.direction == Direction::next ? "next" : "prev";
    out.position = write_position(*ordering, cursor);
    out.filtered = cursor.filtered;
    out.issued_at = timestamp_of(cursor.issued_at);
    out.expires = cursor.expires;
    out.expires_at = timestamp_of(cursor.expires_at);
}

} // namespace kp
