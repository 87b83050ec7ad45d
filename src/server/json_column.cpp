// How a type's values become JSON: the same decisions as the server's json_categorize_type.
#include "json_column.hpp"

namespace kp {

namespace {

uint64 cast_changes = 1;

void casts_changed(Datum, compat::CacheId, uint32) {
    cast_changes++;
}

void watch_casts() {
    static bool watching = false;
    if (watching)
        return;
    CacheRegisterSyscacheCallback(CASTSOURCETARGET, casts_changed, Datum{0});
    watching = true;
}

// Prepares a call of the server's to_json, which learns its argument's type from the expression it is called by.
void prepare_to_json(JsonColumn &column, MemoryContext context) {
    const MemoryContext caller = MemoryContextSwitchTo(context);
    Node *argument = reinterpret_cast<Node *>(makeNullConst(column.type, -1, InvalidOid));
    FuncExpr *call =
        makeFuncExpr(F_TO_JSON, JSONOID, list_make1(argument), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
    fmgr_info(F_TO_JSON, &column.function);
    fmgr_info_set_expr(reinterpret_cast<Node *>(call), &column.function);
    MemoryContextSwitchTo(caller);
}

JsonKind decide_array(JsonColumn &column, Oid element_type, MemoryContext context) {
    if (column.element == nullptr)
        column.element = static_cast<JsonColumn *>(MemoryContextAllocZero(context, sizeof(JsonColumn)));
    JsonColumn &element = *column.element;
    if (element.type == InvalidOid)
        element.time = TimeCache{};
    element.type = element_type;
    json_column_decide(element, context);
    column.on_casts = element.on_casts;
    get_typlenbyvalalign(element_type, &element.length, &element.by_value, &element.alignment);
    prepare_to_json(column, context); // for arrays that say to be of another type
    return JsonKind::array;
}

// A type whose server category is that of its output function.
JsonKind decide_output(JsonColumn &column, Oid base_type, MemoryContext context) {
    switch (base_type) {
    case TEXTOID:
    case VARCHAROID:
    case BPCHAROID:
        return JsonKind::text;
    case NAMEOID:
        return JsonKind::name;
    case OIDOID:
        return JsonKind::oid;
    case UUIDOID:
        return JsonKind::uuid;
    default:
        break;
    }
    Oid output;
    bool is_varlena;
    getTypeOutputInfo(base_type, &output, &is_varlena);
    fmgr_info_cxt(output, &column.function, context);
    if (get_typtype(base_type) == TYPTYPE_ENUM) {
        if (column.labels == nullptr)
            column.labels = json_enum_labels_create(context);
        return JsonKind::enumeration;
    }
    // citext and others of its kind are text under another name.
    return is_varlena && column.function.fn_addr == textout ? JsonKind::text : JsonKind::output;
}

JsonKind decide(JsonColumn &column, MemoryContext context) {
    const Oid base_type = getBaseType(column.type);
    switch (base_type) {
    case BOOLOID:
        return JsonKind::boolean;
    case INT2OID:
        return JsonKind::int2;
    case INT4OID:
        return JsonKind::int4;
    case INT8OID:
        return JsonKind::int8;
    case FLOAT4OID:
        return JsonKind::float4;
    case FLOAT8OID:
        return JsonKind::float8;
    case NUMERICOID:
        return JsonKind::numeric;
    case DATEOID:
        return JsonKind::date;
    case TIMESTAMPOID:
        return JsonKind::timestamp;
    case TIMESTAMPTZOID:
        return JsonKind::timestamptz;
    case JSONOID:
        return JsonKind::json;
    case JSONBOID:
        return JsonKind::jsonb;
    default:
        break;
    }
    const Oid element_type = get_element_type(base_type);
    if (OidIsValid(element_type))
        return decide_array(column, element_type, context);
    bool by_server = base_type == ANYARRAYOID || base_type == ANYCOMPATIBLEARRAYOID || base_type == RECORDARRAYOID ||
                     type_is_rowtype(base_type);
    if (!by_server && base_type >= FirstNormalObjectId) {
        watch_casts();
        column.on_casts = true;
        by_server = has_cast_to_json(base_type);
    }
    if (by_server) {
        prepare_to_json(column, context);
        return JsonKind::server;
    }
    return decide_output(column, base_type, context);
}

} // namespace

bool has_cast_to_json(Oid base_type) {
    Oid function;
    return base_type >= FirstNormalObjectId &&
           find_coercion_pathway(JSONOID, base_type, COERCION_EXPLICIT, &function) == COERCION_PATH_FUNC &&
           OidIsValid(function);
}

uint64 json_cast_changes() {
    return cast_changes;
}

void json_column_decide(JsonColumn &column, MemoryContext context) {
    column.on_casts = false;
    column.kind = decide(column, context);
}

std::size_t json_fixed_size(JsonKind kind) {
    switch (kind) {
    case JsonKind::boolean:
        return 5;
    case JsonKind::int2:
        return 6;
    case JsonKind::int4:
        return 11;
    case JsonKind::int8:
        return 20;
    case JsonKind::oid:
        return 12;
    case JsonKind::float4:
    case JsonKind::float8:
        return 40;
    case JsonKind::uuid:
        return 38;
    case JsonKind::date:
    case JsonKind::timestamp:
    case JsonKind::timestamptz:
        return json_time_max;
    case JsonKind::name:
    case JsonKind::enumeration:
        return json_quoted_max(NAMEDATALEN);
    case JsonKind::numeric:
    case JsonKind::text:
    case JsonKind::json:
    case JsonKind::jsonb:
    case JsonKind::array:
    case JsonKind::output:
    case JsonKind::server:
        break;
    }
    return 0;
}

} // namespace kp
