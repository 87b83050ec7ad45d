#include "cursor.hpp"

#include <cstring>

namespace kp {

namespace {

constexpr std::uint8_t version = 1;

// The flags byte. Every bit is spoken for: the last one announces whatever this layout has no room for, and a reader
// of this version refuses it.
constexpr std::uint8_t flag_prev = 0x01;
constexpr std::uint8_t flag_inclusive = 0x02;
constexpr std::uint8_t flag_encrypted = 0x04;
constexpr std::uint8_t flag_expires = 0x08;
constexpr std::uint8_t flag_filtered = 0x10;
constexpr std::uint8_t flag_role = 0x20;
constexpr std::uint8_t flag_walk_state = 0x40;
constexpr std::uint8_t flag_reserved = 0x80;

// The first byte of a key hint.
constexpr std::uint8_t hint_descending = 0x01;
constexpr std::uint8_t hint_nulls_first = 0x02;
constexpr std::uint8_t hint_expression = 0x04;
constexpr std::uint8_t hint_own_operators = 0x08;
constexpr std::uint8_t hint_collation = 0x10;
constexpr std::uint8_t hint_reserved = 0xE0;

// The byte of the listed keys: their number, and one flag above it.
constexpr std::uint8_t listed_whole_tie = 0x80;

// The first byte of a value, above the lengths that stand for themselves.
constexpr std::size_t longest_short_value = 0xFD;
constexpr std::uint8_t value_long = 0xFE;
constexpr std::uint8_t value_null = 0xFF;

// Assigned, and not Cursor{}: g++ 12 stops with an internal error on the assignment of that temporary.
constexpr Cursor blank_cursor = {};

constexpr std::size_t header_size = 1 + 1 + 4;
constexpr std::size_t tag_size = 16;
constexpr std::size_t varint16_size = 3; // the most bytes a varint of 16 bits takes
constexpr std::size_t varint32_size = 5;

static_assert(tag_size == cipher_counter_size, "the tag serves as the initial counter");
static_assert(tag_size <= mac_size);

// The longest cursor there can be fits, so the writer does not ask at each byte whether it still has room: what is
// sealable is settled before the first one.
constexpr std::size_t longest_hint = 1 + varint32_size + varint16_size + varint32_size;
constexpr std::size_t longest_body = 4 + 4 + 4 * sizeof(Fingerprint) + varint32_size + 2 + max_keys * longest_hint +
                                     max_keys * 3 + max_value_bytes + varint16_size + max_walk_state_bytes;
static_assert(header_size + longest_body + tag_size <= max_cursor_bytes);
static_assert(max_value_bytes <= 0xFFFF && max_walk_state_bytes <= 0xFFFF);

Bytes label(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()};
}

struct Writer {
    std::uint8_t *at;

    void byte(std::size_t value) { *at++ = static_cast<std::uint8_t>(value); }

    void big_endian32(std::uint32_t value) {
        byte(value >> 24);
        byte(value >> 16 & 0xFF);
        byte(value >> 8 & 0xFF);
        byte(value & 0xFF);
    }

    // Seven bits a byte, the lowest first; the top bit says that more follow.
    void varint(std::uint32_t value) {
        for (; value >= 0x80; value >>= 7)
            byte((value & 0x7F) | 0x80);
        byte(value);
    }

    void bytes(Bytes source) {
        if (!source.empty()) // memcpy may not be given the null of an empty span
            std::memcpy(at, source.data(), source.size());
        at += source.size();
    }
};

// Every function returns false, and has moved nothing that matters, when the bytes at hand are not what it reads.
struct Reader {
    const std::uint8_t *at;
    const std::uint8_t *end;

    std::size_t left() const { return static_cast<std::size_t>(end - at); }

    bool byte(std::uint8_t &value) {
        if (at == end)
            return false;
        value = *at++;
        return true;
    }

    bool big_endian32(std::uint32_t &value) {
        if (left() < 4)
            return false;
        value = std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
        at += 4;
        return true;
    }

