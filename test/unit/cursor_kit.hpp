// What the tests of cursors share: keys, cursors of each kind, golden texts, and ways to seal, open and sign.
#pragma once

#include "cursor.hpp"
#include "hex.hpp"
#include "same_cursor.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace cursor_kit {

using namespace kp;

constexpr std::size_t header_size = 6;
constexpr std::size_t tag_size = 16;

inline Octets counting(unsigned from, std::size_t count) {
    Octets bytes(count);
    for (std::size_t i = 0; i < count; i++)
        bytes[i] = static_cast<std::uint8_t>(from + i);
    return bytes;
}

inline Fingerprint print_from(unsigned first) {
    Fingerprint print;
    for (unsigned i = 0; i < 8; i++)
        print.bytes[i] = static_cast<std::uint8_t>(first + i);
    return print;
}

struct TestKey {
    CursorKey key;

    explicit TestKey(std::uint32_t id, const Octets &secret = counting(0, 32)) {
        EXPECT_EQ(cursor_key_derive(id, secret, key), Status::ok);
    }
    ~TestKey() { cursor_key_wipe(key); }
    TestKey(const TestKey &) = delete;
    TestKey &operator=(const TestKey &) = delete;
};

constexpr std::uint32_t usual_key = 16909060; // 0x01020304
constexpr std::uint32_t last_key = 0x7FFFFFFF;

inline KeyValue value_of(const Octets &bytes) {
    return {false, bytes};
}

// What most cursors look like: (timestamptz, bigint), filtered.
inline Cursor usual_cursor() {
    static const Octets time = from_hex("0002f0e1d2c3b4a5"), id = from_hex("8000000000bc614e");
    Cursor cursor;
    cursor.key_id = usual_key;
    cursor.issued_at = 826000000;
    cursor.relation = print_from(0x10);
    cursor.ordering = print_from(0x20);
    cursor.filtered = true;
    cursor.filter = print_from(0x30);
    cursor.relation_hint = 24576;
    cursor.key_count = 2;
    cursor.listed_count = 1;
    cursor.hints[0].descending = true;
    cursor.hints[0].column = 3;
    cursor.hints[1].descending = true;
    cursor.hints[1].column = 1;
    cursor.values[0] = value_of(time);
    cursor.values[1] = value_of(id);
    return cursor;
}

// Every field and flag in use but encrypted and inclusive's absence; each form of a value.
inline Cursor full_cursor() {
    static const Octets long_value(254, 0xab), longest_short = counting(0, 253), one = {0x7f}, empty = {};
    static const Octets walk(200, 0x77);
    Cursor cursor;
    cursor.key_id = last_key;
    cursor.direction = Direction::prev;
    cursor.inclusive = true;
    cursor.issued_at = 826000000;
    cursor.expires = true;
    cursor.expires_at = 826086400;
    cursor.relation = print_from(0x10);
    cursor.ordering = print_from(0x20);
    cursor.filtered = true;
    cursor.filter = print_from(0x30);
    cursor.role_bound = true;
    cursor.role = print_from(0x40);
    cursor.relation_hint = 0xFFFFFFFF;
    cursor.key_count = 5;
    cursor.listed_count = 3;
    cursor.hints[0] = {true, false, false, false, 2, 0, 100};
    cursor.hints[1] = {false, true, true, false, 300, 70000, 0};
    cursor.hints[2] = {true, true, true, true, 65535, 0xFFFFFFFF, 12345};
    cursor.hints[3] = {false, false, false, false, 128, 0, 0};
    cursor.hints[4] = {false, false, false, true, 1, 16390, 0};
    cursor.values[1] = value_of(empty);
    cursor.values[2] = value_of(long_value);
    cursor.values[3] = value_of(longest_short);
    cursor.values[4] = value_of(one);
    cursor.walk_state = walk;
    return cursor;
}

// Nothing in use: one key, NULL.
inline Cursor small_cursor() {
    Cursor cursor;
    cursor.key_id = 1;
    cursor.key_count = 1;
    cursor.hints[0].column = 1;
    return cursor;
}

struct Golden {
    const char *name;
    Cursor cursor;
    const char *plain, *encrypted;
};

