#include "plan_cache.hpp"

#include "errors.hpp"
#include "names.hpp"
#include "order_spec.hpp"

namespace kp {

// A catalog row that a shape rests on, as invalidation names it.
struct Watch {
    int cache;
    std::uint32_t hash;
};

// The settings that decide what a literal in the caller's text means. The texts are the server's own until they are
// kept.
struct LiteralSettings {
    int date_style;
    int date_order;
    int interval_style;
    const void *zone;
    const char *zone_abbreviations;
    const char *monetary;
    int xml_option;
    bool array_nulls;
    bool backslashes;
};

struct ShapeKey {
    ShapeRequest request;
    bool null_equals; // transform_null_equals
    bool has_literals;
    LiteralSettings literals; // where has_literals
    compat::SearchPath *path; // of a kept key; the one asked for is the current one
    bool from_cursor;
    Fingerprint ordering; // where from_cursor
};

static_assert(std::is_trivially_destructible_v<Shape> && std::is_trivially_destructible_v<ShapeKey>);

namespace {

constexpr int max_shapes = 64;
constexpr int max_plans = 256; // of all shapes together

// By last use. (The server's own list macros are C only.)
Shape *newest = nullptr;
Shape *oldest = nullptr;
int plan_count = 0;
std::uint64_t invalidations = 0; // heard so far, of whatever

void unlink_shape(Shape *shape) {
    (shape->newer != nullptr ? shape->newer->older : newest) = shape->older;
    (shape->older != nullptr ? shape->older->newer : oldest) = shape->newer;
}

void link_newest(Shape *shape) {
    shape->newer = nullptr;
    shape->older = newest;
    (newest != nullptr ? newest->newer : oldest) = shape;
    newest = shape;
}

bool same_text(const TextRef &a, const TextRef &b) {
    return a.length == b.length && (a.data == nullptr) == (b.data == nullptr) &&
           (a.length == 0 || memcmp(a.data, b.data, static_cast<std::size_t>(a.length)) == 0);
}

bool same_literals(const LiteralSettings &a, const LiteralSettings &b) {
    return a.date_style == b.date_style && a.date_order == b.date_order && a.interval_style == b.interval_style &&
           a.zone == b.zone && strcmp(a.zone_abbreviations, b.zone_abbreviations) == 0 &&
           strcmp(a.monetary, b.monetary) == 0 && a.xml_option == b.xml_option && a.array_nulls == b.array_nulls &&
           a.backslashes == b.backslashes;
}

bool answers(const ShapeKey &kept, const ShapeKey &asked) {
    return kept.request.relid == asked.request.relid && kept.request.output == asked.request.output &&
           kept.from_cursor == asked.from_cursor && same_text(kept.request.order_spec, asked.request.order_spec) &&
           same_text(kept.request.filter, asked.request.filter) &&
           same_text(kept.request.columns, asked.request.columns) && kept.ordering == asked.ordering &&
           kept.null_equals == asked.null_equals &&
           (!kept.has_literals || same_literals(kept.literals, asked.literals)) && compat::search_path_is(kept.path);
}

// Whether a string literal may stand in the text.
bool has_literal(const TextRef &text) {
    auto length = static_cast<std::size_t>(text.length);
    return text.data != nullptr &&
           (memchr(text.data, '\'', length) != nullptr || memchr(text.data, '$', length) != nullptr);
}

ShapeKey key_asked_for(const ShapeRequest &request, const Cursor *minted_with) {
    ShapeKey key = {};
    key.request = request;
    key.null_equals = Transform_null_equals;
    key.has_literals = has_literal(request.order_spec) || has_literal(request.filter) || has_literal(request.columns);
    if (key.has_literals)
        key.literals = {DateStyle,
                        DateOrder,
                        IntervalStyle,
                        session_timezone,
                        GetConfigOption("timezone_abbreviations", false, false),
                        locale_monetary,
                        xmloption,
                        Array_nulls,
                        compat::conforming_strings()};
    if (minted_with != nullptr) {
        key.from_cursor = true;
        key.ordering = minted_with->ordering;
    }
    return key;
}

// The callbacks only set flags: they may be called at any lock and in the middle of anything.
void relation_changed(Datum, Oid relid) {
    invalidations++;
    for (Shape *shape = newest; shape != nullptr; shape = shape->older) {
        if (!OidIsValid(relid) || list_member_oid(shape->relations, relid))
            shape->stale = true;
    }
}

void catalog_row_changed(Datum, compat::CacheId cache, uint32 hash) {
    invalidations++;
    for (Shape *shape = newest; shape != nullptr; shape = shape->older) {
        for (int i = 0; i < shape->watch_count; i++) {
            if (shape->watches[i].cache == cache && (hash == 0 || shape->watches[i].hash == hash))
                shape->stale = true;
        }
    }
}

void free_last_plan(Shape &shape) {
    KeptPlan *last = shape.plans[--shape.plan_count];
    plan_count--;
    SPI_freeplan(last->plan);
    pfree(last);
}

// Frees the plan that was used longest ago, of the shape that was. A shape in use keeps its own, but for the one that
// asks: none of its plans is running while it does, unless an outer call uses it too.
void free_oldest_plan(const Shape &asking) {
    for (Shape *shape = oldest; shape != nullptr; shape = shape->newer) {
        if (shape->plan_count > 0 && (shape->pins == 0 || (shape == &asking && shape->pins == 1))) {
            free_last_plan(*shape);
            return;
        }
    }
}

void shape_free(Shape *shape) {
    unlink_shape(shape);
    while (shape->plan_count > 0)
        free_last_plan(*shape);
    MemoryContextDelete(shape->context);
}

bool shape_is_current(const Shape &shape) {
    if (shape.stale)
        return false;
    for (int i = 0; i < shape.plan_count; i++) {
        if (!SPI_plan_is_valid(shape.plans[i]->plan))
            return false;
    }
    return true;
}

// Frees what nobody uses: stale shapes, and the least recently used ones beyond the limit.
void sweep() {
    int kept = 0;
    Shape *older = nullptr;
    for (Shape *shape = newest; shape != nullptr; shape = older) {
        older = shape->older;
        if (shape->pins == 0 && (shape->stale || kept >= max_shapes))
            shape_free(shape);
        else
            kept++;
    }
}

void unpin(void *argument) {
    static_cast<Shape *>(argument)->pins--;
}

// The pin ends with the caller's memory context, so also when an error ends the call.
void pin(Shape *shape) {
    auto *callback = static_cast<MemoryContextCallback *>(palloc(sizeof(MemoryContextCallback)));
    callback->func = unpin;
    callback->arg = shape;
    shape->pins++;
    MemoryContextRegisterResetCallback(CurrentMemoryContext, callback);
}

const char *c_string(const TextRef &text) {
    return text.data == nullptr ? nullptr : pnstrdup(text.data, static_cast<Size>(text.length));
}

TextRef kept_text(const TextRef &text) {
    return {c_string(text), text.length};
}

// In CurrentMemoryContext, with all that it points to.
ShapeKey *keep_key(const ShapeKey &asked) {
    auto *key = static_cast<ShapeKey *>(palloc(sizeof(ShapeKey)));
    *key = asked;
    key->request.order_spec = kept_text(asked.request.order_spec);
    key->request.filter = kept_text(asked.request.filter);
    key->request.columns = kept_text(asked.request.columns);
    if (key->has_literals) {
        key->literals.zone_abbreviations = pstrdup(asked.literals.zone_abbreviations);
        key->literals.monetary = pstrdup(asked.literals.monetary);
    }
    key->path = compat::search_path_copy(CurrentMemoryContext);
    return key;
}

void watch_hash(Shape &shape, int cache, std::uint32_t hash) {
    shape.watches = static_cast<Watch *>(
        shape.watches == nullptr ? palloc(sizeof(Watch))
                                 : repalloc(shape.watches, sizeof(Watch) * static_cast<Size>(shape.watch_count + 1)));
    shape.watches[shape.watch_count++] = {cache, hash};
}

void watch(Shape &shape, int cache, Oid oid) {
    if (OidIsValid(oid))
        watch_hash(shape, cache, GetSysCacheHashValue1(static_cast<SysCacheIdentifier>(cache), ObjectIdGetDatum(oid)));
}

void watch_everything(Shape &shape, Dependencies &texts) {
    for (int k = 0; k < shape.ordering->key_count; k++) {
        const OrderKey &key = shape.ordering->keys[k];
        dependencies_add_expression(texts, key.expression);
        watch(shape, TYPEOID, key.type);
        watch(shape, COLLOID, key.collation);
        watch(shape, OPFAMILYOID, key.opfamily);
    }
    watch(shape, NAMESPACEOID, get_rel_namespace(shape.relation->oid));
    ListCell *cell = nullptr;
    foreach (cell, texts.types)
        watch(shape, TYPEOID, lfirst_oid(cell));
    foreach (cell, texts.functions) {
        auto *item = static_cast<PlanInvalItem *>(lfirst(cell));
        watch_hash(shape, item->cacheId, item->hashValue);
    }
    shape.relations = list_concat_unique_oid(list_copy(shape.relation->relations), texts.relations);
}

bool seek_is_hidden(const RelationInfo &relation, const Ordering &ordering) {
    bool guarded = check_enable_rls(relation.oid, InvalidOid, true) == RLS_ENABLED;
    if (!guarded && relation.kind == RELKIND_VIEW) {
        Relation view = relation_open(relation.oid, NoLock);
        guarded = RelationIsSecurityView(view);
        relation_close(view, NoLock);
    }
    if (!guarded)
        return false;
    for (int k = 0; k < ordering.key_count; k++) {
        const OrderKey &key = ordering.keys[k];
        if (!get_func_leakproof(get_opcode(key.less)) || !get_func_leakproof(get_opcode(key.greater)) ||
            !get_func_leakproof(get_opcode(key.equal)))
            return true;
    }
    return false;
}

// A foreign server is not sent row comparisons. A key that the filter fixes stands elsewhere in the index than in the
// order, and the scan starts at what comes before it. And where the server itself would start at another bound of the
// first column, none may stand beside a row comparison: not of the filter, and not for pruning.
bool needs_single_columns(const Shape &shape) {
    bool single = shape.relation->foreign || (compat::plain_bound_comes_first && shape.relation->partitioned);
    for (int k = 0; k < shape.ordering->key_count && !single; k++) {
        AttrNumber attno = shape.ordering->keys[k].attno;
        single = attno != 0 && (bms_is_member(attno, shape.filter.bound) ||
                                (compat::plain_bound_comes_first &&
                                 bms_is_member(attno - FirstLowInvalidHeapAttributeNumber, shape.filter.columns)));
    }
    return single;
}

void describe_cursors(Shape &shape) {
    shape.minted.relation = relation_fingerprint(shape.relation->oid);
    shape.minted.relation_hint = shape.relation->oid;
    shape.minted.ordering = shape.ordering->fingerprint;
    shape.minted.key_count = static_cast<std::uint8_t>(shape.ordering->key_count);
    shape.minted.listed_count = static_cast<std::uint8_t>(shape.ordering->listed_count);
    shape.minted.filtered = shape.filter.sql != nullptr;
    for (int k = 0; k < shape.ordering->key_count; k++)
        shape.minted.hints[k] = order_key_hint(shape.ordering->keys[k]);
}

void describe_statement(Shape &shape, const ShapeRequest &request) {
    shape.statement = {shape.relation, shape.ordering, &shape.filter, c_string(request.columns), request.output};
    int count = statement_param_count(shape.statement);
    shape.names.param_count = count;
    shape.names.param_types = static_cast<Oid *>(palloc0(sizeof(Oid) * static_cast<Size>(count)));
    shape.names.relation = shape.relation;
    shape.names.ordering = shape.ordering;
    for (int i = 0; i < shape.filter.arg_count; i++)
        shape.names.param_types[i] = shape.filter.arg_types[i];
    for (int k = 0; k < shape.ordering->key_count; k++)
        shape.names.param_types[statement_key_param(shape.statement, k) - 1] = shape.ordering->keys[k].codec.base_type;
    shape.names.param_types[statement_limit_param(shape.statement) - 1] = INT8OID;
    shape.names.param_types[statement_offset_param(shape.statement) - 1] = INT8OID;
}

// Builds in a context below the caller's, which becomes a lasting one only when nothing failed.
Shape *shape_build(const ShapeKey &key, const Cursor *minted_with, const char **other_ordering) {
    std::uint64_t heard = invalidations;
    MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "keyset_page query", ALLOCSET_SMALL_SIZES);
    MemoryContext caller = MemoryContextSwitchTo(context);
    auto *shape = static_cast<Shape *>(palloc0(sizeof(Shape)));
    shape->context = context;
    shape->key = keep_key(key);

