// Names for fingerprints and for SQL: always qualified, never OIDs.
#pragma once

#include "../core/fingerprint.hpp"
#include "pg.hpp"

namespace kp {

// Appends bytes behind their length (four bytes, big-endian), so that no two lists of fields give one message.
void message_add(StringInfo message, const char *bytes, int length);
void message_add_text(StringInfo message, const char *text);
void message_add_flag(StringInfo message, bool flag);

// What a type is made of, down to the attributes of composites: names, not numbers. Appends the OIDs of the relations
// behind composites to relations, whose change changes the structure.
void message_add_type_structure(StringInfo message, Oid type, List **relations);

// Schema and name of a type, an operator family; for a collation also its locale and the library's version now.
void message_add_type(StringInfo message, Oid type);
void message_add_opfamily(StringInfo message, Oid opfamily);
void message_add_collation(StringInfo message, Oid collation);

// SHA-256 of the message for a purpose, cut; raises 58000 when libcrypto fails.
Fingerprint message_fingerprint(StringInfo message, const char *purpose);

// What cursors of a relation are bound to: its schema, or pg_temp, and its name. The relation must be there.
Fingerprint relation_fingerprint(Oid relid);

// "schema"."name" of a collation; OPERATOR(schema.name) of an operator.
const char *collation_sql(Oid collation);
const char *operator_sql(Oid op);

// The text of an expression over one relation (varno 1), every name in it qualified as far as the server's own printing
// does it under search_path = pg_catalog. Called under the fixed settings.
char *expression_text(Oid relid, const char *relation_name, Node *expression);

// What the meaning of analysed text rests on: when one of these changes, the text is to be analysed anew.
struct Dependencies {
    List *types;     // OIDs
    List *relations; // OIDs of those that it reads, and of those whose rows it takes apart
    List *functions; // PlanInvalItems
};

// Adds those of a query, and of an expression; in CurrentMemoryContext.
void dependencies_add_query(Dependencies &dependencies, Query *query);
void dependencies_add_expression(Dependencies &dependencies, Node *expression);

// The same text for fingerprints, spelled alike by every major: not SQL.
char *portable_spelling(const char *expression_text);

} // namespace kp