// Cursors of version 1 under the secret 00 01 02 .. 1f. They were made from the layout by other code than this
// (Python's hmac and `openssl enc`), and they stay: a release that cannot read them breaks the links people have kept.
inline std::vector<Golden> golden_cursors() {
    return {
        {"usual", usual_cursor(),
         "ARABAgMEMTvCgBAREhMUFRYXICEiIyQlJicwMTIzNDU2N4DAAQIBAQMBAQgAAvDh0sO0pQiAAAAAALxhTmnBYb6yXsdWOA54rrGb1aA",
         "ARQBAgMEG6KgLVa3BDTUIaXoYueALYF20CWqPx10WF7YFaEtWXlKQAcU_F5rs5-mVfnJV4WV82emjmri2-__VlqRioYKEab6HWVEhj8"},
        {"full", full_cursor(),
         "AXt_____MTvCgDE9FAAQERITFBUWFyAhIiMkJSYnMDEyMzQ1NjdAQUJDREVGR_____8PBQMRAmQG8KIErAIf_____w___wO5YACAAQiG"
         "gAEB_wD-AP6rq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6ur"
         "q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6ur"
         "q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6ur"
         "q6urq6urq6urq6urq6urq6urq6urq6urq6urq_0AAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8w"
         "MTIzNDU2Nzg5Ojs8PT4_QEFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXWFlaW1xdXl9gYWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1-"
         "f4CBgoOEhYaHiImKi4yNjo-QkZKTlJWWl5iZmpucnZ6foKGio6SlpqeoqaqrrK2ur7CxsrO0tba3uLm6u7y9vr_AwcLDxMXGx8jJysvM"
         "zc7P0NHS09TV1tfY2drb3N3e3-Dh4uPk5ebn6Onq6-zt7u_w8fLz9PX29_j5-vv8AX_IAXd3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3"
         "d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3"
         "d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3"
         "d3d3d3d3d3d3d3d3d3d3d3d3Xibz5pDcsDvmujidRlPALA",
         "AX9_____GpZp7b_9ptHlywI8ORfw06pTfHD_U-W1j5mFGjDsSin3YBezUqs52X-o76HQFLKrP5jsN8t--Ocd8MWZ3R8dSQjmKrg-Y5Z0"
         "xyIx8yu_VqAYVbUKdgAX61mek8wkToeNCIa8e76lGpgTUkQg37q9nRMkFWegCpRm7FFh2iqFssHU488L0t6fehxkubhvMijKtqfw091t"
         "8KA9LtjAMLwgFpLKMD2IrELVFTfYCh2EWNtFxlQnUaMWA7uGj4sLsSx3d9F3nL3nL6Anu24xKtt1dYhEaLVU8_a98loXKspineC6y6-K"
         "bZkLWY2t-pRmYeuR3dPdi9OvbKbZulGE5cFYJCL3jF0HH9agAW8vjlgCzkwDhIIAfkXRQKtNiC_AcrtmZ1FPjY5mjB-_GKll1LS0IB62"
         "aVAVBTdR0WRB2Y1snTgnNjqczNBjoolc1I5oq9aIqEiQqty0Qga_LH5QU7YFL2WDdwIV-i5I553i1C2A2-P9wd2et_9Z8oohN_2gbZHU"
         "ezyqMUJxQJ3-CwqMd-o7HR82XiTZgGQkOFJaA5bV8f-E5SZ0bAqTdvI2y2jFPtLT0VfgKbXkoQI9e7DOl0JEsv8oCQRlM9qVlYwRo3py"
         "Eie1M2lBePJI0xJk6FhlN2ATAa2dFUJShvrxywugOvGEB1BEA8FHbMmiBDI8wypIQFoyQXF6yEQr2A1RzsD8mX79jLo32lU1zKBeZCLa"
         "9TxiS8DU0xFShXMe9Lv1IjsBPZknaZT2O8pqqyrHjNKxccsds-bTr89NVwXEdVxvG9vzuG1kG292vZnBh06aoERI18nlOu_fUeU4c6K8"
         "_zLUgQEr-qmYX9hLdGxlxwxbcxeuuxx_mXIVWj4wYa1E6awxIjIYdL2kvQUEi8yPUSM5KvXe9mYQGK4BWCURYHQkZ9e7bVktz-zrVd28"
         "I7S5MbZtFRBTAIYQU9kw0zCRcJN5zBx5fiXeucuagTLdbNFLMTN1ILgj05cZNTT2ui42X4E6ZQxjB6T3_RhpZY8vLcUOULfBJANM2hXK"
         "Q2WTsuDJBxaIutV6BVxIW760aL1xYLrp-bGKOEBVFDz2vQ"},
        {"small", small_cursor(), "AQAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAf9c_1_8MeuBPx3FTKcTgN2N",
         "AQQAAAAB9PlqhSazjsnwXRzQNDdUX3wKSVX-fpmJqo5IMIjVo_ezYVDUqGskYqXG"},
    };
}

