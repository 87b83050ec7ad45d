#include "cursor_kit.hpp"

using namespace kp;
using namespace cursor_kit;

// --- Spellings: signed with the right key, and still not the one form of a cursor ---

class CursorSpelling : public testing::Test {
protected:
    const TestKey usual{usual_key};
    const TestKey last{last_key};
    const Octets usual_bytes = unsigned_bytes(usual_cursor(), usual.key);
    const Octets full_bytes = unsigned_bytes(full_cursor(), last.key);

    // Offsets in the usual cursor: header, issued at, three fingerprints.
    static constexpr std::size_t hint_at = 6 + 4 + 24, count_at = hint_at + 3, listed_at = count_at + 1;
    static constexpr std::size_t key_at = listed_at + 1, values_at = key_at + 4;

    // Replaces size bytes at an offset of the usual cursor and signs the outcome, plainly and encrypted.
    Status with(std::size_t at, std::size_t size, std::string_view hex) {
        Octets bytes = usual_bytes;
        const Octets replacement = from_hex(hex);
        const auto place = bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                                       bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
        bytes.insert(place, replacement.begin(), replacement.end());
        const Status status = open(sign(bytes, usual.key), usual.key);
        bytes[1] |= 0x04;
        EXPECT_EQ(open(sign(bytes, usual.key), usual.key), status) << "encrypted";
        return status;
    }
};

// Without this the refusals below would prove nothing.
TEST_F(CursorSpelling, SigningAgainIsTheSameCursor) {
    EXPECT_EQ(sign(usual_bytes, usual.key), golden_cursors()[0].plain);
    EXPECT_EQ(sign(full_bytes, last.key), golden_cursors()[1].plain);
    Octets bytes = usual_bytes;
    bytes[1] |= 0x04;
    EXPECT_EQ(sign(bytes, usual.key), golden_cursors()[0].encrypted);
    EXPECT_EQ(to_hex(&usual_bytes[hint_at], 5), "80c0010201");
    EXPECT_EQ(to_hex(&usual_bytes[key_at], 5), "0103010108");
    EXPECT_EQ(with(hint_at, 3, "80c001"), Status::ok);
}

TEST_F(CursorSpelling, UnknownFlagsAreRefused) {
    EXPECT_EQ(with(1, 1, "90"), Status::malformed);
    EXPECT_EQ(with(1, 1, "13"), Status::ok);
    for (const char *hint : {"21", "41", "81", "e1"})
        EXPECT_EQ(with(key_at, 1, hint), Status::malformed) << hint;
    EXPECT_EQ(with(key_at, 1, "03"), Status::ok);
}

TEST_F(CursorSpelling, OtherVersionsAreNamedAsThat) {
    for (const char *version : {"00", "02", "7f", "ff"})
        EXPECT_EQ(with(0, 1, version), Status::unsupported_version) << version;
    EXPECT_EQ(open("AA", usual.key), Status::unsupported_version);
    EXPECT_EQ(open("Ag", usual.key), Status::unsupported_version);
    EXPECT_EQ(open("AQ", usual.key), Status::malformed);

    // No text has no version, whatever the scratch held before.
    Opened opened;
    opened.scratch[0] = 2;
    EXPECT_EQ(open("", usual.key, opened), Status::malformed);
}

TEST_F(CursorSpelling, KeyIdIsOf31BitsAndNotZero) {
    EXPECT_EQ(with(2, 4, "00000000"), Status::malformed);
    EXPECT_EQ(with(2, 4, "80000000"), Status::malformed);
    EXPECT_EQ(with(2, 4, "81020304"), Status::malformed);
    EXPECT_EQ(with(2, 4, "ffffffff"), Status::malformed);
}