    shape->relation = relation_info_read(key.request.relid);
    shape->storage = storage_read(*shape->relation);
    shape->filter = filter_analyse(*shape->relation, shape->key->request.filter.data);
    Dependencies texts = shape->filter.dependencies;
    columns_check(*shape->relation, shape->key->request.columns.data, texts);
    shape->listed = order_spec_parse(*shape->relation, shape->key->request.order_spec.data);
    if (minted_with == nullptr) {
        shape->ordering = ordering_complete(*shape->relation, shape->listed, shape->filter.bound);
    } else {
        shape->ordering = ordering_from_cursor(*shape->relation, *minted_with);
        if (shape->ordering == nullptr || !ordering_serves(*shape->relation, shape->listed, *shape->ordering)) {
            MemoryContextSwitchTo(caller);
            if (shape->ordering != nullptr)
                *other_ordering = shape->ordering->text;
            return nullptr; // the context ends with the caller's
        }
    }
    shape->proof = proof_read(*shape->relation, *shape->ordering);
    shape->minted = Cursor();
    describe_cursors(*shape);
    describe_statement(*shape, shape->key->request);
    watch_everything(*shape, texts);
    shape->single_columns = needs_single_columns(*shape);
    shape->indexes = indexes_that_yield(*shape->relation, *shape->ordering, shape->filter.bound);
    MemoryContextSwitchTo(caller);

