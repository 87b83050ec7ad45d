#include "page.hpp"

#include "advice.hpp"
#include "errors.hpp"
#include "settings.hpp"

namespace kp {

static_assert(std::is_trivially_destructible_v<PageRequest> && std::is_trivially_destructible_v<Page>);

namespace {

// A page while it is being read.
struct Reading {
    const PageRequest *request;
    Shape *shape;
    ParamListInfo params;
    CursorTerms terms;  // of the cursors to be minted: those that all have in common
    bool positioned;    // a cursor was given
    bool whole_tie;     // every row equal to the position is on the side that was read
    bool include_start; // the row at its position belongs to the page
    Position start;
    Datum start_values[max_keys];
    Direction direction; // of reading
    std::int64_t wanted;
    bool preceded;        // a row exists on the other side
    MemoryContext caller; // of results
};

Direction opposite(Direction direction) {
    return direction == Direction::next ? Direction::prev : Direction::next;
}

void set_int8(ParamListInfo params, int number, std::int64_t value) {
    ParamExternData &param = params->params[number - 1];
    param.isnull = false;
    param.value = Int64GetDatum(value);
}

void run_range(Reading &reading, const Range &range, Collector &collector, std::int64_t limit) {
    KeptPlan &kept = shape_plan(*reading.shape, range);
    page_check_index(*reading.shape, kept);
    set_int8(reading.params, statement_limit_param(reading.shape->statement), limit);
    page_execute(kept, reading.params, collector);
}

// Runs the ranges beyond the reading's start until the collector has what it wants.
void run_seek(Reading &reading, Collector &collector, bool reversed, bool from_start_row) {
    Range ranges[max_ranges];
    int count = seek_ranges(*reading.shape->ordering, reading.shape->single_columns, reading.start.nulls, reversed,
                            from_start_row, ranges);
    for (int i = 0; i < count && !collector.more && !collector.start_tied; i++) {
        run_range(reading, ranges[i], collector,
                  collector.wanted + 1 - collector.taken + (collector.drop_start ? 1 : 0));
        collector.drop_start = false;
        if (collector.probing && collector.taken > 0)
            break;
    }
}

// True when a row lies beyond the reading's start in the direction given.
bool row_beyond(Reading &reading, bool reversed) {
    Collector *probe = collector_create(*reading.shape, 1, reversed, CurrentMemoryContext);
    probe->probing = true;
    run_seek(reading, *probe, reversed, false);
    return probe->taken > 0;
}

void read_from_position(Reading &reading, Collector &collector) {
    bool reversed = reading.direction == Direction::prev;
    // Starting at the cursor's own row tells for nothing whether it is still there, and so whether a row precedes.
    collector.drop_start = !reading.include_start;
    collector.start_values = reading.start_values;
    collector.start_nulls = reading.start.nulls;
    collector.start_whole_tie = reading.whole_tie;
    run_seek(reading, collector, reversed, true);
    if (collector.start_tied) { // several rows at the position, all of them read already: begin behind them
        collector.start_tied = false;
        collector.drop_start = false;
        run_seek(reading, collector, reversed, false);
    }
    if (reading.shape->statement.output == Output::json)
        reading.preceded = collector.start_rows > 0 || row_beyond(reading, !reversed);
}

void read_from_end(Reading &reading, Collector &collector) {
    Range range = whole_range(reading.direction == Direction::prev);
    std::int64_t limit = reading.wanted + 1;
    if (reading.request->has_offset) {
        range.offset = true;
        collector.skip_one = reading.request->offset > 0; // the row before the page tells that there is one
        limit += collector.skip_one ? 1 : 0;
        set_int8(reading.params, statement_offset_param(reading.shape->statement),
                 Max(reading.request->offset - 1, std::int64_t{0}));
    }
    run_range(reading, range, collector, limit);
    reading.preceded = collector.skipped;
}

// An offset at or beyond the end: the page is empty, and what precedes it are all rows.
void find_last_row(Reading &reading) {
    Collector *probe = collector_create(*reading.shape, 1, true, CurrentMemoryContext);
    probe->probing = true;
    run_range(reading, whole_range(true), *probe, 1);
    if (probe->taken > 0) {
        reading.preceded = true;
        reading.include_start = false;
        reading.start = probe->first;
    }
}

text *mint(Reading &reading, const Position &position, Direction direction, bool inclusive) {
    MemoryContext current = MemoryContextSwitchTo(reading.caller);
    CursorTerms terms = reading.terms;
    terms.direction = direction;
    terms.inclusive = inclusive;
    terms.whole_tie = true;
    text *cursor = cursor_mint(*reading.shape, position, terms);
    MemoryContextSwitchTo(current);
    return cursor;
}

void mint_cursors(Reading &reading, const Collector &collector, Page &page) {
    text *onward = nullptr;
    text *back = nullptr;
    if (collector.more)
        onward = mint(reading, collector.last, reading.direction, false);
    if (reading.preceded && collector.taken > 0)
        back = mint(reading, collector.first, opposite(reading.direction), false);
    else if (reading.preceded) // an empty page: what precedes it includes the row at its start, unless the page itself
                               // would
        back = mint(reading, reading.start, opposite(reading.direction), !reading.include_start);
    page.next_cursor = reading.direction == Direction::next ? onward : back;
    page.prev_cursor = reading.direction == Direction::next ? back : onward;
}

std::int64_t count_rows(Reading &reading) {
    KeptPlan &kept = shape_plan(*reading.shape, whole_range(false, Bound::count));
    SPIExecuteOptions options = {};
    options.params = reading.params;
    options.read_only = true;
    int result = SPI_execute_plan_extended(kept.plan, &options);
    if (result < 0 || SPI_processed != 1)
        raise_spi("execute", result);
    plan_check_relation(*reading.shape, kept.plan);
    bool is_null = false;
    Datum count = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &is_null);
    std::int64_t total = DatumGetInt64(count);
    SPI_freetuptable(SPI_tuptable);
    return total;
}

const char *order_as_json(Shape &shape) {
    if (shape.order_json == nullptr) {
        MemoryContext current = MemoryContextSwitchTo(shape.context);
        StringInfoData json;
        initStringInfo(&json);
        escape_json(&json, shape.ordering->text);
        shape.order_json = json.data;
        MemoryContextSwitchTo(current);
    }
    return shape.order_json;
}

void append_cursor(StringInfo json, const char *member, const text *cursor) {
    if (cursor == nullptr)
        appendStringInfo(json, ", \"%s\": null", member);
    else // base64url needs no escape
        appendStringInfo(json, ", \"%s\": \"%.*s\"", member, static_cast<int>(VARSIZE_ANY_EXHDR(cursor)),
                         VARDATA_ANY(cursor));
}

// The rows in display order: as they came, or last first.
char *copy_rows(const Collector &collector, char *out) {
    const JsonBuffer &json = *collector.json;
    if (!collector.reversed) {
        memcpy(out, json.data, json.used);
        return out + json.used;
    }
    for (std::int64_t row = collector.taken - 1; row >= 0; row--) {
        auto begin = static_cast<std::size_t>(row == 0 ? 0 : collector.ends[row - 1]);
        std::size_t length = static_cast<std::size_t>(collector.ends[row]) - begin;
        memcpy(out, json.data + begin, length);
        out += length;
        if (row > 0) {
            memcpy(out, ", \n ", 4);
            out += 4;
        }
    }
    return out;
}

char *assemble(Reading &reading, const Collector &collector, bool as_object, const Page &page) {
    constexpr std::string_view head = "{\"items\": ";
    StringInfoData tail;
    initStringInfo(&tail);
    appendStringInfoChar(&tail, ']');
    if (as_object) {
        append_cursor(&tail, "next_cursor", page.next_cursor);
        append_cursor(&tail, "prev_cursor", page.prev_cursor);
        appendStringInfo(&tail, ", \"order_by\": %s, \"total\": ", order_as_json(*reading.shape));
        if (page.has_total)
            appendStringInfo(&tail, INT64_FORMAT "}", page.total);
        else
            appendStringInfoString(&tail, "null}");
    }
    std::size_t separators =
        collector.reversed && collector.taken > 1 ? static_cast<std::size_t>(collector.taken - 1) * 4 : 0;
    std::size_t size = VARHDRSZ + (as_object ? head.size() : 0) + 1 + collector.json->used + separators +
                       static_cast<std::size_t>(tail.len);
    if (!AllocSizeIsValid(size))
        raise_page_too_large();
    auto *result = static_cast<char *>(MemoryContextAlloc(reading.caller, size));
    SET_VARSIZE(result, size);
    char *out = VARDATA(result);
    if (as_object) {
        memcpy(out, head.data(), head.size());
        out += head.size();
    }
    *out++ = '[';
    out = copy_rows(collector, out);
    memcpy(out, tail.data, static_cast<std::size_t>(tail.len));
    return result;
}

void open_reading(Reading &reading) {
    const PageRequest &request = *reading.request;
    OpenCursor open;
    if (request.cursor.data != nullptr) {
        cursor_verify(request.cursor, open);
        reading.shape = shape_for_cursor(request.shape, open.cursor);
        reading.positioned = true;
    } else {
        const char *other = nullptr;
        reading.shape = shape_acquire(request.shape, nullptr, &other);
    }
    Shape &shape = *reading.shape;
    reading.params = page_params(shape);
    filter_bind(shape.filter, request.args, reading.params);
    if (shape.filter.sql != nullptr)
        reading.terms.filter = filter_fingerprint(shape.filter, reading.params);
    reading.terms.issued_at = cursor_time_now();
    bool rows = shape.statement.output == Output::row;
    reading.direction = request.backward_rows ? Direction::prev : Direction::next;
    if (!reading.positioned)
        return;
    cursor_check_filter(shape, open.cursor, reading.terms.filter);
    cursor_check_role(open.cursor);
    if (!rows)
        reading.direction = open.cursor.direction;
    reading.include_start = open.cursor.inclusive && open.cursor.direction == reading.direction;
    reading.whole_tie = open.cursor.whole_tie && open.cursor.direction == reading.direction;
    position_of_cursor(open.cursor, reading.start);
    position_bind(shape, reading.start, reading.params);
    for (int k = 0; k < shape.ordering->key_count; k++) {
        reading.start_values[k] = reading.params->params[statement_key_param(shape.statement, k) - 1].value;
        // The cursor's bytes are on this stack frame; an empty page mints a cursor of them later.
        if (!reading.start.values[k].is_null) {
            Bytes bytes = reading.start.values[k].bytes;
            auto *copy = static_cast<std::uint8_t *>(palloc(Max(bytes.size(), std::size_t{1})));
            memcpy(copy, bytes.data(), bytes.size());
            reading.start.values[k].bytes = Bytes(copy, bytes.size());
        }
    }
}

void check_bridge(const PageRequest &request) {
    if (!request.has_offset)
        return;
    if (request.cursor.data != nullptr)
        raise_offset_with_cursor();
    if (request.offset < 0)
        raise_offset_negative(request.offset);
    if (settings.offset_bridge() == Bridge::off)
        raise_offset_refused();
    if (settings.offset_bridge() == Bridge::warn)
        warn_offset();
}

} // namespace

