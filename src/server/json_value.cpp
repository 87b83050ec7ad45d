// Values of varying length: text, numeric and jsonb, read in their stored form.
#include "json_value.hpp"

#include "json_number.hpp"

namespace kp {

void json_out_grow(JsonOut &out, std::size_t n) {
    JsonBuffer &buffer = *out.buffer;
    const std::size_t written = static_cast<std::size_t>(out.at - (buffer.data + buffer.used));
    out.at = json_buffer_reserve(buffer, written + n + out.tail) + written;
    out.end = buffer.data + buffer.capacity - json_slack;
}

void json_out_string(JsonOut &out, const char *text, std::size_t n) {
    // A long text is escaped in pieces, so that it does not ask for six times its length at once.
    constexpr std::size_t piece = 4096;
    json_out_ensure(out, json_quoted_max(Min(n, piece)));
    *out.at++ = '"';
    while (n > piece)
        [[unlikely]] {
            out.at = json_escape(out.at, text, piece);
            text += piece;
            n -= piece;
            json_out_ensure(out, json_quoted_max(Min(n, piece)));
        }
    out.at = json_escape(out.at, text, n);
    *out.at++ = '"';
}

// --- numeric ----------------------------------------------------------------------------------

namespace {

// The stored form of numeric, which numeric.c keeps to itself but which pg_upgrade carries unchanged from 9.1 on: a
// 16-bit header, in the long form a 16-bit weight, then digits to the base 10000, the first worth 10000^weight.
constexpr uint32 numeric_special = 0xC000; // both bits: not a number in the strict sense
constexpr uint32 numeric_short = 0x8000;
constexpr uint32 numeric_negative = 0x4000; // in the long form

constexpr uint32 numeric_infinite = 0x1000;          // in a special value: infinite, else NaN
constexpr uint32 numeric_negative_infinity = 0x2000; // beside numeric_infinite

constexpr int digits_per_group = 4;

struct StoredNumeric {
    const char *groups; // not aligned under a short varlena header
    int group_count;
    int weight;
    int scale; // decimals to show
    bool negative;
};

inline uint32 group_at(const StoredNumeric &number, int i) {
    if (i < 0 || i >= number.group_count)
        return 0;
    uint16 group;
    std::memcpy(&group, number.groups + 2 * i, 2);
    return group;
}

inline StoredNumeric read_numeric(const char *data, int size, uint32 header) {
    StoredNumeric number;
    if ((header & numeric_short) != 0) {
        number.negative = (header & 0x2000) != 0;
        number.scale = static_cast<int>((header & 0x1F80) >> 7);
        number.weight = static_cast<int>(header & 0x003F) - ((header & 0x0040) != 0 ? 0x40 : 0);
        number.groups = data + 2;
        number.group_count = (size - 2) / 2;
    } else {
        int16 weight;
        std::memcpy(&weight, data + 2, 2);
        number.negative = (header & numeric_negative) != 0;
        number.scale = static_cast<int>(header & 0x3FFF);
        number.weight = weight;
        number.groups = data + 4;
        number.group_count = (size - 4) / 2;
    }
    return number;
}

} // namespace

void json_out_numeric(JsonOut &out, const varlena *value) {
    const char *data = VARDATA_ANY(value);
    const int size = static_cast<int>(VARSIZE_ANY_EXHDR(value));
    uint16 header;
    std::memcpy(&header, data, 2);
    if ((header & numeric_special) == numeric_special) [[unlikely]] {
        if ((header & numeric_infinite) == 0)
            json_out_bytes(out, "\"NaN\"", 5);
        else if ((header & numeric_negative_infinity) == 0)
            json_out_bytes(out, "\"Infinity\"", 10);
        else
            json_out_bytes(out, "\"-Infinity\"", 11);
        return;
    }
    const StoredNumeric number = read_numeric(data, size, header);
    const int whole_groups = Max(number.weight + 1, 1);
    json_out_ensure(out,
                    static_cast<std::size_t>(whole_groups * digits_per_group + number.scale + digits_per_group + 2));
    char *at = out.at;
    if (number.negative)
        *at++ = '-';
    if (number.weight < 0) {
        *at++ = '0';
    } else {
        at = write_uint64(at, group_at(number, 0));
        for (int i = 1; i <= number.weight; i++) {
            write_4_digits(at, group_at(number, i));
            at += 4;
        }
    }
    if (number.scale > 0) {
        *at++ = '.';
        char *const end = at + number.scale;
        for (int i = number.weight + 1; at < end; i++) {
            write_4_digits(at, group_at(number, i)); // the last group may reach beyond the end
            at += 4;
        }
        at = end;
    }
    out.at = at;
}

// --- jsonb ------------------------------------------------------------------------------------

namespace {

// Deeper than this the server takes over, whose iterator needs no stack.
constexpr int deepest_container = 64;

void out_container(JsonOut &out, const JsonbContainer *container, int depth);

// One child. offset is where it begins behind data; alignment as jsonb.h describes it.
void out_entry(JsonOut &out, JEntry entry, const char *data, uint32 offset, uint32 length, int depth) {
    switch (entry & JENTRY_TYPEMASK) {
    case JENTRY_ISSTRING:
        json_out_string(out, data + offset, length);
        break;
    case JENTRY_ISNUMERIC:
        json_out_numeric(out, reinterpret_cast<const varlena *>(data + INTALIGN(offset)));
        break;
    case JENTRY_ISBOOL_FALSE:
        json_out_bytes(out, "false", 5);
        break;
    case JENTRY_ISBOOL_TRUE:
        json_out_bytes(out, "true", 4);
        break;
    case JENTRY_ISNULL:
        json_out_bytes(out, "null", 4);
        break;
    case JENTRY_ISCONTAINER:
        out_container(out, reinterpret_cast<const JsonbContainer *>(data + INTALIGN(offset)), depth + 1);
        break;
    default:
        elog(ERROR, "unknown jsonb entry type: %x", entry & JENTRY_TYPEMASK);
    }
}

// The end of a child that begins at offset: an entry holds either its own length or the end of all up to it.
inline uint32 entry_end(JEntry entry, uint32 offset) {
    return JBE_HAS_OFF(entry) ? JBE_OFFLENFLD(entry) : offset + JBE_OFFLENFLD(entry);
}

void out_container(JsonOut &out, const JsonbContainer *container, int depth) {
    if (depth > deepest_container) {
        const char *text = JsonbToCString(nullptr, const_cast<JsonbContainer *>(container), 0);
        json_out_bytes(out, text, std::strlen(text));
        return;
    }
    const uint32 count = JsonContainerSize(container);
    const JEntry *entries = container->children;
    uint32 offset = 0;
    if (JsonContainerIsObject(container)) {
        const char *data = reinterpret_cast<const char *>(entries + 2 * std::size_t{count});
        // All keys come first, then all values in the same order: two places move on together.
        uint32 value_offset = 0;
        for (uint32 i = 0; i < count; i++)
            value_offset = entry_end(entries[i], value_offset);
        json_out_bytes(out, "{", 1);
        for (uint32 i = 0; i < count; i++) {
            if (i > 0)
                json_out_bytes(out, ", ", 2);
            const uint32 key_end = entry_end(entries[i], offset);
            json_out_string(out, data + offset, key_end - offset);
            offset = key_end;
            json_out_bytes(out, ": ", 2);
            const JEntry value = entries[count + i];
            const uint32 value_end = entry_end(value, value_offset);
            out_entry(out, value, data, value_offset, value_end - value_offset, depth);
            value_offset = value_end;
        }
        json_out_bytes(out, "}", 1);
        return;
    }
    // An array, or a scalar dressed up as an array of one.
    const char *data = reinterpret_cast<const char *>(entries + count);
    const bool scalar = JsonContainerIsScalar(container);
    if (!scalar)
        json_out_bytes(out, "[", 1);
    for (uint32 i = 0; i < count; i++) {
        if (i > 0)
            json_out_bytes(out, ", ", 2);
        const uint32 entry_offset = offset;
        offset = entry_end(entries[i], offset);
        out_entry(out, entries[i], data, entry_offset, offset - entry_offset, depth);
    }
    if (!scalar)
        json_out_bytes(out, "]", 1);
}

} // namespace

void json_out_jsonb(JsonOut &out, const JsonbContainer *container) {
    out_container(out, container, 0);
}

} // namespace kp
