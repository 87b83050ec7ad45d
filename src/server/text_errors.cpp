// The wording of what is wrong with the caller's text.
#include "errors.hpp"

#include "../core/cursor.hpp"

namespace kp {

void raise_text_not_alone(const char *label) {
    ereport(ERROR, (errcode(ERRCODE_SYNTAX_ERROR), errmsg("syntax error in %s", label),
                    errdetail("order_spec is an ORDER BY list, filter one expression and columns a select list, each "
                              "without any other clause."),
                    errhint("Leave out everything else, a semicolon included.")));
}

void raise_volatile(const char *label) {
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("volatile functions are not allowed in %s", label),
                    errdetail("Two pages would not be pages of the same query."),
                    errhint("Compute the value beforehand and pass it in args.")));
}

void raise_argument_type_unknown(int number) {
    ereport(ERROR,
            (errcode(ERRCODE_INDETERMINATE_DATATYPE), errmsg("could not determine data type of parameter $%d", number),
             errdetail("Nothing in the filter gives it a type."), errhint("Cast it, as in $%d::text.", number)));
}

void raise_argument_pseudo_type(int number, Oid type) {
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                    errmsg("parameter $%d has pseudo-type %s", number, format_type_be(type)),
                    errdetail("A value of args is read by the input function of its type."),
                    errhint("Cast the parameter to a type of its own, as in $%d::type_name.", number)));
}

void raise_parameter_number(int limit) {
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_PARAMETER), errmsg("parameter number in filter is too large"),
                    errdetail("The highest possible is $%d.", limit), errhint("Number the parameters from $1 on.")));
}

void raise_parameter_in_columns() {
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_PARAMETER), errmsg("parameters are not allowed in columns"),
                    errdetail("args are the values of the filter's parameters."),
                    errhint("Write the value into the select list.")));
}

void raise_not_in_columns(int sqlstate, const char *what) {
    ereport(ERROR,
            (errcode(sqlstate), errmsg("%s are not allowed in columns", what),
             errdetail("A page shows its rows one by one."), errhint("Put them into a subquery, or page a view.")));
}

void raise_args_dimensions() {
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("args has more than one dimension"),
             errdetail("args holds the values of $1, $2, … in a row."), errhint("Pass an array of one dimension.")));
}

void raise_args_count(int given, int wanted, bool filtered) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("number of args (%d) does not match the number of parameters in filter (%d)", given, wanted),
                    filtered ? errdetail("The parameters of the filter are $1 to the highest number in it.")
                             : errdetail("There is no filter."),
                    errhint("Pass one value for each parameter, NULL where it is null.")));
}

void raise_order_expression(const char *sql_name) {
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("cannot order by this expression"),
                    errdetail("No index of %s has it as a key.", sql_name),
                    errhint("Order by a column, or create an index on the expression.")));
}

void raise_order_qualifier(const char *reference, const char *sql_name) {
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE), errmsg("order_spec names another relation: %s", reference),
                    errdetail("The page is one of %s.", sql_name), errhint("Name the column alone.")));
}

void raise_order_column(const char *name, const char *sql_name) {
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_COLUMN), errmsg("column \"%s\" does not exist", name),
                    errdetail("order_spec may name the columns of %s.", sql_name),
                    errhint("Check the spelling; a name with capital letters needs double quotes.")));
}

void raise_order_system_column(const char *name) {
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("cannot order by system column \"%s\"", name),
                    errdetail("Its values do not stay with a row."), errhint("Order by a column of your own.")));
}

void raise_order_whole_row() {
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("cannot order by a whole row"),
                    errdetail("An ordering is a list of columns."), errhint("Name the columns.")));
}

void raise_order_constant() {
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("cannot order by a constant or by position"),
                    errdetail("A number in order_spec would stand for a column of the select list."),
                    errhint("Name the column.")));
}

void raise_order_parameter() {
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("parameters are not allowed in order_spec"),
                    errdetail("args are the values of the filter's parameters."), errhint("Name a column.")));
}

void raise_order_too_long(std::size_t limit) {
    ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("order_spec is too long"),
                    errdetail("At most %zu bytes are parsed.", limit), errhint("List the columns, and nothing else.")));
}

void raise_order_using() {
    ereport(ERROR,
            (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("USING is not allowed in order_spec"),
             errdetail("Keys are ordered by the default operator class of their type."), errhint("Use ASC or DESC.")));
}

void raise_too_many_keys() {
    ereport(ERROR, (errcode(ERRCODE_TOO_MANY_COLUMNS), errmsg("ordering has too many keys"),
                    errdetail("At most %zu are possible, the tie-breaker included.", max_keys),
                    errhint("List fewer columns.")));
}

void raise_type_without_order(const char *key, Oid type) {
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_FUNCTION), errmsg("cannot order by \"%s\"", key),
                    errdetail("Type %s has no default btree operator class.", format_type_be(type)),
                    errhint("Order by another column, or by an indexed expression over this one.")));
}

void raise_type_without_collation(const char *key, Oid type) {
    ereport(ERROR,
            (errcode(ERRCODE_DATATYPE_MISMATCH), errmsg("collations are not supported by the type of \"%s\"", key),
             errdetail("The type is %s.", format_type_be(type)), errhint("Leave COLLATE out.")));
}

} // namespace kp