TEST_F(CursorSpelling, NumbersHaveOneSpelling) {
    for (const char *hint : {"00", "7f", "8001", "ff7f", "808001", "ffffffff0f"})
        EXPECT_EQ(with(hint_at, 3, hint), Status::ok) << hint;
    for (const char *hint : {"8000", "ff00", "80c08100", "808000", "80c0018000", "80808000", "8080808000",
                             "808080808000", "ffffffff10", "ffffffff1f", "ffffffff7f", "ffffffff8f00", "ffffffff8f",
                             "ffffffffff", "80808080808001", "ffffffffffffffffff01"})
        EXPECT_EQ(with(hint_at, 3, hint), Status::malformed) << hint;
}

TEST_F(CursorSpelling, EveryNumberIsReadThatWay) {
    // The column, of 16 bits and from 1.
    for (const char *key : {"01 01", "01 7f", "01 8001", "01 ffff03"})
        EXPECT_EQ(with(key_at, 2, key), Status::ok) << key;
    for (const char *key : {"01 00", "01 8100", "01 838000", "01 808004", "01 ffffffff0f", "01 8080808010"})
        EXPECT_EQ(with(key_at, 2, key), Status::malformed) << key;
    // The index OID, which comes with an expression and with operators of its own.
    for (const char *key : {"05 00 03", "05 8001 03", "09 8001 03", "0d ffffffff0f 03"})
        EXPECT_EQ(with(key_at, 2, key), Status::ok) << key;
    for (const char *key : {"05 8000 03", "09 818000 03", "0d ffffffff1f 03"})
        EXPECT_EQ(with(key_at, 2, key), Status::malformed) << key;
    // The collation, which is never zero.
    for (const char *key : {"11 03 64", "11 03 ffffffff0f", "15 05 03 8001"})
        EXPECT_EQ(with(key_at, 2, key), Status::ok) << key;
    for (const char *key : {"11 03 00", "11 03 e400", "11 03 8000", "11 03 ffffffff1f"})
        EXPECT_EQ(with(key_at, 2, key), Status::malformed) << key;
}

TEST_F(CursorSpelling, CountsAreInTheirBounds) {
    EXPECT_EQ(with(count_at, usual_bytes.size() - count_at, "0000"), Status::malformed) << "no key at all";
    EXPECT_EQ(with(count_at, usual_bytes.size() - count_at, "0100 0001 ff"), Status::ok);
    EXPECT_EQ(with(count_at, 1, "00"), Status::malformed);
    EXPECT_EQ(with(count_at, 2, "0000"), Status::malformed);
    EXPECT_EQ(with(count_at, 1, "21"), Status::malformed);
    EXPECT_EQ(with(count_at, 1, "ff"), Status::malformed);
    EXPECT_EQ(with(listed_at, 1, "00"), Status::ok);
    EXPECT_EQ(with(listed_at, 1, "02"), Status::ok);
    EXPECT_EQ(with(listed_at, 1, "03"), Status::malformed);
    EXPECT_EQ(with(listed_at, 1, "ff"), Status::malformed);

    Octets most(usual_bytes.begin(), usual_bytes.begin() + static_cast<std::ptrdiff_t>(key_at));
    for (const std::size_t count : {max_keys, max_keys + 1}) {
        Octets bytes = most;
        bytes[count_at] = static_cast<std::uint8_t>(count);
        for (std::size_t i = 0; i < count; i++)
            bytes.insert(bytes.end(), {0x00, 0x01});
        bytes.insert(bytes.end(), count, 0xFF);
        EXPECT_EQ(open(sign(bytes, usual.key), usual.key), count == max_keys ? Status::ok : Status::malformed) << count;
    }
}

TEST_F(CursorSpelling, LengthsOfValuesHaveOneSpelling) {
    const auto value = [this](std::string_view prefix, std::size_t size) {
        std::string hex(prefix);
        for (std::size_t i = 0; i < size; i++)
            hex += "5a";
        return with(values_at, 9, hex);
    };
    EXPECT_EQ(value("ff", 0), Status::ok);
    EXPECT_EQ(value("00", 0), Status::ok);
    EXPECT_EQ(value("fd", 253), Status::ok);
    EXPECT_EQ(value("fe00fe", 254), Status::ok);
    EXPECT_EQ(value("fe0100", 256), Status::ok);
    EXPECT_EQ(value("fe0000", 0), Status::malformed);
    EXPECT_EQ(value("fe0008", 8), Status::malformed);
    EXPECT_EQ(value("fe00fd", 253), Status::malformed);
    EXPECT_EQ(value("fd", 252), Status::malformed);
    EXPECT_EQ(value("fe00fe", 253), Status::malformed);
    EXPECT_EQ(value("fe00ff", 254), Status::malformed);
    EXPECT_EQ(value("feffff", 254), Status::malformed);
}