    // Refuses what does not fit in 32 bits and any spelling but the shortest.
    bool varint(std::uint32_t &value) {
        value = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            std::uint8_t next;
            if (!byte(next))
                return false;
            if (shift == 28 && next > 0x0F) // the fifth byte has four bits left to give, and no sixth follows it
                return false;
            value |= (next & std::uint32_t{0x7F}) << shift;
            if (next < 0x80)
                return next != 0 || shift == 0; // a zero on top of others is a longer spelling
        }
        return false;
    }

    bool bytes(std::size_t size, Bytes &value) {
        if (left() < size)
            return false;
        value = {at, size};
        at += size;
        return true;
    }

    bool fingerprint(Fingerprint &value) {
        if (left() < sizeof value.bytes)
            return false;
        std::memcpy(value.bytes, at, sizeof value.bytes);
        at += sizeof value.bytes;
        return true;
    }
};

bool has_index(const KeyHint &hint) {
    return hint.expression || hint.own_operators;
}

std::uint8_t flags_of(const Cursor &cursor) {
    std::uint8_t flags = 0;
    if (cursor.direction == Direction::prev)
        flags |= flag_prev;
    if (cursor.inclusive)
        flags |= flag_inclusive;
    if (cursor.encrypted)
        flags |= flag_encrypted;
    if (cursor.expires)
        flags |= flag_expires;
    if (cursor.filtered)
        flags |= flag_filtered;
    if (cursor.role_bound)
        flags |= flag_role;
    if (!cursor.walk_state.empty())
        flags |= flag_walk_state;
    return flags;
}

// Whether the layout can carry cursor. What a field says whose flag is off does not matter: it is not carried.
Status check_sealable(const Cursor &cursor, const CursorKey &key) {
    if (key.id == 0 || key.id > max_key_id)
        return Status::malformed;
    if (cursor.key_count == 0 || cursor.key_count > max_keys || cursor.listed_count > cursor.key_count)
        return Status::malformed;
    std::size_t value_room = max_value_bytes;
    for (std::size_t i = 0; i < cursor.key_count; i++) {
        if (cursor.hints[i].column == 0)
            return Status::malformed;
        const KeyValue &value = cursor.values[i];
        if (value.is_null)
            continue;
        if (value.bytes.size() > value_room)
            return Status::no_space;
        value_room -= value.bytes.size();
    }
    return cursor.walk_state.size() > max_walk_state_bytes ? Status::no_space : Status::ok;
}

void write_hint(Writer &writer, const KeyHint &hint) {
    std::uint8_t flags = 0;
    if (hint.descending)
        flags |= hint_descending;
    if (hint.nulls_first)
        flags |= hint_nulls_first;
    if (hint.expression)
        flags |= hint_expression;
    if (hint.own_operators)
        flags |= hint_own_operators;
    if (hint.collation != 0)
        flags |= hint_collation;
    writer.byte(flags);
    if (has_index(hint))
        writer.varint(hint.index);
    writer.varint(hint.column);
    if (hint.collation != 0)
        writer.varint(hint.collation);
}

bool read_hint(Reader &reader, KeyHint &hint) {
    std::uint8_t flags;
    if (!reader.byte(flags) || (flags & hint_reserved) != 0)
        return false;
    hint.descending = (flags & hint_descending) != 0;
    hint.nulls_first = (flags & hint_nulls_first) != 0;
    hint.expression = (flags & hint_expression) != 0;
    hint.own_operators = (flags & hint_own_operators) != 0;
    if (has_index(hint) && !reader.varint(hint.index))
        return false;
    std::uint32_t column;
    if (!reader.varint(column) || column == 0 || column > 0xFFFF)
        return false;
    hint.column = static_cast<std::uint16_t>(column);
    // No collation is said by the flag alone; a zero behind it would be a second spelling.
    return (flags & hint_collation) == 0 || (reader.varint(hint.collation) && hint.collation != 0);
}

void write_value(Writer &writer, const KeyValue &value) {
    if (value.is_null) {
        writer.byte(value_null);
        return;
    }
    const std::size_t size = value.bytes.size();
    if (size <= longest_short_value) {
        writer.byte(size);
    } else {
        writer.byte(value_long);
        writer.byte(size >> 8);
        writer.byte(size & 0xFF);
    }
    writer.bytes(value.bytes);
}