    MemoryContextSetParent(context, CacheMemoryContext);
    link_newest(shape);
    // What was heard while the shape was not on the list yet may have been about it: good for this call, under its
    // lock, only.
    shape->stale = invalidations != heard;
    return shape;
}

} // namespace

void plan_cache_init() {
    CacheRegisterRelcacheCallback(relation_changed, 0);
    for (compat::CacheId cache : {TYPEOID, PROCOID, COLLOID, OPFAMILYOID, NAMESPACEOID})
        CacheRegisterSyscacheCallback(cache, catalog_row_changed, 0);
}

KeptPlan *shape_add_plan(Shape &shape, const Range &range, bool custom, SPIPlanPtr plan) {
    if (plan_count >= max_plans)
        free_oldest_plan(shape);
    if (shape.plan_count == shape.plan_capacity) {
        int capacity = Max(4, shape.plan_capacity * 2);
        auto size = sizeof(KeptPlan *) * static_cast<Size>(capacity);
        shape.plans = static_cast<KeptPlan **>(shape.plans == nullptr ? MemoryContextAlloc(shape.context, size)
                                                                      : repalloc(shape.plans, size));
        shape.plan_capacity = capacity;
    }
    auto *kept = static_cast<KeptPlan *>(MemoryContextAlloc(shape.context, sizeof(KeptPlan)));
    *kept = {range, plan, custom, false, false, 0};
    memmove(shape.plans + 1, shape.plans, sizeof(KeptPlan *) * static_cast<std::size_t>(shape.plan_count));
    shape.plans[0] = kept;
    shape.plan_count++;
    plan_count++;
    return kept;
}

std::uint64_t invalidations_heard() {
    return invalidations;
}

Shape *shape_acquire(const ShapeRequest &request, const Cursor *minted_with, const char **other_ordering) {
    ShapeKey key = key_asked_for(request, minted_with);
    Shape *found = nullptr;
    for (Shape *shape = newest; shape != nullptr; shape = shape->older) {
        if (!shape->stale && answers(*shape->key, key)) {
            found = shape;
            break;
        }
    }
    if (found != nullptr && !shape_is_current(*found)) {
        found->stale = true;
        found = nullptr;
    }
    if (found == nullptr) {
        sweep();
        found = shape_build(key, minted_with, other_ordering);
        if (found == nullptr)
            return nullptr;
    } else if (found != newest) {
        unlink_shape(found);
        link_newest(found);
    }
    pin(found);
    storage_check_if_recent(found->storage);
    proof_check_if_recent(found->proof);
    if (found->role != GetUserId()) { // policies are a role's own
        found->seek_hidden = seek_is_hidden(*found->relation, *found->ordering);
        found->role = GetUserId();
    }
    return found;
}

} // namespace kp
