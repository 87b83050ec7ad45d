#include "values.hpp"

#include "errors.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

namespace kp {

static_assert(std::is_trivially_destructible_v<ValueCodec>);

namespace {

using Form = ValueCodec::Form;

// --- the fixed settings ---------------------------------------------------------------------------------------------

struct FixedSetting {
    const char *name;
    const char *value;
    bool (*in_force)();
};

// Temporary objects come last in the path: named explicitly, they cannot shadow a name of pg_catalog, so no session's
// temporary table changes how another object's name is written.
constexpr char fixed_search_path[] = "pg_catalog, pg_temp";

// Every setting that input or output functions of core or contrib look at. Looking at the variables behind them costs
// next to nothing; setting one costs microseconds, and the path makes the server look names up anew.
constexpr FixedSetting fixed_settings[] = {
    {"DateStyle", "ISO, MDY", [] { return DateStyle == USE_ISO_DATES && DateOrder == DATEORDER_MDY; }},
    {"IntervalStyle", "postgres", [] { return IntervalStyle == INTSTYLE_POSTGRES; }},
    {"TimeZone", "UTC", [] { return std::strcmp(pg_get_timezone_name(session_timezone), "UTC") == 0; }},
    {"extra_float_digits", "3", [] { return extra_float_digits == 3; }},
    {"bytea_output", "hex", [] { return bytea_output == BYTEA_OUTPUT_HEX; }},
    {"lc_monetary", "C", [] { return std::strcmp(locale_monetary, "C") == 0; }},
    {"array_nulls", "on", [] { return Array_nulls; }},
    {"quote_all_identifiers", "off", [] { return !quote_all_identifiers; }},
    {"xmloption", "content", [] { return xmloption == XMLOPTION_CONTENT; }},
    {"search_path", fixed_search_path, [] { return std::strcmp(namespace_search_path, fixed_search_path) == 0; }},
};

// --- which form a type takes ----------------------------------------------------------------------------------------

Form form_of_type(Oid base_type) {
    switch (base_type) {
    case BOOLOID:
    case CHAROID:
    case INT2OID:
    case INT4OID:
    case INT8OID:
    case OIDOID:
    case DATEOID:
    case TIMEOID:
    case TIMESTAMPOID:
    case TIMESTAMPTZOID:
    case MONEYOID:
    case PG_LSNOID:
    case XID8OID:
        return Form::integer;
    case FLOAT4OID:
    case FLOAT8OID:
        return Form::float_bits;
    case TIMETZOID:
        return Form::time_zoned;
    case INTERVALOID:
        return Form::interval;
    case UUIDOID:
    case MACADDROID:
    case MACADDR8OID:
        return Form::raw_fixed;
    case NAMEOID:
        return Form::name;
    case BYTEAOID:
        return Form::raw_bytes;
    default:
        return Form::text;
    }
}

// False only where it is known that neither input nor output of the type looks at a setting. All that is worth the
// list are types that are likely to be keys: the others are merely slower.
bool text_depends_on_settings(Oid base_type) {
    switch (base_type) {
    case BOOLOID:
    case CHAROID:
    case INT2OID:
    case INT4OID:
    case INT8OID:
    case OIDOID:
    case NUMERICOID:
    case PG_LSNOID:
    case XID8OID:
    case UUIDOID:
    case MACADDROID:
    case MACADDR8OID:
    case NAMEOID:
    case INETOID:
    case CIDROID:
    case BITOID:
    case VARBITOID:
    case TSVECTOROID:
    case JSONBOID:
    case TIDOID:
    case INT2VECTOROID:
    case OIDVECTOROID:
        return false;
    default:
        return get_typtype(base_type) != TYPTYPE_ENUM;
    }
}

// --- big-endian integers --------------------------------------------------------------------------------------------

void append_integer(StringInfo out, std::uint64_t value, int width) {
    char bytes[8];
    for (int i = width - 1; i >= 0; i--) {
        bytes[i] = std::bit_cast<char>(static_cast<std::uint8_t>(value & 0xFF));
        value >>= 8;
    }
    appendBinaryStringInfo(out, bytes, width);
}

std::uint64_t read_unsigned(Bytes bytes, int offset, int width) {
    std::uint64_t value = 0;
    for (int i = 0; i < width; i++)
        value = value << 8 | bytes[static_cast<std::size_t>(offset + i)];
    return value;
}

std::int64_t read_int64(Bytes bytes, int offset) {
    return static_cast<std::int64_t>(read_unsigned(bytes, offset, 8));
}

std::int32_t read_int32(Bytes bytes, int offset) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(read_unsigned(bytes, offset, 4)));
}