// value_room: how many bytes the values may still take together.
bool read_value(Reader &reader, std::size_t &value_room, KeyValue &value) {
    std::uint8_t first;
    if (!reader.byte(first))
        return false;
    value.is_null = first == value_null;
    if (value.is_null)
        return true;
    std::size_t size = first;
    if (first == value_long) {
        std::uint8_t high, low;
        if (!reader.byte(high) || !reader.byte(low))
            return false;
        size = std::size_t{high} << 8 | low;
        if (size <= longest_short_value)
            return false;
    }
    if (size > value_room)
        return false;
    value_room -= size;
    return reader.bytes(size, value.bytes);
}

// Reads a verified body into out, whose fields are still at their defaults. False when the body is not exactly one
// spelling of one cursor, to the last byte.
bool parse_body(Reader reader, std::uint8_t flags, Cursor &out) {
    if ((flags & flag_reserved) != 0)
        return false;
    out.direction = (flags & flag_prev) != 0 ? Direction::prev : Direction::next;
    out.inclusive = (flags & flag_inclusive) != 0;
    out.encrypted = (flags & flag_encrypted) != 0;
    out.expires = (flags & flag_expires) != 0;
    out.filtered = (flags & flag_filtered) != 0;
    out.role_bound = (flags & flag_role) != 0;

    if (!reader.big_endian32(out.issued_at) || (out.expires && !reader.big_endian32(out.expires_at)))
        return false;
    if (!reader.fingerprint(out.relation) || !reader.fingerprint(out.ordering) ||
        (out.filtered && !reader.fingerprint(out.filter)) || (out.role_bound && !reader.fingerprint(out.role)))
        return false;
    if (!reader.varint(out.relation_hint))
        return false;

    if (!reader.byte(out.key_count) || out.key_count == 0 || out.key_count > max_keys)
        return false;
    std::uint8_t listed;
    if (!reader.byte(listed))
        return false;
    out.whole_tie = (listed & listed_whole_tie) != 0;
    out.listed_count = listed & static_cast<std::uint8_t>(~listed_whole_tie);
    if (out.listed_count > out.key_count)
        return false;
    for (std::size_t i = 0; i < out.key_count; i++)
        if (!read_hint(reader, out.hints[i]))
            return false;
    std::size_t value_room = max_value_bytes;
    for (std::size_t i = 0; i < out.key_count; i++)
        if (!read_value(reader, value_room, out.values[i]))
            return false;

    if ((flags & flag_walk_state) != 0) {
        std::uint32_t size;
        if (!reader.varint(size) || size == 0 || size > max_walk_state_bytes || !reader.bytes(size, out.walk_state))
            return false;
    }
    return reader.left() == 0;
}

} // namespace

Status cursor_key_derive(std::uint32_t id, Bytes secret, CursorKey &key) {
    key = CursorKey{};
    if (id == 0 || id > max_key_id)
        return Status::malformed;

    // One label per purpose and version, so that no secret ever serves two algorithms.
    std::uint8_t mac_key[mac_size];
    Status status = hkdf_sha256(secret, {}, label("keyset_page cursor mac v1"), mac_key);
    if (status == Status::ok)
        status = hkdf_sha256(secret, {}, label("keyset_page cursor cipher v1"), key.cipher);
    if (status == Status::ok && (key.mac = mac_create(mac_key)) == nullptr)
        status = Status::crypto_failure;
    wipe(mac_key);

    if (status == Status::ok)
        key.id = id;
    else
        cursor_key_wipe(key);
    return status;
}

void cursor_key_wipe(CursorKey &key) {
    mac_destroy(key.mac);
    key.mac = nullptr;
    wipe(key.cipher);
    key.id = 0;
}