TEST_F(CursorSpelling, WalkStateHasOneSpelling) {
    const auto walk = [this](std::string_view prefix, std::size_t size) {
        Octets bytes = usual_bytes;
        bytes[1] |= 0x40;
        const Octets length = from_hex(prefix);
        bytes.insert(bytes.end(), length.begin(), length.end());
        bytes.insert(bytes.end(), size, 0x5A);
        return open(sign(bytes, usual.key), usual.key);
    };
    EXPECT_EQ(walk("01", 1), Status::ok);
    EXPECT_EQ(walk("8002", 256), Status::ok);
    EXPECT_EQ(walk("", 0), Status::malformed);
    EXPECT_EQ(walk("00", 0), Status::malformed) << "nothing is said by the flag alone";
    EXPECT_EQ(walk("8100", 1), Status::malformed);
    EXPECT_EQ(walk("8102", 257), Status::malformed) << "over its maximum";
    EXPECT_EQ(walk("01", 0), Status::malformed);
    EXPECT_EQ(walk("01", 2), Status::malformed);
    EXPECT_EQ(walk("ffffffff0f", 1), Status::malformed);
}

// The fields a flag announces are missed when it is not set, and missing when it is.
TEST_F(CursorSpelling, FlagsAndFieldsAgree) {
    for (const char *flags : {"00", "18", "30", "50"})
        EXPECT_EQ(with(1, 1, flags), Status::malformed) << flags;
}

