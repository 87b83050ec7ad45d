// The row writer: one pass over the values of a row, each written in the way decided for its column.
#include "row_json.hpp"

#include "json_column.hpp"
#include "json_number.hpp"

namespace kp {

struct RowWriter {
    MemoryContext context;
    int slot_columns;       // how many columns of the slot are needed
    int column_count;       // without the dropped ones
    bool on_casts;          // see JsonColumn
    uint64 cast_changes;    // as it was when the kinds were decided
    std::size_t fixed_size; // labels and values of fixed length, of a whole row
    JsonColumn *columns;
};
static_assert(std::is_trivially_destructible_v<RowWriter>);

namespace {

// --- deciding ---------------------------------------------------------------------------------

void decide_kinds(RowWriter *writer) {
    const uint64 changes = json_cast_changes(); // from before: deciding may take in changes
    std::size_t fixed_size = 2;                 // {}
    bool on_casts = false;
    for (int i = 0; i < writer->column_count; i++) {
        JsonColumn &column = writer->columns[i];
        json_column_decide(column, writer->context);
        fixed_size += column.label_length + Max(json_fixed_size(column.kind), std::size_t{4}); // null
        on_casts |= column.on_casts;
    }
    writer->fixed_size = fixed_size;
    writer->on_casts = on_casts;
    writer->cast_changes = changes;
}

// The column's name as JSON, with what stands before and behind it.
void make_label(JsonColumn &column, const char *name, bool first, MemoryContext context) {
    const std::size_t name_length = std::strlen(name);
    char *label = static_cast<char *>(MemoryContextAllocZero(context, json_quoted_max(name_length) + 2 + json_slack));
    char *at = label;
    *at++ = first ? '{' : ',';
    *at++ = '"';
    at = json_escape(at, name, name_length);
    *at++ = '"';
    *at++ = ':';
    column.label = label;
    column.label_length = static_cast<uint32>(at - label);
}

// --- values of fixed length -------------------------------------------------------------------

inline char *write_boolean(char *out, bool value) {
    std::memcpy(out, value ? "true " : "false", 5);
    return out + (value ? 4 : 5);
}

// NaN and the infinities are the only results that begin with a letter, sign aside, and are no JSON numbers.
char *quote_odd_float(char *out, char *end) {
    const char first = out[0] == '-' ? out[1] : out[0];
    if (first >= '0' && first <= '9')
        return end;
    const std::size_t length = static_cast<std::size_t>(end - out);
    std::memmove(out + 1, out, length);
    out[0] = '"';
    out[length + 1] = '"';
    return end + 2;
}

char *copy_float_text(char *out, Datum text) {
    const char *bytes = DatumGetCString(text);
    const std::size_t length = std::strlen(bytes);
    std::memcpy(out, bytes, length);
    return quote_odd_float(out, out + length);
}

char *write_float4(char *out, Datum value) {
    if (extra_float_digits <= 0)
        return copy_float_text(out, DirectFunctionCall1(float4out, value));
    return quote_odd_float(out, out + float_to_shortest_decimal_bufn(DatumGetFloat4(value), out));
}

char *write_float8(char *out, Datum value) {
    if (extra_float_digits <= 0)
        return copy_float_text(out, DirectFunctionCall1(float8out, value));
    return quote_odd_float(out, out + double_to_shortest_decimal_bufn(DatumGetFloat8(value), out));
}

inline char *write_hex(char *out, const unsigned char *bytes, int count) {
    for (int i = 0; i < count; i++) {
        *out++ = "0123456789abcdef"[bytes[i] >> 4];
        *out++ = "0123456789abcdef"[bytes[i] & 15];
    }
    return out;
}

char *write_uuid(char *out, const unsigned char *bytes) {
    *out++ = '"';
    out = write_hex(out, bytes, 4);
    *out++ = '-';
    out = write_hex(out, bytes + 4, 2);
    *out++ = '-';
    out = write_hex(out, bytes + 6, 2);
    *out++ = '-';
    out = write_hex(out, bytes + 8, 2);
    *out++ = '-';
    out = write_hex(out, bytes + 10, 6);
    *out++ = '"';
    return out;
}

// --- values of varying length -----------------------------------------------------------------

// Where a stored value's bytes are, without its header. copy is to be freed, nullptr if the bytes stand in the row
// itself.
struct Stored {
    const char *bytes;
    std::size_t size;
    void *copy;
};

Stored detoast(const char *stored) {
    varlena *whole = detoast_attr(reinterpret_cast<varlena *>(const_cast<char *>(stored)));
    return {VARDATA_ANY(whole), VARSIZE_ANY_EXHDR(whole), whole};
}

inline Stored stored_bytes(Datum value) {
    auto *stored = static_cast<const char *>(DatumGetPointer(value));
    if (VARATT_IS_1B(stored) && !VARATT_IS_1B_E(stored)) [[likely]]
        return {VARDATA_1B(stored), VARSIZE_1B(stored) - VARHDRSZ_SHORT, nullptr};
    if (VARATT_IS_4B_U(stored))
        return {VARDATA_4B(stored), VARSIZE_4B(stored) - VARHDRSZ, nullptr};
    return detoast(stored);
}

inline void free_copy(const Stored &stored) {
    if (stored.copy != nullptr) [[unlikely]]
        pfree(stored.copy);
}

inline void out_text(JsonOut &out, Datum value) {
    const Stored text = stored_bytes(value);
    json_out_string(out, text.bytes, text.size);
    free_copy(text);
}

void out_json(JsonOut &out, Datum value) {
    const Stored json = stored_bytes(value);
    json_out_bytes(out, json.bytes, json.size);
    free_copy(json);
}

void out_numeric(JsonOut &out, Datum value) {
    const Stored numeric = stored_bytes(value);
    json_out_numeric(out, numeric.bytes, numeric.size);
    free_copy(numeric);
}

// jsonb rests on alignment. A long header has it; behind a short one there are so few bytes that they are copied here.
void out_jsonb(JsonOut &out, Datum value) {
    const Stored jsonb = stored_bytes(value);
    const char *bytes = jsonb.bytes;
    alignas(MAXIMUM_ALIGNOF) char aligned[VARATT_SHORT_MAX + 1];
    if (VARATT_IS_SHORT(DatumGetPointer(value)) && jsonb.copy == nullptr) {
        std::memcpy(aligned, bytes, jsonb.size);
        bytes = aligned;
    }
    json_out_jsonb(out, reinterpret_cast<const JsonbContainer *>(bytes));
    free_copy(jsonb);
}

void out_by_output_function(JsonOut &out, FmgrInfo *function, Datum value) {
    char *text = OutputFunctionCall(function, value);
    json_out_string(out, text, std::strlen(text));
    pfree(text);
}

void out_by_to_json(JsonOut &out, FmgrInfo *function, Datum value) {
    const Datum json = FunctionCall1(function, value);
    out_json(out, json);
    pfree(DatumGetPointer(json));
}

[[gnu::always_inline]] inline void out_value(JsonOut &out, JsonColumn &column, Datum value) {
    switch (column.kind) {
    case JsonKind::boolean:
        out.at = write_boolean(out.at, DatumGetBool(value));
        break;
    case JsonKind::int2:
        out.at = write_int64(out.at, DatumGetInt16(value));
        break;
    case JsonKind::int4:
        out.at = write_int64(out.at, DatumGetInt32(value));
        break;
    case JsonKind::int8:
        out.at = write_int64(out.at, DatumGetInt64(value));
        break;
    case JsonKind::float4:
        out.at = write_float4(out.at, value);
        break;
    case JsonKind::float8:
        out.at = write_float8(out.at, value);
        break;
    case JsonKind::numeric:
        out_numeric(out, value);
        break;
    case JsonKind::oid:
        *out.at++ = '"';
        out.at = write_uint64(out.at, DatumGetObjectId(value));
        *out.at++ = '"';
        break;
    case JsonKind::text:
        out_text(out, value);
        break;
    case JsonKind::name: {
        const char *name = NameStr(*DatumGetName(value));
        *out.at++ = '"';
        out.at = json_escape(out.at, name, strnlen(name, NAMEDATALEN));
        *out.at++ = '"';
        break;
    }
    case JsonKind::uuid:
        out.at = write_uuid(out.at, DatumGetUUIDP(value)->data);
        break;
    case JsonKind::date:
        out.at = write_date(out.at, DatumGetDateADT(value), column.time.day);
        break;
    case JsonKind::timestamp:
        out.at = write_timestamp(out.at, DatumGetTimestamp(value), column.time);
        break;
    case JsonKind::timestamptz:
        out.at = write_timestamptz(out.at, DatumGetTimestampTz(value), column.time);
        break;
    case JsonKind::json:
        out_json(out, value);
        break;
    case JsonKind::jsonb:
        out_jsonb(out, value);
        break;
    case JsonKind::enumeration:
        json_out_enum(out, column, DatumGetObjectId(value));
        break;
    case JsonKind::array:
        json_out_array(out, column, value);
        break;
    case JsonKind::output:
        out_by_output_function(out, &column.function, value);
        break;
    case JsonKind::server:
        out_by_to_json(out, &column.function, value);
        break;
    default:
        pg_unreachable();
    }
}

} // namespace

void json_out_value(JsonOut &out, JsonColumn &column, Datum value) {
    out_value(out, column, value);
}

RowWriter *row_writer_create(TupleDesc desc, int column_count, MemoryContext context) {
    RowWriter *writer = static_cast<RowWriter *>(MemoryContextAllocZero(context, sizeof(RowWriter)));
    writer->context = context;
    writer->slot_columns = column_count;
    const std::size_t room = Max(static_cast<std::size_t>(column_count), std::size_t{1}) * sizeof(JsonColumn);
    writer->columns = static_cast<JsonColumn *>(MemoryContextAllocZero(context, room));
    for (int i = 0; i < column_count; i++) {
        const FormData_pg_attribute *attribute = TupleDescAttr(desc, i);
        if (attribute->attisdropped)
            continue;
        JsonColumn &column = writer->columns[writer->column_count];
        column.index = i;
        column.type = attribute->atttypid;
        column.time = TimeCache{};
        make_label(column, NameStr(attribute->attname), writer->column_count == 0, context);
        writer->column_count++;
    }
    decide_kinds(writer);
    return writer;
}

void row_writer_append(RowWriter *writer, TupleTableSlot *slot, JsonBuffer &buffer) {
    if (writer->on_casts && writer->cast_changes != json_cast_changes()) [[unlikely]]
        decide_kinds(writer);
    slot_getsomeattrs(slot, writer->slot_columns);
    const Datum *values = slot->tts_values;
    const bool *nulls = slot->tts_isnull;
    JsonOut out{json_buffer_reserve(buffer, writer->fixed_size), nullptr, writer->fixed_size, &buffer};
    out.end = buffer.data + buffer.capacity - json_slack;
    if (writer->column_count == 0)
        *out.at++ = '{';
    for (JsonColumn *column = writer->columns, *end = column + writer->column_count; column < end; column++) {
        out.at = json_copy_short(out.at, column->label, column->label_length);
        if (nulls[column->index]) {
            std::memcpy(out.at, "null", 4);
            out.at += 4;
            continue;
        }
        out_value(out, *column, values[column->index]);
    }
    *out.at++ = '}';
    buffer.used = static_cast<std::size_t>(out.at - buffer.data);
}

} // namespace kp