Status cursor_seal(const Cursor &cursor, const CursorKey &key, std::span<char> out, std::size_t &written) {
    written = 0;
    if (const Status status = check_sealable(cursor, key); status != Status::ok)
        return status;

    std::uint8_t buffer[max_cursor_bytes];
    Writer writer{buffer};
    writer.byte(version);
    writer.byte(flags_of(cursor));
    writer.big_endian32(key.id);

    writer.big_endian32(cursor.issued_at);
    if (cursor.expires)
        writer.big_endian32(cursor.expires_at);
    writer.bytes(cursor.relation.bytes);
    writer.bytes(cursor.ordering.bytes);
    if (cursor.filtered)
        writer.bytes(cursor.filter.bytes);
    if (cursor.role_bound)
        writer.bytes(cursor.role.bytes);
    writer.varint(cursor.relation_hint);

    writer.byte(cursor.key_count);
    writer.byte(cursor.listed_count | (cursor.whole_tie ? std::size_t{listed_whole_tie} : 0));
    for (std::size_t i = 0; i < cursor.key_count; i++)
        write_hint(writer, cursor.hints[i]);
    for (std::size_t i = 0; i < cursor.key_count; i++)
        write_value(writer, cursor.values[i]);
    if (!cursor.walk_state.empty()) {
        writer.varint(static_cast<std::uint32_t>(cursor.walk_state.size()));
        writer.bytes(cursor.walk_state);
    }

    const std::size_t tag_at = static_cast<std::size_t>(writer.at - buffer);
    const std::size_t size = tag_at + tag_size;
    if (out.size() < base64url_encoded_size(size))
        return Status::no_space;

    std::uint8_t mac[mac_size];
    if (const Status status = mac_compute(key.mac, {buffer, tag_at}, {}, mac); status != Status::ok)
        return status;
    std::uint8_t tag[tag_size];
    std::memcpy(tag, mac, tag_size);
    writer.bytes(tag);

    if (cursor.encrypted) {
        const Status status = aes256_ctr(key.cipher, tag, {buffer + header_size, tag_at - header_size});
        if (status != Status::ok)
            return status;
    }
    base64url_encode({buffer, size}, out.data());
    written = base64url_encoded_size(size);
    return Status::ok;
}

Status cursor_decode(std::string_view text, MutableBytes scratch, SealedCursor &sealed) {
    sealed = SealedCursor{};
    if (text.empty() || text.size() > max_cursor_text)
        return Status::malformed;
    std::size_t size = 0;
    if (const Status status = base64url_decode(text, scratch, size); status != Status::ok)
        return status;

    // The version decides what the other bytes are, so it is looked at before their number is.
    const std::uint8_t *bytes = scratch.data();
    if (bytes[0] != version)
        return Status::unsupported_version;
    if (size < header_size + tag_size)
        return Status::malformed;

    Reader reader{bytes + 2, bytes + header_size};
    std::uint32_t key_id = 0;
    if (!reader.big_endian32(key_id) || key_id == 0 || key_id > max_key_id)
        return Status::malformed;
    sealed.key_id = key_id;
    sealed.bytes = {scratch.data(), size};
    return Status::ok;
}

Status cursor_open(const SealedCursor &sealed, const CursorKey &key, Cursor &out) {
    out = blank_cursor;
    std::uint8_t *bytes = sealed.bytes.data();
    const std::size_t size = sealed.bytes.size();
    if (size < header_size + tag_size || size > max_cursor_bytes)
        return Status::malformed;
    if (sealed.key_id != key.id)
        return Status::forged;

    // The one bit that is used before it is verified: whether the body has to be decrypted for the tag to be over it.
    // To turn it is to have the tag compared with that of other bytes.
    const std::uint8_t flags = bytes[1];
    const std::size_t tag_at = size - tag_size;
    const MutableBytes body = {bytes + header_size, tag_at - header_size};
    const bool encrypted = (flags & flag_encrypted) != 0;
    std::uint8_t tag[tag_size];
    std::memcpy(tag, bytes + tag_at, tag_size);
    if (encrypted) {
        if (const Status status = aes256_ctr(key.cipher, tag, body); status != Status::ok)
            return status;
    }

    std::uint8_t mac[mac_size];
    if (const Status status = mac_compute(key.mac, {bytes, tag_at}, {}, mac); status != Status::ok) {
        if (encrypted)
            wipe(body);
        return status;
    }
    if (!equal_in_constant_time({mac, tag_size}, tag)) {
        // Neither the tag that would have been right nor what the key makes of the sender's bytes stays behind.
        wipe(mac);
        if (encrypted)
            wipe(body);
        return Status::forged;
    }

    if (!parse_body(Reader{body.data(), body.data() + body.size()}, flags, out)) {
        out = blank_cursor;
        return Status::malformed;
    }
    out.key_id = key.id;
    return Status::ok;
}

} // namespace kp