inline std::string seal(const Cursor &cursor, const CursorKey &key) {
    std::string text(max_cursor_text, '#');
    std::size_t written = 0;
    EXPECT_EQ(cursor_seal(cursor, key, text, written), Status::ok);
    text.resize(written);
    return text;
}

inline Status seal_status(const Cursor &cursor, const CursorKey &key) {
    std::string text(max_cursor_text, '#');
    std::size_t written = 999;
    const Status status = cursor_seal(cursor, key, text, written);
    EXPECT_EQ(written == 0, status != Status::ok);
    if (status != Status::ok) {
        EXPECT_EQ(text, std::string(max_cursor_text, '#')) << "a refused cursor was written";
    }
    return status;
}

struct Opened {
    std::uint8_t scratch[max_cursor_bytes];
    SealedCursor sealed;
    Cursor cursor;
};

inline Status open(std::string_view text, const CursorKey &key, Opened &opened) {
    opened.cursor = usual_cursor();
    if (const Status status = cursor_decode(text, opened.scratch, opened.sealed); status != Status::ok) {
        EXPECT_EQ(opened.sealed.key_id, 0u);
        EXPECT_TRUE(opened.sealed.bytes.empty());
        return status;
    }
    const Status status = cursor_open(opened.sealed, key, opened.cursor);
    if (status != Status::ok) {
        const Cursor blank;
        EXPECT_EQ(first_difference(opened.cursor, blank), nullptr) << "a refused cursor still says something";
    }
    return status;
}

inline Status open(std::string_view text, const CursorKey &key) {
    Opened opened;
    return open(text, key, opened);
}

inline Octets decoded(std::string_view text) {
    Octets bytes(base64url_decoded_size(text.size()));
    std::size_t written = 0;
    EXPECT_EQ(base64url_decode(text, bytes, written), Status::ok);
    return bytes;
}

inline std::string encoded(const Octets &bytes) {
    std::string text(base64url_encoded_size(bytes.size()), '#');
    base64url_encode(bytes, text.data());
    return text;
}

// The bytes of a plain cursor without its tag, to be changed and signed again: what a holder of the key could send.
inline Octets unsigned_bytes(const Cursor &cursor, const CursorKey &key) {
    Octets bytes = decoded(seal(cursor, key));
    bytes.erase(bytes.end() - tag_size, bytes.end());
    return bytes;
}

inline std::string sign(Octets bytes, const CursorKey &key) {
    std::uint8_t mac[mac_size];
    EXPECT_EQ(mac_compute(key.mac, bytes, {}, mac), Status::ok);
    if ((bytes[1] & 0x04) != 0) {
        std::uint8_t counter[cipher_counter_size];
        std::copy(mac, mac + sizeof counter, counter);
        EXPECT_EQ(aes256_ctr(key.cipher, counter, {bytes.data() + header_size, bytes.size() - header_size}),
                  Status::ok);
    }
    bytes.insert(bytes.end(), mac, mac + tag_size);
    return encoded(bytes);
}

inline bool refused(Status status) {
    return status == Status::malformed || status == Status::unsupported_version || status == Status::forged;
}

inline bool contains(const Octets &bytes, const std::uint8_t *part, std::size_t size) {
    return std::search(bytes.begin(), bytes.end(), part, part + size) != bytes.end();
}

} // namespace cursor_kit
