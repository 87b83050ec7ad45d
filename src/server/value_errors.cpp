#include "errors.hpp"

namespace kp {

void raise_value_malformed(Oid type) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
                    errmsg("invalid value of type %s in cursor", format_type_be(type)),
                    errdetail("The bytes that the cursor carries are not a value of this type."),
                    errhint("Start again without a cursor.")));
    pg_unreachable();
}

void raise_value_pseudo_type(Oid type) {
    ereport(ERROR,
            (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
             errmsg("cannot order by a column of pseudo-type %s", format_type_be(type)),
             errdetail("A cursor carries the values of its ordering, and this type's values cannot be read back."),
             errhint("Order by a column of another type, or cast it in a view.")));
    pg_unreachable();
}

void raise_value_not_json(Oid type, const char *expected) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
                    errmsg("invalid position value for type %s", format_type_be(type)),
                    errdetail("Expected %s, or a string with the text form of the type.", expected),
                    errhint("Give what keyset_cursor_decode or to_jsonb of the row gives.")));
    pg_unreachable();
}

void raise_jsonb_corrupt() {
    ereport(ERROR, (errcode(ERRCODE_DATA_CORRUPTED), errmsg("a value of type jsonb is corrupt"),
                    errdetail("It holds an entry of no known kind."),
                    errhint("Find the row by reading it alone, and restore it.")));
    pg_unreachable();
}

} // namespace kp
