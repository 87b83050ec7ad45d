// What a column's values are and how they are written: the decisions of the row writer.
#pragma once

#include "json_time.hpp"
#include "json_value.hpp"

namespace kp {

// How the values of a type are written. The categories are those of the server's json_categorize_type; the types that
// fill tables have a way of their own within them.
enum class JsonKind : uint8 {
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
    enumeration,
    array,  // of any kind of element
    output, // the type's output function, escaped
    server  // the server's to_json: composites, types with a cast to json
};

struct EnumLabels;

struct JsonColumn {
    const char *label; // {"name": or ,"name": with room behind it for whole vectors
    uint32 label_length;
    int index; // in the slot
    JsonKind kind;
    bool on_casts; // the kind rests on the casts of the database and may change with them
    Oid type;
    TimeCache time;
    FmgrInfo function;   // of the kinds enumeration and output the output function, of array and server to_json
    EnumLabels *labels;  // of the kind enumeration
    JsonColumn *element; // of the kind array: how elements are written; without label
    int16 length;        // of an element: its type's length, passing and alignment
    bool by_value;
    char alignment;
};
static_assert(std::is_trivially_destructible_v<JsonColumn>);

// Decides how column's values are written, from its type. May be called again; what it allocates in context is used
// again then.
void json_column_decide(JsonColumn &column, MemoryContext context);

// Whether the server writes a type through a cast of its own to json: no type that comes with the server has one.
bool has_cast_to_json(Oid base_type);

// Counts the changes of pg_cast. A cast to json that is made or dropped changes how its type is written, and a kept
// plan does not notice: decide again when the number has moved and on_casts is set.
uint64 json_cast_changes();

// Writes an enum's value or an array. In json_column.cpp's neighbours, because they are long.
void json_out_enum(JsonOut &out, JsonColumn &column, Oid value);
void json_out_array(JsonOut &out, JsonColumn &column, Datum value);

// A cache of labels, empty.
EnumLabels *json_enum_labels_create(MemoryContext context);

// The most bytes a value of this kind takes, the json_slack aside; 0 where json_out_ensure is asked for each value.
std::size_t json_fixed_size(JsonKind kind);

// Writes a value that is not NULL. The caller has seen to json_fixed_size bytes of room.
void json_out_value(JsonOut &out, JsonColumn &column, Datum value);

} // namespace kp