ParamListInfo page_params(const Shape &shape) {
    ParamListInfo params = makeParamList(shape.names.param_count);
    for (int i = 0; i < shape.names.param_count; i++)
        params->params[i] = {Datum(0), true, PARAM_FLAG_CONST, shape.names.param_types[i]};
    return params;
}

void page_execute(const KeptPlan &kept, ParamListInfo params, Collector &collector) {
    collector.plan = kept.plan;
    SPIExecuteOptions options = {};
    options.params = params;
    options.read_only = true;
    options.dest = &collector.receiver;
    // plan_cache_mode is stronger than the plan's own option, and would plan every page anew.
    bool forced = plan_cache_mode == PLAN_CACHE_MODE_FORCE_CUSTOM_PLAN && kept.range.bound != Bound::count;
    int nest_level = 0;
    if (kept.custom || forced)
        nest_level = planner_settings_push(kept.custom && !kept.sorted);
    int result = SPI_execute_plan_extended(kept.plan, &options);
    if (nest_level > 0)
        AtEOXact_GUC(true, nest_level);
    if (result < 0)
        raise_spi("execute", result);
}

std::int64_t page_limit(bool given, std::int64_t limit) {
    std::int64_t wanted = given ? limit : settings.default_limit;
    if (wanted < 1)
        raise_limit(limit);
    return Min(wanted, static_cast<std::int64_t>(settings.max_limit));
}

