#include "values.hpp"

#include "errors.hpp"
#include "json_column.hpp"

#include <cstring>

namespace kp {

namespace {

// The one member of the object that stands for a jsonb value which JSON has no other room for.
constexpr char escape_name[] = "$jsonb";

// The column name in the one-column record through which the server's own JSON reader is reached. Its hints name it.
constexpr char record_column[] = "value";

JsonbValue string_value(const char *text, std::size_t size) {
    JsonbValue value;
    value.type = jbvString;
    value.val.string.val = const_cast<char *>(text);
    value.val.string.len = static_cast<int>(size);
    return value;
}

JsonbValue string_value(const char *text) {
    return string_value(text, std::strlen(text));
}

bool is_vector_type(Oid base_type) {
    return base_type == INT2VECTOROID || base_type == OIDVECTOROID;
}

bool is_container_type(Oid base_type) {
    return OidIsValid(get_element_type(base_type)) || type_is_rowtype(base_type);
}

// --- writing --------------------------------------------------------------------------------------------------------

// to_jsonb(value), by its own function: an expression node tells it the type, as the executor would.
Jsonb *to_jsonb_value(Oid type, Datum value) {
    FuncExpr *call = makeFuncExpr(F_TO_JSONB, JSONBOID, list_make1(makeNullConst(type, -1, InvalidOid)), InvalidOid,
                                  InvalidOid, COERCE_EXPLICIT_CALL);
    FmgrInfo function;
    fmgr_info(F_TO_JSONB, &function);
    fmgr_info_set_expr(static_cast<Node *>(static_cast<void *>(call)), &function);
    return DatumGetJsonbP(FunctionCall1(&function, value));
}

// A view of the whole of jb, good as a member or an element.
JsonbValue whole_value(Jsonb *jb) {
    JsonbValue value;
    if (!JB_ROOT_IS_SCALAR(jb) || !JsonbExtractScalar(&jb->root, &value)) {
        value.type = jbvBinary;
        value.val.binary.data = &jb->root;
        value.val.binary.len = static_cast<int>(VARSIZE(jb)) - VARHDRSZ;
    }
    return value;
}

// Whether the server's JSON reader takes what to_jsonb makes of the type's values without an error (whether it makes
// the same of it is another question). It stumbles over arrays whose elements look like arrays themselves, over
// types whose own cast to json is no text of theirs, and over short names of overloaded functions.
bool json_form_is_readable(Oid type) {
    check_stack_depth();
    type = getBaseType(type);
    if (is_vector_type(type) || type == REGPROCOID || type == REGOPEROID)
        return false;
    if (const Oid element = get_element_type(type); OidIsValid(element)) {
        const Oid element_base = getBaseType(element);
        return !OidIsValid(get_element_type(element_base)) && element_base != JSONOID && element_base != JSONBOID &&
               json_form_is_readable(element_base);
    }
    if (!type_is_rowtype(type))
        return !has_cast_to_json(type);
    if (type == RECORDOID)
        return false;
    TupleDesc descriptor = lookup_rowtype_tupdesc(type, -1);
    bool readable = true;
    for (int i = 0; readable && i < descriptor->natts; i++) {
        const FormData_pg_attribute *attribute = TupleDescAttr(descriptor, i);
        readable = attribute->attisdropped || json_form_is_readable(attribute->atttypid);
    }
    ReleaseTupleDesc(descriptor);
    return readable;
}

bool same_text(ValueCodec &codec, Datum a, Datum b) {
    return std::strcmp(value_to_text(codec, a), value_to_text(codec, b)) == 0;
}

bool is_escaped_jsonb(JsonbContainer *object, JsonbValue *inner) {
    if (!JsonContainerIsObject(object) || JsonContainerSize(object) != 1)
        return false;
    return getKeyJsonValueFromContainer(object, escape_name, static_cast<int>(std::strlen(escape_name)), inner) !=
           nullptr;
}

void push_jsonb_type(Jsonb *jb, compat::JsonbBuilder &builder) {
    JsonbValue value = whole_value(jb);
    JsonbValue inner;
    if (value.type != jbvNull && !(value.type == jbvBinary && is_escaped_jsonb(value.val.binary.data, &inner)))
        return compat::jsonb_push(builder, WJB_VALUE, &value);
    compat::jsonb_push(builder, WJB_BEGIN_OBJECT, nullptr);
    JsonbValue name = string_value(escape_name);
    compat::jsonb_push(builder, WJB_KEY, &name);
    compat::jsonb_push(builder, WJB_VALUE, &value);
    compat::jsonb_push(builder, WJB_END_OBJECT, nullptr);
}

bool is_negative_zero(Oid base_type, Datum value) {
    if (base_type == FLOAT4OID)
        return DatumGetFloat4(value) == 0 && __builtin_signbit(DatumGetFloat4(value));
    return base_type == FLOAT8OID && DatumGetFloat8(value) == 0 && __builtin_signbit(DatumGetFloat8(value));
}

// --- reading --------------------------------------------------------------------------------------------------------

// value_from_jsonb for an array or a composite type, whose member is an array or an object: a record of that one column
// is filled by jsonb_populate_record. NULL is no possible result, as member is not null.
Datum populate_value(Oid base_type, JsonbValue *member) {
    TupleDesc descriptor = CreateTemplateTupleDesc(1);
    TupleDescInitEntry(descriptor, 1, record_column, base_type, -1, 0);
    descriptor = BlessTupleDesc(descriptor);
    Datum column = 0;
    bool is_null = true;
    HeapTuple empty = heap_form_tuple(descriptor, &column, &is_null);

    compat::JsonbBuilder builder;
    compat::jsonb_push(builder, WJB_BEGIN_OBJECT, nullptr);
    JsonbValue name = string_value(record_column);
    compat::jsonb_push(builder, WJB_KEY, &name);
    compat::jsonb_push(builder, WJB_VALUE, member);
    compat::jsonb_push(builder, WJB_END_OBJECT, nullptr);
    Jsonb *object = compat::jsonb_built(builder);

    FuncExpr *call =
        makeFuncExpr(F_JSONB_POPULATE_RECORD, RECORDOID,
                     list_make2(makeNullConst(RECORDOID, -1, InvalidOid), makeNullConst(JSONBOID, -1, InvalidOid)),
                     InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
    FmgrInfo function;
    fmgr_info(F_JSONB_POPULATE_RECORD, &function);
    fmgr_info_set_expr(static_cast<Node *>(static_cast<void *>(call)), &function);
    HeapTupleHeader filled =
        compat::composite_header(FunctionCall2(&function, HeapTupleGetDatum(empty), JsonbPGetDatum(object)));

    HeapTupleData tuple = {};
    tuple.t_len = HeapTupleHeaderGetDatumLength(filled);
    tuple.t_data = filled;
    heap_deform_tuple(&tuple, descriptor, &column, &is_null);
    return column;
}

// The text of a scalar, or the JSON of anything else.
char *member_text(JsonbValue *member) {
    switch (member->type) {
    case jbvString:
        return pnstrdup(member->val.string.val, static_cast<Size>(member->val.string.len));
    case jbvNumeric:
        return DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(member->val.numeric)));
    case jbvBool:
        return pstrdup(member->val.boolean ? "true" : "false");
    default: {
        Jsonb *jb = JsonbValueToJsonb(member);
        return JsonbToCString(nullptr, &jb->root, static_cast<int>(VARSIZE(jb)));
    }
    }
}

// '[1, 2]' as the '1 2' that the two vector types read: they count from 0, which the server's JSON reader does not
// know.
char *vector_text(JsonbContainer *array) {
    StringInfoData text;
    initStringInfo(&text);
    for (std::uint32_t i = 0; i < JsonContainerSize(array); i++) {
        JsonbValue *element = getIthJsonbValueFromContainer(array, i);
        appendStringInfo(&text, i == 0 ? "%s" : " %s", member_text(element));
    }
    return text.data;
}

Datum jsonb_from_member(JsonbValue *member) {
    JsonbValue inner;
    if (member->type == jbvBinary && is_escaped_jsonb(member->val.binary.data, &inner))
        return JsonbPGetDatum(JsonbValueToJsonb(&inner));
    return JsonbPGetDatum(JsonbValueToJsonb(member));
}

} // namespace