void append_bytes(StringInfo out, const char *data, std::size_t size) {
    appendBinaryStringInfo(out, data, static_cast<int>(size));
}

const char *chars(Bytes bytes) {
    return bytes.empty() ? "" : static_cast<const char *>(static_cast<const void *>(bytes.data()));
}

int int_size(Bytes bytes) {
    return static_cast<int>(bytes.size());
}

// --- the binary forms -----------------------------------------------------------------------------------------------

void encode_integer(const ValueCodec &codec, Datum value, StringInfo out) {
    switch (codec.typlen) {
    case 1: // bool and "char": a Datum's upper bytes are not theirs
        append_integer(out, static_cast<std::uint8_t>(DatumGetChar(value)), 1);
        break;
    case 2:
        append_integer(out, static_cast<std::uint16_t>(DatumGetInt16(value)), 2);
        break;
    case 4:
        append_integer(out, static_cast<std::uint32_t>(DatumGetInt32(value)), 4);
        break;
    default:
        append_integer(out, static_cast<std::uint64_t>(DatumGetInt64(value)), 8);
        break;
    }
}

// Whether an integer that came out of bytes is a value of the type at all.
bool is_in_range(Oid base_type, std::int64_t value) {
    switch (base_type) {
    case BOOLOID:
        return value == 0 || value == 1;
    case DATEOID: {
        const auto date = static_cast<DateADT>(value);
        return DATE_NOT_FINITE(date) || IS_VALID_DATE(date);
    }
    case TIMEOID:
        return value >= 0 && value <= USECS_PER_DAY;
    case TIMESTAMPOID:
    case TIMESTAMPTZOID:
        return TIMESTAMP_NOT_FINITE(value) || IS_VALID_TIMESTAMP(value);
    default:
        return true;
    }
}

Datum decode_integer(const ValueCodec &codec, Bytes bytes) {
    const std::uint64_t raw = read_unsigned(bytes, 0, codec.typlen);
    std::int64_t value;
    switch (codec.typlen) {
    case 1:
        value = static_cast<std::int64_t>(raw);
        break;
    case 2:
        value = static_cast<std::int16_t>(static_cast<std::uint16_t>(raw));
        break;
    case 4:
        value = static_cast<std::int32_t>(static_cast<std::uint32_t>(raw));
        break;
    default:
        value = static_cast<std::int64_t>(raw);
        break;
    }
    if (!is_in_range(codec.base_type, value))
        raise_value_malformed(codec.type);
    switch (codec.typlen) {
    case 1:
        return codec.base_type == BOOLOID ? BoolGetDatum(value != 0) : CharGetDatum(static_cast<char>(value));
    case 2:
        return Int16GetDatum(static_cast<std::int16_t>(value));
    case 4:
        return codec.base_type == OIDOID ? ObjectIdGetDatum(static_cast<Oid>(raw))
                                         : Int32GetDatum(static_cast<std::int32_t>(value));
    default:
        return Int64GetDatum(value);
    }
}

// All NaNs are one value to the server, so they are one byte string here. The two zeros are not.
constexpr std::uint32_t nan_bits_4 = 0x7FC00000U;
constexpr std::uint64_t nan_bits_8 = 0x7FF8000000000000U;

void encode_float(const ValueCodec &codec, Datum value, StringInfo out) {
    if (codec.typlen == 4) {
        const float4 number = DatumGetFloat4(value);
        append_integer(out, number != number ? nan_bits_4 : std::bit_cast<std::uint32_t>(number), 4);
    } else {
        const float8 number = DatumGetFloat8(value);
        append_integer(out, number != number ? nan_bits_8 : std::bit_cast<std::uint64_t>(number), 8);
    }
}