void page_check_index(Shape &shape, const KeptPlan &kept) {
    if (likely(!kept.sorted && !kept.unbounded && !shape.seek_hidden) || settings.index_policy() == Policy::off)
        return;
    bool is_error = settings.index_policy() == Policy::error;
    if (shape.warned && !is_error)
        return;
    shape.warned = true;
    const char *reason = advice_reason(shape); // without one an index is what is missing, and can be made
    report_no_index(is_error, shape.ordering->text, shape.relation->sql_name, reason,
                    reason == nullptr ? advice_create_index(shape) : nullptr);
}

void page_read(const PageRequest &request, bool as_object, Page &page) {
    Reading reading = {};
    reading.request = &request;
    reading.wanted = page_limit(request.limited, request.limit);
    check_bridge(request);
    reading.caller = CurrentMemoryContext;
    relation_lock(request.shape.relid);
    if (SPI_connect() != SPI_OK_CONNECT)
        raise_spi("connect", SPI_result);

    open_reading(reading);
    std::uint64_t heard = invalidations_heard();
    bool json = request.shape.output == Output::json;
    Collector *collector = collector_create(*reading.shape, reading.wanted, reading.direction == Direction::prev,
                                            json ? CurrentMemoryContext : reading.caller);
    collector->row_terms = reading.terms;
    collector->row_terms.direction = reading.direction;
    if (json)
        collector->json = json_buffer_acquire();
    if (reading.positioned)
        read_from_position(reading, *collector);
    else
        read_from_end(reading, *collector);
    if (request.has_offset && collector->taken == 0)
        find_last_row(reading);

    if (invalidations_heard() != heard) // while partitions were waited for
        storage_check(reading.shape->storage);

    page.row_count = collector->taken;
    page.more = collector->more;
    page.rows = collector->rows;
    page.has_total = request.with_total;
    if (request.with_total)
        page.total = count_rows(reading);
    page.order_by = MemoryContextStrdup(reading.caller, reading.shape->ordering->text);
    if (json) {
        mint_cursors(reading, *collector, page);
        page.items = assemble(reading, *collector, as_object, page);
        json_buffer_release(collector->json);
    }
    SPI_finish();
}

} // namespace kp
