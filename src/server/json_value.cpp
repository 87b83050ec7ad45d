// Values of varying length: text, numeric and jsonb, read in their stored form.
#include "json_value.hpp"
#include "errors.hpp"

#include "json_number.hpp"

namespace kp {

void json_out_grow(JsonOut &out, std::size_t n) {
    JsonBuffer &buffer = *out.buffer;
    const std::size_t written = static_cast<std::size_t>(out.at - (buffer.data + buffer.used));
    out.at = json_buffer_reserve(buffer, written + n + out.tail) + written;
    out.end = buffer.data + buffer.capacity - json_slack;
}

void json_out_long_string(JsonOut &out, const char *text, std::size_t n) {
    json_out_ensure(out, json_quoted_max(Min(n, json_string_piece)));
    *out.at++ = '"';
    while (n > json_string_piece) {
        out.at = json_escape(out.at, text, json_string_piece);
        text += json_string_piece;
        n -= json_string_piece;
        json_out_ensure(out, json_quoted_max(Min(n, json_string_piece)));
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

// The groups of a number, from the one worth 10000^weight on. Not aligned under a short varlena header.
struct Groups {
    const char *next;
    int left;
};

// The next group, or 0 behind the last one stored.
inline uint32 next_group(Groups &groups) {
    if (groups.left <= 0)
        return 0;
    groups.left--;
    uint16 group;
    std::memcpy(&group, groups.next, 2);
    groups.next += 2;
    return group;
}

void out_special_numeric(JsonOut &out, uint32 header) {
    if ((header & numeric_infinite) == 0)
        json_out_bytes(out, "\"NaN\"", 5);
    else if ((header & numeric_negative_infinity) == 0)
        json_out_bytes(out, "\"Infinity\"", 10);
    else
        json_out_bytes(out, "\"-Infinity\"", 11);
}

// The first group of a number, without leading zeros.
inline char *write_first_group(char *at, uint32 group) {
    if (group < 10) {
        *at = static_cast<char>('0' + group);
        return at + 1;
    }
    if (group < 100) {
        write_2_digits(at, group);
        return at + 2;
    }
    if (group < 1000) {
        *at = static_cast<char>('0' + group / 100);
        write_2_digits(at + 1, group % 100);
        return at + 3;
    }
    write_4_digits(at, group);
    return at + 4;
}

} // namespace

void json_out_numeric(JsonOut &out, const char *data, std::size_t size) {
    uint16 header;
    std::memcpy(&header, data, 2);
    bool negative;
    int scale, weight; // decimals to show; the first group's power of 10000
    Groups groups;
    if ((header & numeric_short) == 0) {
        int16 long_weight;
        std::memcpy(&long_weight, data + 2, 2);
        weight = long_weight;
        negative = (header & numeric_negative) != 0;
        scale = header & 0x3FFF;
        groups = {data + 4, static_cast<int>(size - 4) / 2};
    } else if ((header & numeric_special) == numeric_short) {
        negative = (header & 0x2000) != 0;
        scale = (header & 0x1F80) >> 7;
        weight = (header & 0x003F) - (header & 0x0040);
        groups = {data + 2, static_cast<int>(size - 2) / 2};
    } else {
        out_special_numeric(out, header);
        return;
    }
    const int whole = Max(weight + 1, 1);
    json_out_ensure(out, static_cast<std::size_t>((whole + 1) * digits_per_group + scale + 2));
    char *at = out.at;
    if (negative)
        *at++ = '-';
    if (weight < 0) {
        *at++ = '0';
    } else {
        at = write_first_group(at, next_group(groups));
        for (int i = 1; i < whole; i++) {
            write_4_digits(at, next_group(groups));
            at += 4;
        }
    }
    if (scale > 0) {
        *at++ = '.';
        char *const end = at + scale;
        for (int i = weight + 1; i < 0 && at < end; i++) { // the groups that are not stored, 10000^-1 on
            std::memcpy(at, "0000", 4);
            at += 4;
        }
        while (at < end) {
            write_4_digits(at, next_group(groups)); // the last group may reach beyond the end
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

// A numeric within a jsonb is a value of its own, header and all.
void out_numeric_entry(JsonOut &out, const char *value) {
    json_out_numeric(out, VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value));
}

// One child. offset is where it begins behind data; alignment as jsonb.h describes it.
void out_entry(JsonOut &out, JEntry entry, const char *data, uint32 offset, uint32 length, int depth) {
    switch (entry & JENTRY_TYPEMASK) {
    case JENTRY_ISSTRING:
        json_out_string(out, data + offset, length);
        break;
    case JENTRY_ISNUMERIC:
        out_numeric_entry(out, data + INTALIGN(offset));
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
        raise_jsonb_corrupt();
    }
}

// The end of a child that begins at offset: an entry holds either its own length or the end of all up to it.
inline uint32 entry_end(JEntry entry, uint32 offset) {
    return JBE_HAS_OFF(entry) ? JBE_OFFLENFLD(entry) : offset + JBE_OFFLENFLD(entry);
}

// A key and what stands before and behind it.
inline void out_key(JsonOut &out, const char *key, uint32 length, bool first) {
    if (length > json_string_piece) [[unlikely]] {
        if (!first)
            json_out_bytes(out, ", ", 2);
        json_out_long_string(out, key, length);
        json_out_bytes(out, ": ", 2);
        return;
    }
    json_out_ensure(out, json_quoted_max(length) + 4);
    char *at = out.at;
    std::memcpy(at, ", \"", 3);
    if (first) {
        *at = '"';
        at -= 2;
    }
    at = json_escape(at + 3, key, length);
    std::memcpy(at, "\": ", 3);
    out.at = at + 3;
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
            const uint32 key_end = entry_end(entries[i], offset);
            out_key(out, data + offset, key_end - offset, i == 0);
            offset = key_end;
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