Datum decode_float(const ValueCodec &codec, Bytes bytes) {
    if (codec.typlen == 4)
        return Float4GetDatum(std::bit_cast<float4>(static_cast<std::uint32_t>(read_unsigned(bytes, 0, 4))));
    return Float8GetDatum(std::bit_cast<float8>(read_unsigned(bytes, 0, 8)));
}

constexpr int time_zoned_size = 12;
constexpr int interval_size = 16;

Datum decode_time_zoned(const ValueCodec &codec, Bytes bytes) {
    const std::int64_t time = read_int64(bytes, 0);
    const std::int32_t zone = read_int32(bytes, 8);
    if (time < 0 || time > USECS_PER_DAY || zone <= -TZDISP_LIMIT || zone >= TZDISP_LIMIT)
        raise_value_malformed(codec.type);
    auto *result = static_cast<TimeTzADT *>(palloc0(static_cast<std::size_t>(codec.typlen)));
    result->time = time;
    result->zone = zone;
    return TimeTzADTPGetDatum(result);
}

Datum decode_interval(Bytes bytes) {
    auto *result = static_cast<Interval *>(palloc0(sizeof(Interval)));
    result->time = read_int64(bytes, 0);
    result->day = read_int32(bytes, 8);
    result->month = read_int32(bytes, 12);
    return IntervalPGetDatum(result);
}

Datum decode_varlena(Bytes bytes) {
    auto *result = static_cast<varlena *>(palloc(bytes.size() + VARHDRSZ));
    SET_VARSIZE(result, bytes.size() + VARHDRSZ);
    if (!bytes.empty())
        std::memcpy(VARDATA(result), bytes.data(), bytes.size());
    return PointerGetDatum(result);
}

// Characters from outside must be the database encoding's before any text function sees them. No NUL passes.
void check_encoding(Bytes bytes) {
    pg_verifymbstr(chars(bytes), int_size(bytes), false);
}

// How many bytes a value of the form has, or -1 when that varies.
int fixed_size(const ValueCodec &codec) {
    switch (codec.form) {
    case Form::integer:
    case Form::float_bits:
    case Form::raw_fixed:
        return codec.typlen;
    case Form::time_zoned:
        return time_zoned_size;
    case Form::interval:
        return interval_size;
    default:
        return -1;
    }
}

} // namespace

