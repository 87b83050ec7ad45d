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
        integer,    // bool, "char", int2, int4, int8, oid, date, time, timestamp(tz), money, pg_lsn, xid8: big-endian
        float_bits, // float4, float8: IEEE 754 bits, big-endian; one pattern for NaN
        time_zoned, // timetz: eight bytes of time, four of zone
        interval,   // eight bytes of time, four of days, four of months, so that '1 mon' is not '30 days'
        raw_fixed,  // uuid, macaddr, macaddr8: the payload itself, as long as the type
        name,       // name: up to its end, server encoding
        raw_bytes,  // bytea: the payload itself
        raw_text,   // text, varchar, bpchar, citext and whatever else shares text's input and output: server encoding
        text,       // everything else: the type's own output under the fixed settings
    };
    Oid type;      // as declared, possibly a domain
    Oid base_type; // the domain's base, or type
    Form form;
    std::int16_t typlen;
    bool typbyval;
    bool depends_on_settings; // whether the type's input and output may look at any setting
    FmgrInfo output;
    FmgrInfo input;
    Oid input_param;
};

// Fills codec for type. FmgrInfo memory goes to context. A pseudo-type (0A000) has no values to carry.
void value_codec_init(ValueCodec &codec, Oid type, MemoryContext context);

// Appends the canonical bytes of value (not NULL; may be toasted) to out. Allocates in the current context.
void value_encode(ValueCodec &codec, Datum value, StringInfo out);

// The value that bytes stand for, allocated in the current context. A byte string that the type
// does not accept raises the type's own error, or 22P03 for the binary forms. Constraints of a domain are
// not looked at: the value may have been stored before they were.
Datum value_decode(ValueCodec &codec, Bytes bytes);

// The text form under the fixed settings; what a position's JSON holds is read with value_from_text. Both switch
// to the fixed settings themselves where the type depends on any.
char *value_to_text(ValueCodec &codec, Datum value);
Datum value_from_text(ValueCodec &codec, char *text);

// Switches to the settings under which values are written and read (ISO dates, UTC, shortest exact floats, hex bytea,
// "C" money, pg_catalog search path, …) until fixed_settings_pop. An error in between undoes it with its transaction.
// Cheap when all of them are in force already, as within another pair.
int fixed_settings_push();
void fixed_settings_pop(int nest_level);

// Appends value as JSON to a position: exactly what to_jsonb(row) gives under the fixed settings, but for what JSON
// would lose. That is written so that value_from_jsonb gets the very same value back:
//   - a float's negative zero is the string "-0";
//   - an array or a composite that its JSON does not bring back whole (another lower bound than 1, a negative zero in
//   it,
//     a type with a cast to json of its own …) is a string with its text form, and so is any type with such a cast;
//   - a jsonb null is {"$jsonb": null}, since null stands for SQL's NULL, and an object of that shape is wrapped once
//   more.
// Called between fixed_settings_push and _pop.
void value_push_jsonb(ValueCodec &codec, Datum value, bool is_null, compat::JsonbBuilder &builder);

// The value of a member of a position: what value_push_jsonb or to_jsonb(row) wrote.
// member is not jbvNull. Called between fixed_settings_push and _pop.
Datum value_from_jsonb(ValueCodec &codec, JsonbValue *member);

} // namespace kp
