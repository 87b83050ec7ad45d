// The row writer: what to do with each column is decided once, then each row is one pass over its values.
#include "row_json.hpp"

#include "json_number.hpp"
#include "json_time.hpp"
#include "json_value.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace kp {

namespace {

// How the values of a column are written. The categories are those of the server's json_categorize_type; the types that
// fill tables have a way of their own within them.
enum class Kind : uint8 {
    boolean,
    int2,
    int4,
    int8,
    float4,
    float8,
    numeric,
    oid,  // a string: to the server's JSON it is no number
    text, // and varchar, char(n) and all else whose output function is textout
    name,
    uuid,
    date,
    timestamp,
    timestamptz,
    json, // verbatim
    jsonb,
    output, // the type's output function, escaped
    server  // the server's to_json: arrays, composites, types with a cast to json
};

struct Column {
    const char *label; // {"name": or ,"name": with room behind it for whole vectors
    uint32 label_length;
    int index; // in the slot
    Kind kind;
    Oid type;
    TimeCache time;
    FmgrInfo function; // of kinds output and server
};
static_assert(std::is_trivially_destructible_v<Column>);

constexpr std::size_t label_step = 16;

} // namespace

struct RowWriter {
    MemoryContext context;
    int slot_columns;       // how many columns of the slot are needed
    int column_count;       // without the dropped ones
    bool has_user_types;    // one of the kinds rests on the casts of the database
    uint64 cast_generation; // as it was when the kinds were decided
    std::size_t fixed_size; // labels and values of fixed length, of a whole row
    Column *columns;
};
static_assert(std::is_trivially_destructible_v<RowWriter>);