int fixed_settings_push() {
    int nest_level = 0;
    for (const FixedSetting &setting : fixed_settings) {
        if (setting.in_force())
            continue;
        if (nest_level == 0)
            nest_level = NewGUCNestLevel();
        set_config_option(setting.name, setting.value, PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
    }
    return nest_level;
}

void fixed_settings_pop(int nest_level) {
    if (nest_level != 0)
        AtEOXact_GUC(true, nest_level);
}

void value_codec_init(ValueCodec &codec, Oid type, MemoryContext context) {
    codec = {};
    codec.type = type;
    codec.base_type = getBaseType(type);
    if (get_typtype(codec.base_type) == TYPTYPE_PSEUDO)
        raise_value_pseudo_type(type);
    get_typlenbyval(codec.base_type, &codec.typlen, &codec.typbyval);
    codec.form = form_of_type(codec.base_type);

    Oid output;
    Oid input;
    bool is_varlena;
    Oid described_as = codec.base_type;
    // The short names of overloaded functions and operators cannot be read back; the long ones, of the same values,
    // can.
    if (described_as == REGPROCOID)
        described_as = REGPROCEDUREOID;
    else if (described_as == REGOPEROID)
        described_as = REGOPERATOROID;
    getTypeOutputInfo(described_as, &output, &is_varlena);
    getTypeInputInfo(described_as, &input, &codec.input_param);
    fmgr_info_cxt(output, &codec.output, context);
    fmgr_info_cxt(input, &codec.input, context);

    // text, varchar's and bpchar's output, and what citext and its like declare over the same C functions
    if (codec.base_type == VARCHAROID || codec.base_type == BPCHAROID ||
        (codec.output.fn_addr == textout && codec.input.fn_addr == textin && codec.typlen == -1))
        codec.form = Form::raw_text;
    codec.depends_on_settings = codec.form != Form::raw_text && text_depends_on_settings(codec.base_type);
}

char *value_to_text(ValueCodec &codec, Datum value) {
    if (!codec.depends_on_settings)
        return OutputFunctionCall(&codec.output, value);
    const int nest_level = fixed_settings_push();
    char *text = OutputFunctionCall(&codec.output, value);
    fixed_settings_pop(nest_level);
    return text;
}

Datum value_from_text(ValueCodec &codec, char *text) {
    const int nest_level = codec.depends_on_settings ? fixed_settings_push() : 0;
    Datum value;
    // A short name is what to_jsonb gives for these two; the codec's own functions are the long names'.
    if ((codec.base_type == REGPROCOID || codec.base_type == REGOPEROID) && std::strchr(text, '(') == nullptr)
        value = OidInputFunctionCall(codec.base_type == REGPROCOID ? F_REGPROCIN : F_REGOPERIN, text, InvalidOid, -1);
    else
        value = InputFunctionCall(&codec.input, text, codec.input_param, -1);
    fixed_settings_pop(nest_level);
    return value;
}

void value_encode(ValueCodec &codec, Datum value, StringInfo out) {
    switch (codec.form) {
    case Form::integer:
        encode_integer(codec, value, out);
        break;
    case Form::float_bits:
        encode_float(codec, value, out);
        break;
    case Form::time_zoned: {
        const TimeTzADT *time = DatumGetTimeTzADTP(value);
        append_integer(out, static_cast<std::uint64_t>(time->time), 8);
        append_integer(out, static_cast<std::uint32_t>(time->zone), 4);
        break;
    }
    case Form::interval: {
        const Interval *interval = DatumGetIntervalP(value);
        append_integer(out, static_cast<std::uint64_t>(interval->time), 8);
        append_integer(out, static_cast<std::uint32_t>(interval->day), 4);
        append_integer(out, static_cast<std::uint32_t>(interval->month), 4);
        break;
    }
    case Form::raw_fixed:
        append_bytes(out, static_cast<const char *>(DatumGetPointer(value)), static_cast<std::size_t>(codec.typlen));
        break;
    case Form::name: {
        const char *name = NameStr(*DatumGetName(value));
        append_bytes(out, name, strnlen(name, NAMEDATALEN));
        break;
    }
    case Form::raw_bytes:
    case Form::raw_text: {
        varlena *original = static_cast<varlena *>(static_cast<void *>(DatumGetPointer(value)));
        varlena *plain = pg_detoast_datum_packed(original);
        append_bytes(out, VARDATA_ANY(plain), VARSIZE_ANY_EXHDR(plain));
        if (plain != original)
            pfree(plain);
        break;
    }
    case Form::text: {
        char *text = value_to_text(codec, value);
        append_bytes(out, text, std::strlen(text));
        pfree(text);
        break;
    }
    }
}

Datum value_decode(ValueCodec &codec, Bytes bytes) {
    const int size = fixed_size(codec);
    if (size >= 0 && bytes.size() != static_cast<std::size_t>(size))
        raise_value_malformed(codec.type);
    switch (codec.form) {
    case Form::integer:
        return decode_integer(codec, bytes);
    case Form::float_bits:
        return decode_float(codec, bytes);
    case Form::time_zoned:
        return decode_time_zoned(codec, bytes);
    case Form::interval:
        return decode_interval(bytes);
    case Form::raw_fixed: {
        void *result = palloc(bytes.size());
        std::memcpy(result, bytes.data(), bytes.size());
        return PointerGetDatum(result);
    }
    case Form::name: {
        if (bytes.size() >= NAMEDATALEN)
            raise_value_malformed(codec.type);
        check_encoding(bytes);
        auto *result =
            static_cast<Name>(palloc0(NAMEDATALEN)); // the type's comparison ends at a NUL, its hash does not
        if (!bytes.empty())
            std::memcpy(NameStr(*result), bytes.data(), bytes.size());
        return NameGetDatum(result);
    }
    case Form::raw_text:
        check_encoding(bytes);
        return decode_varlena(bytes);
    case Form::raw_bytes:
        return decode_varlena(bytes);
    case Form::text:
        break;
    }
    check_encoding(bytes);
    return value_from_text(codec, pnstrdup(chars(bytes), bytes.size()));
}

} // namespace kp
