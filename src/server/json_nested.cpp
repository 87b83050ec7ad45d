// Enums, whose labels are kept as JSON, and arrays, whose elements are written one by one.
#include "json_column.hpp"

namespace kp {

namespace {

constexpr uint32 label_places = 8;
constexpr std::size_t label_room = 64; // a multiple of 16, see json_copy_short

// Counts the changes of pg_enum: a label can be renamed.
uint64 enum_changes = 1;

void enums_changed(Datum, compat::CacheId, uint32) {
    enum_changes++;
}

} // namespace

// The labels met last, as JSON. A value's place follows from its OID: those of one type mostly have OIDs in a row, and
// even ones.
struct EnumLabels {
    uint64 changes;
    struct Label {
        Oid value;
        uint32 length;
        char text[label_room];
    } places[label_places];
};

EnumLabels *json_enum_labels_create(MemoryContext context) {
    static bool watching = false;
    if (!watching) {
        CacheRegisterSyscacheCallback(ENUMOID, enums_changed, Datum{0});
        watching = true;
    }
    return static_cast<EnumLabels *>(MemoryContextAllocZero(context, sizeof(EnumLabels)));
}

void json_out_enum(JsonOut &out, JsonColumn &column, Oid value) {
    EnumLabels &labels = *column.labels;
    if (labels.changes != enum_changes) [[unlikely]] {
        for (EnumLabels::Label &label : labels.places)
            label.value = InvalidOid;
        labels.changes = enum_changes;
    }
    EnumLabels::Label &label = labels.places[value / 2 % label_places];
    if (label.value != value || !OidIsValid(value)) [[unlikely]] {
        // Reading the label may take in changes, this one's among them; then the next value finds another number.
        char *text = OutputFunctionCall(&column.function, ObjectIdGetDatum(value));
        char *const begin = out.at; // json_fixed_size has seen to the room
        *out.at++ = '"';
        out.at = json_escape(out.at, text, std::strlen(text));
        *out.at++ = '"';
        pfree(text);
        const std::size_t length = static_cast<std::size_t>(out.at - begin);
        if (length > label_room)
            return;
        std::memcpy(label.text, begin, length);
        label.length = static_cast<uint32>(length);
        label.value = value;
        return;
    }
    out.at = json_copy_short(out.at, label.text, label.length);
}

// --- arrays -----------------------------------------------------------------------------------

namespace {

// The place in an array that is being written, element after element in storage order.
struct ArrayWalk {
    JsonColumn *element;
    std::size_t element_room;
    const int *lengths; // of the dimensions
    int dimensions;
    char *data;
    const uint8 *nulls; // nullptr if there are none
    int null_bit;
};

void out_element(JsonOut &out, ArrayWalk &walk) {
    bool is_null = false;
    if (walk.nulls != nullptr) {
        is_null = (*walk.nulls & walk.null_bit) == 0;
        walk.null_bit <<= 1;
        if (walk.null_bit == 0x100) {
            walk.nulls++;
            walk.null_bit = 1;
        }
    }
    JsonColumn &element = *walk.element;
    json_out_ensure(out, walk.element_room);
    if (is_null) {
        std::memcpy(out.at, "null", 4);
        out.at += 4;
        return;
    }
    json_out_value(out, element, fetch_att(walk.data, element.by_value, element.length));
    walk.data = att_addlength_pointer(walk.data, element.length, walk.data);
    walk.data = reinterpret_cast<char *>(att_align_nominal(walk.data, element.alignment));
}

void out_dimension(JsonOut &out, ArrayWalk &walk, int dimension) {
    const int length = walk.lengths[dimension];
    json_out_bytes(out, "[", 1);
    for (int i = 0; i < length; i++) {
        if (i > 0)
            json_out_bytes(out, ",", 1);
        if (dimension + 1 == walk.dimensions)
            out_element(out, walk);
        else
            out_dimension(out, walk, dimension + 1);
    }
    json_out_bytes(out, "]", 1);
}

} // namespace

void json_out_array(JsonOut &out, JsonColumn &column, Datum value) {
    ArrayType *array = DatumGetArrayTypeP(value);
    JsonColumn &element = *column.element;
    if (ARR_ELEMTYPE(array) != element.type) [[unlikely]] {
        const Datum json = FunctionCall1(&column.function, value);
        json_out_bytes(out, VARDATA_ANY(DatumGetPointer(json)), VARSIZE_ANY_EXHDR(DatumGetPointer(json)));
        return;
    }
    if (ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array)) <= 0) {
        json_out_bytes(out, "[]", 2);
    } else {
        ArrayWalk walk{&element,
                       Max(json_fixed_size(element.kind), std::size_t{4}),
                       ARR_DIMS(array),
                       ARR_NDIM(array),
                       ARR_DATA_PTR(array),
                       ARR_NULLBITMAP(array),
                       1};
        out_dimension(out, walk, 0);
    }
    if (reinterpret_cast<const void *>(array) != DatumGetPointer(value))
        pfree(array);
}

} // namespace kp