namespace {

// --- deciding ---------------------------------------------------------------------------------

// Counts changes of pg_cast. A cast to json that is made or dropped changes how its type is written, and a kept plan
// does not notice.
uint64 cast_generation = 0;

void casts_changed(Datum, int, uint32) {
    cast_generation++;
}

void watch_casts() {
    static bool watching = false;
    if (watching)
        return;
    CacheRegisterSyscacheCallback(CASTSOURCETARGET, casts_changed, Datum{0});
    watching = true;
}

// The kind of a type whose server category is that of its output function.
Kind output_kind(Oid base_type, FmgrInfo *function, MemoryContext context) {
    switch (base_type) {
    case TEXTOID:
    case VARCHAROID:
    case BPCHAROID:
        return Kind::text;
    case NAMEOID:
        return Kind::name;
    case OIDOID:
        return Kind::oid;
    case UUIDOID:
        return Kind::uuid;
    default:
        break;
    }
    Oid output;
    bool is_varlena;
    getTypeOutputInfo(base_type, &output, &is_varlena);
    fmgr_info_cxt(output, function, context);
    // citext and others of its kind are text under another name.
    return is_varlena && function->fn_addr == textout ? Kind::text : Kind::output;
}

// True if the server writes type through a cast to json. Only types that do not come with the server are asked for one.
bool has_cast_to_json(Oid base_type) {
    if (base_type < FirstNormalObjectId)
        return false;
    Oid function;
    return find_coercion_pathway(JSONOID, base_type, COERCION_EXPLICIT, &function) == COERCION_PATH_FUNC &&
           OidIsValid(function);
}

// Prepares a call of the server's to_json, which learns its argument's type from the expression it is called by.
void prepare_to_json(FmgrInfo *function, Oid type, MemoryContext context) {
    const MemoryContext caller = MemoryContextSwitchTo(context);
    Node *argument = reinterpret_cast<Node *>(makeNullConst(type, -1, InvalidOid));
    FuncExpr *call =
        makeFuncExpr(F_TO_JSON, JSONOID, list_make1(argument), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
    fmgr_info(F_TO_JSON, function);
    fmgr_info_set_expr(reinterpret_cast<Node *>(call), function);
    MemoryContextSwitchTo(caller);
}

// As the server's json_categorize_type decides it: domains are looked through, then the type itself, arrays,
// composites, casts.
Kind decide_kind(Oid type, FmgrInfo *function, MemoryContext context) {
    const Oid base_type = getBaseType(type);
    switch (base_type) {
    case BOOLOID:
        return Kind::boolean;
    case INT2OID:
        return Kind::int2;
    case INT4OID:
        return Kind::int4;
    case INT8OID:
        return Kind::int8;
    case FLOAT4OID:
        return Kind::float4;
    case FLOAT8OID:
        return Kind::float8;
    case NUMERICOID:
        return Kind::numeric;
    case DATEOID:
        return Kind::date;
    case TIMESTAMPOID:
        return Kind::timestamp;
    case TIMESTAMPTZOID:
        return Kind::timestamptz;
    case JSONOID:
        return Kind::json;
    case JSONBOID:
        return Kind::jsonb;
    default:
        break;
    }
    if (OidIsValid(get_element_type(base_type)) || base_type == ANYARRAYOID || base_type == ANYCOMPATIBLEARRAYOID ||
        base_type == RECORDARRAYOID || type_is_rowtype(base_type) || has_cast_to_json(base_type)) {
        prepare_to_json(function, type, context);
        return Kind::server;
    }
    return output_kind(base_type, function, context);
}

// The most bytes a value of this kind takes, the json_slack aside; 0 where json_out_ensure is asked for each value.
// "null" must fit for any kind, so the callers count at least its four bytes.
std::size_t fixed_value_size(Kind kind) {
    switch (kind) {
    case Kind::boolean:
        return 5;
    case Kind::int2:
        return 6;
    case Kind::int4:
        return 11;
    case Kind::int8:
        return 20;
    case Kind::oid:
        return 12;
    case Kind::float4:
    case Kind::float8:
        return 40;
    case Kind::uuid:
        return 38;
    case Kind::date:
    case Kind::timestamp:
    case Kind::timestamptz:
        return json_time_max;
    case Kind::name:
        return json_quoted_max(NAMEDATALEN);
    default:
        return 0;
    }
}

void decide_kinds(RowWriter *writer) {
    writer->has_user_types = false;
    writer->fixed_size = 2 + label_step; // {} and what the last label may overwrite
    for (int i = 0; i < writer->column_count; i++) {
        Column &column = writer->columns[i];
        column.kind = decide_kind(column.type, &column.function, writer->context);
        writer->fixed_size += column.label_length + Max(fixed_value_size(column.kind), std::size_t{4});
        if (getBaseType(column.type) >= FirstNormalObjectId)
            writer->has_user_types = true;
    }
    if (writer->has_user_types)
        watch_casts();
    writer->cast_generation = cast_generation;
}

// The column's name as JSON, with what stands before and behind it.
void make_label(Column &column, const char *name, bool first, MemoryContext context) {
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

// --- writing ----------------------------------------------------------------------------------

inline char *write_label(char *out, const Column &column) {
    const uint32 length = column.label_length;
#if defined(__SSE2__)
    // Whole vectors: names are short, and the call of memcpy would cost more than the copy.
    for (uint32 i = 0; i < length; i += label_step)
        _mm_storeu_si128(reinterpret_cast<__m128i *>(out + i),
                         _mm_loadu_si128(reinterpret_cast<const __m128i *>(column.label + i)));
#else
    std::memcpy(out, column.label, length);
#endif
    return out + length;
}

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

char *write_uuid(char *out, const unsigned char *bytes) {
    constexpr const char *hex = "0123456789abcdef";
    *out++ = '"';
    for (int i = 0; i < UUID_LEN; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *out++ = '-';
        *out++ = hex[bytes[i] >> 4];
        *out++ = hex[bytes[i] & 15];
    }
    *out++ = '"';
    return out;
}

// The value without compression and outside storage; a short header stays. Only a copy is to be freed.
inline varlena *plain_varlena(Datum value) {
    varlena *stored = reinterpret_cast<varlena *>(DatumGetPointer(value));
    if (VARATT_IS_COMPRESSED(stored) || VARATT_IS_EXTERNAL(stored)) [[unlikely]]
        return pg_detoast_datum_packed(stored);
    return stored;
}

inline void free_copy(varlena *plain, Datum value) {
    if (reinterpret_cast<const void *>(plain) != DatumGetPointer(value)) [[unlikely]]
        pfree(plain);
}

void out_text(JsonOut &out, Datum value) {
    varlena *text = plain_varlena(value);
    json_out_string(out, VARDATA_ANY(text), VARSIZE_ANY_EXHDR(text));
    free_copy(text, value);
}

void out_json(JsonOut &out, Datum value) {
    varlena *json = plain_varlena(value);
    json_out_bytes(out, VARDATA_ANY(json), VARSIZE_ANY_EXHDR(json));
    free_copy(json, value);
}

void out_numeric(JsonOut &out, Datum value) {
    varlena *numeric = plain_varlena(value);
    json_out_numeric(out, numeric);
    free_copy(numeric, value);
}

void out_jsonb(JsonOut &out, Datum value) {
    varlena *jsonb = reinterpret_cast<varlena *>(PG_DETOAST_DATUM(value)); // aligned: short headers too are copied
    json_out_jsonb(out, &reinterpret_cast<Jsonb *>(jsonb)->root);
    free_copy(jsonb, value);
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

inline void out_value(JsonOut &out, Column &column, Datum value) {
    switch (column.kind) {
    case Kind::boolean:
        out.at = write_boolean(out.at, DatumGetBool(value));
        break;
    case Kind::int2:
        out.at = write_int64(out.at, DatumGetInt16(value));
        break;
    case Kind::int4:
        out.at = write_int64(out.at, DatumGetInt32(value));
        break;
    case Kind::int8:
        out.at = write_int64(out.at, DatumGetInt64(value));
        break;
    case Kind::float4:
        out.at = write_float4(out.at, value);
        break;
    case Kind::float8:
        out.at = write_float8(out.at, value);
        break;
    case Kind::numeric:
        out_numeric(out, value);
        break;
    case Kind::oid:
        *out.at++ = '"';
        out.at = write_uint64(out.at, DatumGetObjectId(value));
        *out.at++ = '"';
        break;
    case Kind::text:
        out_text(out, value);
        break;
    case Kind::name: {
        const char *name = NameStr(*DatumGetName(value));
        *out.at++ = '"';
        out.at = json_escape(out.at, name, strnlen(name, NAMEDATALEN));
        *out.at++ = '"';
        break;
    }
    case Kind::uuid:
        out.at = write_uuid(out.at, DatumGetUUIDP(value)->data);
        break;
    case Kind::date:
        out.at = write_date(out.at, DatumGetDateADT(value), column.time.day);
        break;
    case Kind::timestamp:
        out.at = write_timestamp(out.at, DatumGetTimestamp(value), column.time);
        break;
    case Kind::timestamptz:
        out.at = write_timestamptz(out.at, DatumGetTimestampTz(value), column.time);
        break;
    case Kind::json:
        out_json(out, value);
        break;
    case Kind::jsonb:
        out_jsonb(out, value);
        break;
    case Kind::output:
        out_by_output_function(out, &column.function, value);
        break;
    case Kind::server:
        out_by_to_json(out, &column.function, value);
        break;
    }
}

} // namespace

RowWriter *row_writer_create(TupleDesc desc, int column_count, MemoryContext context) {
    RowWriter *writer = static_cast<RowWriter *>(MemoryContextAllocZero(context, sizeof(RowWriter)));
    writer->context = context;
    writer->slot_columns = column_count;
    const std::size_t room = Max(static_cast<std::size_t>(column_count), std::size_t{1}) * sizeof(Column);
    writer->columns = static_cast<Column *>(MemoryContextAllocZero(context, room));
    for (int i = 0; i < column_count; i++) {
        const FormData_pg_attribute *attribute = TupleDescAttr(desc, i);
        if (attribute->attisdropped)
            continue;
        Column &column = writer->columns[writer->column_count];
        column = Column{};
        column.index = i;
        column.type = attribute->atttypid;
        make_label(column, NameStr(attribute->attname), writer->column_count == 0, context);
        writer->column_count++;
    }
    decide_kinds(writer);
    return writer;
}

void row_writer_append(RowWriter *writer, TupleTableSlot *slot, JsonBuffer &buffer) {
    if (writer->has_user_types && writer->cast_generation != cast_generation) [[unlikely]]
        decide_kinds(writer);
    slot_getsomeattrs(slot, writer->slot_columns);
    const Datum *values = slot->tts_values;
    const bool *nulls = slot->tts_isnull;
    JsonOut out{json_buffer_reserve(buffer, writer->fixed_size), nullptr, writer->fixed_size, &buffer};
    out.end = buffer.data + buffer.capacity - json_slack;
    if (writer->column_count == 0)
        *out.at++ = '{';
    for (Column *column = writer->columns, *end = column + writer->column_count; column < end; column++) {
        out.at = write_label(out.at, *column);
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
