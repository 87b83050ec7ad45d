// Key values on their way into a cursor and back: a Datum, its canonical bytes, and its JSON form.
//
// The canonical bytes depend on the value and on nothing else: not on DateStyle, TimeZone,
// IntervalStyle, extra_float_digits, bytea_output, lc_monetary, client_encoding or search_path, and
// on no OID, so that they mean the same in another database that has the same types.
#pragma once

#include "../core/span.hpp"
#include "pg.hpp"

namespace kp {

// How the values of one type travel. Trivially destructible; memory is in the context given to
// value_codec_init.
struct ValueCodec {
    enum class Form : std::uint8_t {
        fixed_integer, // bool, "char", int2, int4, int8, oid-free integers, date, timestamp(tz), time, money: big-endian
        float_bits,    // float4, float8: IEEE 754 bits, big-endian
        raw_bytes,     // uuid, bytea, text, varchar, bpchar, name: the payload itself, server encoding
        text,          // everything else: the type's own output under the fixed settings
    };
    Oid type;      // as declared, possibly a domain
    Oid base_type; // the domain's base, or type
    Form form;
    std::int16_t typlen;
    bool typbyval;
    FmgrInfo output;
    FmgrInfo input;
    Oid input_param;
};

// Fills codec for type. FmgrInfo memory goes to context.
void value_codec_init(ValueCodec &codec, Oid type, MemoryContext context);

// Appends the canonical bytes of value (not NULL; may be toasted) to out. Allocates in the current context.
void value_encode(ValueCodec &codec, Datum value, StringInfo out);

// The value that bytes stand for, allocated in the current context. A byte string that the type
// does not accept raises the type's own error, or 22P03 for the binary forms.
Datum value_decode(ValueCodec &codec, Bytes bytes);

// The text form under the fixed settings; what a position's JSON holds is read with value_from_text.
char *value_to_text(ValueCodec &codec, Datum value);
Datum value_from_text(ValueCodec &codec, char *text);

// Switches to the settings under which values are written and read (ISO dates, UTC, shortest exact floats, hex bytea, "C"
// money, pg_catalog search path, …) until fixed_settings_pop. An error in between undoes it with its transaction.
int fixed_settings_push();
void fixed_settings_pop(int nest_level);

// Appends value as JSON to a position: exactly what to_jsonb(row) gives under the fixed settings, but
// a float's negative zero as the string "-0", which jsonb's numbers would lose.
// Called between fixed_settings_push and _pop.
JsonbValue *value_push_jsonb(ValueCodec &codec, Datum value, bool is_null, JsonbParseState **state);

// The value of a member of a position: what value_push_jsonb or to_jsonb(row) wrote.
// member is not jbvNull. Called between fixed_settings_push and _pop.
Datum value_from_jsonb(ValueCodec &codec, JsonbValue *member);

} // namespace kp
