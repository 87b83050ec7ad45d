#include "binding.hpp"

#include "errors.hpp"
#include "key_store.hpp"
#include "names.hpp"
#include "settings.hpp"

namespace kp {

static_assert(std::is_trivially_destructible_v<OpenCursor> && std::is_trivially_destructible_v<Position>);

namespace {

Fingerprint role_fingerprint() {
    StringInfoData message;
    initStringInfo(&message);
    message_add_text(&message, GetUserNameFromId(GetUserId(), false));
    return message_fingerprint(&message, "role");
}

} // namespace

std::uint32_t cursor_time_now() {
    return static_cast<std::uint32_t>(GetCurrentTimestamp() / USECS_PER_SEC);
}

void cursor_verify(const TextRef &text, OpenCursor &out) {
    SealedCursor sealed;
    Status status =
        cursor_decode(std::string_view(text.data, static_cast<std::size_t>(text.length)), out.scratch, sealed);
    if (status != Status::ok)
        raise_cursor_status(status);
    bool retired = false;
    const CursorKey *key = key_store_find(sealed.key_id, &retired);
    if (key == nullptr)
        raise_key_unknown(sealed.key_id, retired);
    status = cursor_open(sealed, *key, out.cursor);
    if (status != Status::ok)
        raise_cursor_status(status);
    if (out.cursor.expires && out.cursor.expires_at <= cursor_time_now())
        raise_cursor_expired(out.cursor.expires_at);
}

Shape *shape_for_cursor(const ShapeRequest &request, const Cursor &cursor) {
    const char *other = nullptr;
    Shape *shape = shape_acquire(request, nullptr, &other);
    if (!(shape->minted.relation == cursor.relation))
        raise_other_relation(shape->relation->sql_name);
    if (shape->ordering->fingerprint == cursor.ordering)
        return shape;
    Shape *alternative = shape_acquire(request, &cursor, &other);
    if (alternative == nullptr)
        raise_other_ordering(other, shape->ordering->text);
    return alternative;
}

void cursor_check_filter(const Shape &shape, const Cursor &cursor, const Fingerprint &filter) {
    bool filtered = shape.filter.sql != nullptr;
    if (cursor.filtered != filtered)
        raise_other_filter(cursor.filtered, filtered);
    if (filtered && !(filter == cursor.filter))
        raise_other_filter(true, true);
}

void cursor_check_role(const Cursor &cursor) {
    if (cursor.role_bound ? !(cursor.role == role_fingerprint()) : settings.bind_role)
        raise_other_role(cursor.role_bound);
}

namespace {

// An enum's label may have been renamed since; the type's own error would not say what that means for the cursor.
void check_label(const OrderKey &key, Bytes bytes) {
    if (get_typtype(key.codec.base_type) != TYPTYPE_ENUM)
        return;
    char label[NAMEDATALEN] = {};
    memcpy(label, bytes.data(), Min(bytes.size(), sizeof(label) - 1));
    if (!SearchSysCacheExists2(ENUMTYPOIDNAME, ObjectIdGetDatum(key.codec.base_type), CStringGetDatum(label)))
        raise_value_gone(key.name, key.type);
}

} // namespace

Datum cursor_value(OrderKey &key, Bytes bytes) {
    if (key.codec.form == ValueCodec::Form::text)
        check_label(key, bytes);
    return value_decode(key.codec, bytes);
}

void position_bind(Shape &shape, const Position &position, ParamListInfo params) {
    for (int k = 0; k < shape.ordering->key_count; k++) {
        OrderKey &key = shape.ordering->keys[k];
        ParamExternData &param = params->params[statement_key_param(shape.statement, k) - 1];
        param.ptype = key.codec.base_type;
        param.pflags = PARAM_FLAG_CONST;
        param.isnull = position.values[k].is_null;
        param.value = param.isnull ? Datum(0) : cursor_value(key, position.values[k].bytes);
    }
}

void position_of_cursor(const Cursor &cursor, Position &out) {
    out.set = true;
    out.nulls = 0;
    out.too_large = -1;
    for (int k = 0; k < cursor.key_count; k++) {
        out.values[k] = cursor.values[k];
        if (cursor.values[k].is_null)
            out.nulls |= 1U << k;
    }
}

void position_of_values(Shape &shape, const Datum *values, const bool *nulls, StringInfo bytes, Position &out) {
    int ends[max_keys];
    resetStringInfo(bytes);
    out.set = true;
    out.nulls = 0;
    out.too_large = -1;
    int count = shape.ordering->key_count;
    for (int k = 0; k < count; k++) {
        if (nulls[k])
            out.nulls |= 1U << k;
        else if (out.too_large < 0)
            value_encode(shape.ordering->keys[k].codec, values[k], bytes);
        ends[k] = bytes->len;
        if (out.too_large < 0 && bytes->len > static_cast<int>(max_value_bytes))
            out.too_large = k;
    }
    int start = 0;
    for (int k = 0; k < count; k++) { // the buffer moves no more
        out.values[k] = {nulls[k], Bytes(reinterpret_cast<const std::uint8_t *>(bytes->data) + start,
                                         static_cast<std::size_t>(ends[k] - start))};
        start = ends[k];
    }
}

text *cursor_mint(const Shape &shape, const Position &position, const CursorTerms &terms) {
    if (position.too_large >= 0)
        raise_key_too_large(shape.ordering->keys[position.too_large].name);
    Cursor cursor = shape.minted;
    cursor.direction = terms.direction;
    cursor.inclusive = terms.inclusive;
    cursor.whole_tie = terms.whole_tie && !shape.ordering->total; // a total ordering has no ties
    cursor.encrypted = settings.encrypt_cursors;
    cursor.issued_at = terms.issued_at;
    cursor.expires = settings.cursor_ttl > 0;
    if (cursor.expires)
        cursor.expires_at = static_cast<std::uint32_t>(
            Min(static_cast<std::uint64_t>(cursor.issued_at) + static_cast<std::uint64_t>(settings.cursor_ttl),
                static_cast<std::uint64_t>(UINT32_MAX)));
    cursor.filter = terms.filter;
    cursor.role_bound = settings.bind_role;
    if (cursor.role_bound)
        cursor.role = role_fingerprint();
    for (int k = 0; k < shape.ordering->key_count; k++)
        cursor.values[k] = position.values[k];
    char buffer[max_cursor_text];
    std::size_t written = 0;
    Status status = cursor_seal(cursor, key_store_active(), buffer, written);
    if (status != Status::ok)
        raise_cursor_status(status);
    return cstring_to_text_with_len(buffer, static_cast<int>(written));
}

} // namespace kp
