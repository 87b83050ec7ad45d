// The layout of a cursor: what it carries, how it is sealed and how it is opened.
// doc/cursor-format.md describes the same bytes for people; the two change together.
//
// Text is base64url of
//
//   offset  size  field
//   0       1     version: 1
//   1       1     flags: see cursor.cpp; a bit that is not known is refused
//   2       4     key id, big-endian, 1 .. 2^31-1
//   6       ..    body, encrypted when its flag is set:
//             4     issued at, seconds since 2000-01-01 00:00:00 UTC, big-endian
//             4     expires at, the same unit               (if flagged)
//             8     relation fingerprint
//             8     ordering fingerprint
//             8     filter fingerprint                      (if flagged)
//             8     role fingerprint                        (if flagged)
//             ..    relation hint: varint OID
//             1     number of keys n, 1 .. 32
//             1     number of keys the caller listed, 0 .. n; the others are the tie-breaker. Its top
//                   bit: every row that was equal to the position lies on the near side of it
//             n x   key hint: one byte of KeyHint flags; varint index OID if it is an expression or
//                   has operators of its own; varint column number (of an expression: its position
//                   in the index), 1 .. 65535; varint collation OID, not 0, if flagged
//             n x   value: 0x00..0xFD: that many bytes follow; 0xFE: two bytes of length,
//                   big-endian, and that many bytes; 0xFF: NULL. The shortest form is the only one.
//             ..    walk state: varint length, not 0, bytes (if flagged; written by no release yet)
//   end-16  16    tag: the front of HMAC-SHA-256 over everything before it, in plain text
//
// A varint is at most 32 bits, seven to a byte, lowest first, the top bit of a byte saying that more
// follow, in as few bytes as it takes.
//
// When encrypted, the body is AES-256-CTR with the tag as its initial counter, so an encrypted
// cursor is as long as a plain one and needs no random number.
#pragma once

#include "base64url.hpp"
#include "cipher.hpp"
#include "fingerprint.hpp"
#include "mac.hpp"
#include "span.hpp"
#include "status.hpp"

#include <string_view>

namespace kp {

inline constexpr std::size_t max_keys = 32;              // as many as an index has columns
inline constexpr std::size_t max_value_bytes = 2048;     // of all key values of a cursor together
inline constexpr std::size_t max_walk_state_bytes = 256; // room for a later release
inline constexpr std::size_t max_cursor_bytes = 3072;    // before base64url
inline constexpr std::size_t max_cursor_text = base64url_encoded_size(max_cursor_bytes);

enum class Direction : std::uint8_t { next, prev };

// Where a key came from in the catalog of the minting database. Only ever a hint: believed when
// the ordering fingerprint recomputed from it matches.
struct KeyHint {
    bool descending = false;
    bool nulls_first = false;
    bool expression = false;     // column is then the position in the index, and index its OID
    bool own_operators = false;  // not the type's default operator class: the tie-breaker's own
    std::uint16_t column = 0;    // attribute number, or position of an index key, from 1
    std::uint32_t index = 0;     // OID; 0 unless expression or own_operators
    std::uint32_t collation = 0; // OID; 0: the column's own
};

struct KeyValue {
    bool is_null = true;
    Bytes bytes = {}; // canonical form of the value (src/server/values); empty when NULL
};

// Everything a cursor says. Holds no memory: bytes point into the opener's scratch buffer or the
// sealer's own memory.
struct Cursor {
    std::uint32_t key_id = 0;
    Direction direction = Direction::next;
    bool inclusive = false; // the row at the position itself belongs to the page
    bool encrypted = false;
    std::uint32_t issued_at = 0; // seconds since 2000-01-01 UTC
    bool expires = false;
    std::uint32_t expires_at = 0;
    Fingerprint relation = {};
    Fingerprint ordering = {};
    bool filtered = false;
    Fingerprint filter = {};
    bool role_bound = false;
    Fingerprint role = {};
    std::uint32_t relation_hint = 0;
    std::uint8_t key_count = 0;
    std::uint8_t listed_count = 0;
    bool whole_tie = false; // every row that was equal to the position lies on the near side of it
    KeyHint hints[max_keys] = {};
    KeyValue values[max_keys] = {};
    Bytes walk_state = {};
};

// Key ids go from 1 to this, so that they fit SQL's integer too.
inline constexpr std::uint32_t max_key_id = 0x7FFFFFFF;

// The secrets a signing key was expanded into (HKDF, one label per purpose).
struct CursorKey {
    std::uint32_t id = 0;
    Mac *mac = nullptr; // owned
    std::uint8_t cipher[cipher_key_size] = {};
};

// Expands secret into key. key.mac must be freed by cursor_key_wipe.
Status cursor_key_derive(std::uint32_t id, Bytes secret, CursorKey &key);

// Frees and overwrites what key holds.
void cursor_key_wipe(CursorKey &key);

// Seals cursor under key (key.id is written, cursor.key_id is not looked at) and writes its text,
// without a terminator, to out. no_space when out is too small, or the values or the walk state are
// over their maximum (no cursor within them is over max_cursor_bytes). malformed when the layout
// cannot say it: number of keys, column 0, key id.
Status cursor_seal(const Cursor &cursor, const CursorKey &key, std::span<char> out, std::size_t &written);

// A cursor whose spelling and version are right, and of which nothing else is known.
struct SealedCursor {
    std::uint32_t key_id = 0; // unverified: good for finding the key and for nothing else
    MutableBytes bytes = {};  // in the caller's scratch
};

// First half of opening: the length cap, the decoding, the version byte, the key id.
Status cursor_decode(std::string_view text, MutableBytes scratch, SealedCursor &sealed);

// Second half: decrypts if flagged, verifies the tag in constant time, and only then parses. out
// points into sealed.bytes, and says nothing unless ok is returned. forged when the tag does not
// match, or key is not the one that sealed.key_id names. Decrypts in place: a sealed cursor opens once.
Status cursor_open(const SealedCursor &sealed, const CursorKey &key, Cursor &out);

} // namespace kp
