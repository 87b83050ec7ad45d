#include "collector.hpp"

#include "errors.hpp"

namespace kp {

static_assert(std::is_trivially_destructible_v<Collector>);

namespace {

constexpr char row_separator[] = ", \n "; // json_agg's own, between composites

Collector *of_receiver(DestReceiver *receiver) {
    return reinterpret_cast<Collector *>(receiver);
}

struct KeyView {
    Datum values[max_keys];
    bool nulls[max_keys];
};

void read_keys(const Collector &collector, TupleTableSlot *slot, KeyView &keys) {
    slot_getsomeattrs(slot, collector.shape->key_width); // a row before the page or behind it is read no further
    for (int k = 0; k < collector.shape->ordering->key_count; k++) {
        int column = collector.shape->key_columns[k] - 1;
        keys.values[k] = slot->tts_values[column];
        keys.nulls[k] = slot->tts_isnull[column];
    }
}

bool same_keys(Collector &collector, const KeyView &keys, const Datum *values, std::uint32_t nulls) {
    for (int k = 0; k < collector.shape->ordering->key_count; k++) {
        bool is_null = (nulls & (1U << k)) != 0;
        if (keys.nulls[k] != is_null)
            return false;
        if (!is_null && order_key_compare(collector.shape->ordering->keys[k], keys.values[k], values[k]) != 0)
            return false;
    }
    return true;
}

// The statement may have waited for a table of the filter, and have been analysed anew behind it: it still reads the
// relation, and its columns are the ones that the writer was made for. (A type in the caller's own text may also have
// changed without the shape's knowing.)
void check_statement(DestReceiver *receiver, int, TupleDesc descriptor) {
    const Shape &shape = *of_receiver(receiver)->shape;
    plan_check_relation(shape, of_receiver(receiver)->plan);
    bool same = descriptor->natts == shape.column_count;
    for (int i = 0; same && i < descriptor->natts; i++)
        same = TupleDescAttr(descriptor, i)->atttypid == shape.column_types[i];
    if (!same)
        raise_catalog_changed();
}

void nothing(DestReceiver *) {}

// An array of at least count + 1 elements, grown by doubling in the page's context.
template <typename Element>
void grow(Collector &collector, Element *&array, std::int64_t &capacity, std::int64_t count) {
    if (count < capacity)
        return;
    capacity = Max(std::int64_t{64}, capacity * 2);
    auto size = sizeof(Element) * static_cast<Size>(capacity);
    array = static_cast<Element *>(array == nullptr ? MemoryContextAllocHuge(collector.page_context, size)
                                                    : repalloc_huge(array, size));
}

void keep_last_values(Collector &collector, const KeyView &keys) {
    MemoryContext caller = MemoryContextSwitchTo(collector.page_context);
    for (int k = 0; k < collector.shape->ordering->key_count; k++) {
        const ValueCodec &codec = collector.shape->ordering->keys[k].codec;
        collector.last_nulls[k] = keys.nulls[k];
        if (!keys.nulls[k])
            collector.last_values[k] = datumCopy(keys.values[k], codec.typbyval, codec.typlen);
    }
    MemoryContextSwitchTo(caller);
}

void take_json(Collector &collector, TupleTableSlot *slot) {
    if (collector.taken > 0 && !collector.reversed)
        json_buffer_append(*collector.json, row_separator, sizeof(row_separator) - 1);
    row_writer_append(collector.shape->writer, slot, *collector.json);
    if (collector.reversed) {
        grow(collector, collector.ends, collector.ends_capacity, collector.taken);
        collector.ends[collector.taken] = static_cast<std::int32_t>(collector.json->used);
    }
}

void take_row(Collector &collector, TupleTableSlot *slot, const KeyView &keys) {
    Position position;
    StringInfoData bytes;
    initStringInfo(&bytes);
    position_of_values(*collector.shape, keys.values, keys.nulls, &bytes, position);
    MemoryContext row = MemoryContextSwitchTo(collector.page_context);
    grow(collector, collector.rows, collector.rows_capacity, collector.taken);
    TypedRow &typed = collector.rows[collector.taken];
    typed.cursor = cursor_mint(*collector.shape, position, collector.row_terms);
    typed.item = slot->tts_isnull[0] ? Datum(0) : PointerGetDatum(compat::composite_header_copy(slot->tts_values[0]));
    MemoryContextSwitchTo(row);
}

[[noreturn]] void raise_tie(const Collector &collector) {
    raise_tie_at_boundary(collector.shape->relation->sql_name, collector.shape->ordering->text);
}

bool ties_with_last(Collector &collector, const KeyView &keys) {
    std::uint32_t nulls = 0;
    for (int k = 0; k < collector.shape->ordering->key_count; k++)
        nulls |= collector.last_nulls[k] ? 1U << k : 0;
    return same_keys(collector, keys, collector.last_values, nulls);
}

bool beyond_page(Collector &collector, const KeyView &keys) {
    collector.more = true;
    if (!collector.probing && !collector.shape->ordering->total && ties_with_last(collector, keys))
        raise_tie(collector);
    return false;
}

bool take(Collector &collector, TupleTableSlot *slot) {
    KeyView keys;
    bool at_start = collector.drop_start && collector.taken == 0;
    bool at_end = collector.taken >= collector.wanted - 1;
    if (at_start || at_end || collector.taken == 0 || collector.json == nullptr)
        read_keys(collector, slot, keys);
    if (at_start && same_keys(collector, keys, collector.start_values, collector.start_nulls)) {
        if (++collector.start_rows > 1 && !collector.shape->ordering->total) {
            if (!collector.start_whole_tie)
                raise_tie(collector);
            collector.start_tied = true;
            return false;
        }
        return true;
    }
    if (collector.skip_one && !collector.skipped) {
        collector.skipped = true;
        if (!collector.shape->ordering->total)
            keep_last_values(collector, keys);
        return true;
    }
    if (collector.taken == collector.wanted)
        return beyond_page(collector, keys);
    if (collector.taken == 0 && collector.skipped && !collector.shape->ordering->total &&
        ties_with_last(collector, keys))
        raise_tie(collector);
    if (collector.taken == 0)
        position_of_values(*collector.shape, keys.values, keys.nulls, &collector.first_bytes, collector.first);
    if (collector.taken == collector.wanted - 1) {
        position_of_values(*collector.shape, keys.values, keys.nulls, &collector.last_bytes, collector.last);
        if (!collector.shape->ordering->total)
            keep_last_values(collector, keys);
    }
    if (collector.json != nullptr)
        take_json(collector, slot);
    else if (!collector.probing)
        take_row(collector, slot, keys);
    collector.taken++;
    return !collector.probing;
}

bool receive(TupleTableSlot *slot, DestReceiver *receiver) {
    Collector &collector = *of_receiver(receiver);
    MemoryContext caller = MemoryContextSwitchTo(collector.row_context);
    bool go_on = take(collector, slot);
    MemoryContextSwitchTo(caller);
    MemoryContextReset(collector.row_context);
    return go_on;
}

} // namespace

Collector *collector_create(Shape &shape, std::int64_t wanted, bool reversed, MemoryContext page_context) {
    auto *collector = static_cast<Collector *>(palloc0(sizeof(Collector)));
    collector->receiver.receiveSlot = receive;
    collector->receiver.rStartup = check_statement;
    collector->receiver.rShutdown = nothing;
    collector->receiver.rDestroy = nothing;
    collector->receiver.mydest = DestNone;
    collector->shape = &shape;
    collector->page_context = page_context;
    collector->row_context = AllocSetContextCreate(CurrentMemoryContext, "keyset_page row", ALLOCSET_DEFAULT_SIZES);
    collector->wanted = wanted;
    collector->reversed = reversed;
    initStringInfo(&collector->first_bytes);
    initStringInfo(&collector->last_bytes);
    return collector;
}

} // namespace kp