void value_push_jsonb(ValueCodec &codec, Datum value, bool is_null, compat::JsonbBuilder &builder) {
    if (is_null) {
        JsonbValue null;
        null.type = jbvNull;
        return compat::jsonb_push(builder, WJB_VALUE, &null);
    }
    bool as_text = false;
    switch (codec.base_type) {
    case JSONBOID:
        return push_jsonb_type(DatumGetJsonbP(value), builder);
    case BOOLOID:
    case INT2OID:
    case INT4OID:
    case INT8OID:
    case NUMERICOID:
    case DATEOID:
    case TIMESTAMPOID:
    case TIMESTAMPTZOID:
    case INT2VECTOROID:
    case OIDVECTOROID:
        break;
    case FLOAT4OID:
    case FLOAT8OID:
        as_text = is_negative_zero(codec.base_type, value);
        break;
    default: // to_jsonb writes all that are neither an array nor a row, and have no cast of their own, by their output
        as_text = !is_container_type(codec.base_type) || !json_form_is_readable(codec.base_type);
        break;
    }
    if (!as_text) {
        JsonbValue member = whole_value(to_jsonb_value(codec.base_type, value));
        if (!is_container_type(codec.base_type) || is_vector_type(codec.base_type) ||
            same_text(codec, value, value_from_jsonb(codec, &member)))
            return compat::jsonb_push(builder, WJB_VALUE, &member);
    }
    JsonbValue text = string_value(value_to_text(codec, value));
    return compat::jsonb_push(builder, WJB_VALUE, &text);
}

Datum value_from_jsonb(ValueCodec &codec, JsonbValue *member) {
    if (codec.base_type == JSONBOID)
        return jsonb_from_member(member);
    if (member->type == jbvString)
        return value_from_text(codec, member_text(member));
    const bool is_array = member->type == jbvBinary && JsonContainerIsArray(member->val.binary.data);
    if (is_vector_type(codec.base_type) && is_array)
        return value_from_text(codec, vector_text(member->val.binary.data));
    if (OidIsValid(get_element_type(codec.base_type))) {
        if (!is_array)
            raise_value_not_json(codec.type, "a JSON array");
        return populate_value(codec.base_type, member);
    }
    if (type_is_rowtype(codec.base_type)) {
        if (member->type != jbvBinary || !JsonContainerIsObject(member->val.binary.data))
            raise_value_not_json(codec.type, "a JSON object");
        return populate_value(codec.base_type, member);
    }
    if (member->type == jbvBinary) // of a type with its own cast to json: decode writes such a value as text
        raise_value_not_json(codec.type, "a JSON scalar");
    return value_from_text(codec, member_text(member));
}

} // namespace kp