TEST_F(CursorSpelling, EverySignedTruncationIsRefused) {
    for (std::size_t size = header_size; size < usual_bytes.size(); size++)
        EXPECT_EQ(with(size, usual_bytes.size() - size, ""), Status::malformed) << size;
    for (std::size_t size = header_size; size < full_bytes.size(); size++) {
        Octets bytes(full_bytes.begin(), full_bytes.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_EQ(open(sign(bytes, last.key), last.key), Status::malformed) << size;
    }
}

TEST_F(CursorSpelling, TrailingBytesAreRefused) {
    for (const char *more : {"00", "ff", "0000", "0100", "00000000000000000000000000000000"}) {
        EXPECT_EQ(with(usual_bytes.size(), 0, more), Status::malformed) << more;
        Octets bytes = full_bytes;
        const Octets trail = from_hex(more);
        bytes.insert(bytes.end(), trail.begin(), trail.end());
        EXPECT_EQ(open(sign(bytes, last.key), last.key), Status::malformed) << more;
    }
}

// Whatever a holder of the key changes in one byte, the outcome is refused or is the one spelling of what it says.
TEST_F(CursorSpelling, WhateverIsAcceptedIsSpelledThatWay) {
    std::size_t accepted = 0;
    for (std::size_t at = 1; at < usual_bytes.size(); at++) {
        for (int c = 0; c < 256; c++) {
            Octets bytes = usual_bytes;
            bytes[at] = static_cast<std::uint8_t>(c);
            const std::string text = sign(bytes, usual.key);
            Opened opened;
            if (open(text, usual.key, opened) != Status::ok)
                continue;
            accepted++;
            ASSERT_EQ(seal(opened.cursor, usual.key), text) << "byte " << at << " value " << c;
        }
    }
    EXPECT_GT(accepted, 40u * 256) << "most bytes are free ones";
}

// --- Limits ---

TEST(CursorLimits, ValuesOfOneCursorTogether) {
    const TestKey made(1);
    const Octets memory(max_value_bytes + 1, 0x5A);
    const auto of_sizes = [&](std::initializer_list<std::size_t> sizes) {
        Cursor cursor = small_cursor();
        cursor.key_count = 0;
        for (const std::size_t size : sizes) {
            cursor.hints[cursor.key_count].column = 1;
            cursor.values[cursor.key_count++] = {false, {memory.data(), size}};
        }
        return cursor;
    };
    EXPECT_EQ(seal_status(of_sizes({2048}), made.key), Status::ok);
    EXPECT_EQ(seal_status(of_sizes({1024, 0, 1024}), made.key), Status::ok);
    EXPECT_EQ(seal_status(of_sizes({2049}), made.key), Status::no_space);
    EXPECT_EQ(seal_status(of_sizes({1024, 1, 1024}), made.key), Status::no_space);
    EXPECT_EQ(seal_status(of_sizes({2048, 1}), made.key), Status::no_space);
    Cursor absurd = of_sizes({1, 1});
    absurd.values[1].bytes = {memory.data(), SIZE_MAX}; // a sum would wrap
    EXPECT_EQ(seal_status(absurd, made.key), Status::no_space);

    // And the same on the way in.
    const auto opened = [&](std::initializer_list<std::size_t> sizes) {
        Octets bytes = unsigned_bytes(small_cursor(), made.key);
        bytes.erase(bytes.end() - 5, bytes.end()); // the counts, the hint and the value
        bytes.insert(bytes.end(), {static_cast<std::uint8_t>(sizes.size()), 0x00});
        for (std::size_t i = 0; i < sizes.size(); i++)
            bytes.insert(bytes.end(), {0x00, 0x01});
        for (const std::size_t size : sizes) {
            if (size > 0xFD)
                bytes.insert(bytes.end(), {0xFE, static_cast<std::uint8_t>(size >> 8)});
            bytes.push_back(static_cast<std::uint8_t>(size));
            bytes.insert(bytes.end(), size, 0x5A);
        }
        return open(sign(bytes, made.key), made.key);
    };
    EXPECT_EQ(opened({2048}), Status::ok);
    EXPECT_EQ(opened({1024, 1024}), Status::ok);
    EXPECT_EQ(opened({2049}), Status::malformed);
    EXPECT_EQ(opened({1024, 1025}), Status::malformed);
    EXPECT_EQ(opened({2048, 1}), Status::malformed);
}

TEST(CursorLimits, WalkState) {
    const TestKey made(1);
    const Octets memory(max_walk_state_bytes + 1, 0x5A);
    Cursor cursor = small_cursor();
    cursor.walk_state = {memory.data(), max_walk_state_bytes};
    EXPECT_EQ(seal_status(cursor, made.key), Status::ok);
    cursor.walk_state = memory;
    EXPECT_EQ(seal_status(cursor, made.key), Status::no_space);
}

TEST(CursorLimits, CountsKeysAndColumns) {
    const TestKey made(1);
    Cursor cursor = small_cursor();
    for (KeyHint &hint : cursor.hints)
        hint.column = 1;
    const auto counts = [&](std::size_t keys, std::size_t listed) {
        cursor.key_count = static_cast<std::uint8_t>(keys);
        cursor.listed_count = static_cast<std::uint8_t>(listed);
        return seal_status(cursor, made.key);
    };
    EXPECT_EQ(counts(32, 32), Status::ok);
    EXPECT_EQ(counts(32, 0), Status::ok);
    EXPECT_EQ(counts(0, 0), Status::malformed);
    EXPECT_EQ(counts(33, 0), Status::malformed);
    EXPECT_EQ(counts(255, 0), Status::malformed);
    EXPECT_EQ(counts(1, 2), Status::malformed);
    cursor.hints[1].column = 0;
    EXPECT_EQ(counts(1, 0), Status::ok);
    EXPECT_EQ(counts(2, 0), Status::malformed);
}

TEST(CursorLimits, KeysThatAreNone) {
    CursorKey key;
    EXPECT_EQ(seal_status(small_cursor(), key), Status::malformed);
    key.id = 1;
    EXPECT_EQ(seal_status(small_cursor(), key), Status::crypto_failure);
    EXPECT_EQ(open(golden_cursors()[2].plain, key), Status::crypto_failure);
    key.id = 0x80000000;
    EXPECT_EQ(seal_status(small_cursor(), key), Status::malformed);
}

TEST(CursorLimits, TheLongestCursorThereIsFits) {
    const TestKey made(last_key);
    const Octets value(64, 0x5A), first(max_value_bytes - 30 * 64, 0x5B), walk(max_walk_state_bytes, 0x5C);
    Cursor cursor = full_cursor();
    cursor.encrypted = true;
    cursor.key_count = max_keys;
    cursor.listed_count = max_keys;
    for (std::size_t i = 0; i < max_keys; i++) {
        cursor.hints[i] = {true, true, true, true, 65535, 0xFFFFFFFF, 0xFFFFFFFF};
        cursor.values[i] = i == 0 ? value_of(first) : i < 31 ? value_of(value) : KeyValue{};
    }
    cursor.walk_state = walk;
    Opened opened;
    const std::string text = seal(cursor, made.key);
    EXPECT_GT(text.size(), 3500u);
    EXPECT_LE(text.size(), max_cursor_text);
    ASSERT_EQ(open(text, made.key, opened), Status::ok);
    EXPECT_EQ(first_difference(opened.cursor, cursor), nullptr);
}

TEST(CursorLimits, TheBufferOfTheCaller) {
    const TestKey made(usual_key);
    const std::string expected = golden_cursors()[0].plain;
    std::string text(expected.size() + 1, '#');
    std::size_t written = 999;
    EXPECT_EQ(cursor_seal(usual_cursor(), made.key, {text.data(), expected.size() - 1}, written), Status::no_space);
    EXPECT_EQ(written, 0u);
    EXPECT_EQ(text, std::string(text.size(), '#'));
    EXPECT_EQ(cursor_seal(usual_cursor(), made.key, {}, written), Status::no_space);
    EXPECT_EQ(cursor_seal(usual_cursor(), made.key, {text.data(), expected.size()}, written), Status::ok);
    EXPECT_EQ(written, expected.size());
    EXPECT_EQ(text, expected + '#');
}

TEST(CursorLimits, TheTextAndTheScratch) {
    SealedCursor sealed;
    Octets scratch(max_cursor_bytes + 100);
    std::string text(max_cursor_text, 'B');
    text.replace(0, 8, "AQABAgME");
    ASSERT_EQ(text.size() % 4, 0u);
    EXPECT_EQ(cursor_decode(text, scratch, sealed), Status::ok);
    EXPECT_EQ(sealed.bytes.size(), max_cursor_bytes);
    EXPECT_EQ(cursor_decode(text + "BBBB", scratch, sealed), Status::malformed);
    EXPECT_EQ(cursor_decode(text + "BA", scratch, sealed), Status::malformed);
    EXPECT_EQ(cursor_decode(text, {scratch.data(), max_cursor_bytes - 1}, sealed), Status::no_space);
    EXPECT_TRUE(sealed.bytes.empty());
    EXPECT_EQ(cursor_decode(text, {scratch.data(), max_cursor_bytes}, sealed), Status::ok);

    // The shortest text with room for a header and a tag, and one byte less.
    EXPECT_EQ(cursor_decode(text.substr(0, 28) + "BA", scratch, sealed), Status::ok);
    EXPECT_EQ(cursor_decode(text.substr(0, 28), scratch, sealed), Status::malformed);
}

// cursor_open trusts no SealedCursor that cursor_decode did not make.
TEST(CursorLimits, SealedBytesOfAnImpossibleSize) {
    const TestKey made(1);
    Cursor cursor;
    Octets bytes(max_cursor_bytes + 1, 0x01);
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{21}, max_cursor_bytes + 1})
        EXPECT_EQ(cursor_open({1, {bytes.data(), size}}, made.key, cursor), Status::malformed) << size;
    EXPECT_EQ(cursor_open({1, {bytes.data(), 22}}, made.key, cursor), Status::forged);
}
