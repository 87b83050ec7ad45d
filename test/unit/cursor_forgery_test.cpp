#include "cursor_kit.hpp"

using namespace kp;
using namespace cursor_kit;

// --- Alterations without the key ---

TEST(CursorForgery, EveryAlteredCharacterIsRefused) {
    for (const Golden &golden : golden_cursors()) {
        const TestKey made(golden.cursor.key_id);
        for (const std::string text : {golden.plain, golden.encrypted}) {
            ASSERT_EQ(open(text, made.key), Status::ok);
            for (std::size_t at = 0; at < text.size(); at++) {
                std::string altered = text;
                for (int c = 0; c < 256; c++) {
                    altered[at] = static_cast<char>(c);
                    if (altered[at] != text[at]) {
                        ASSERT_TRUE(refused(open(altered, made.key))) << golden.name << " at " << at << ": " << altered;
                    }
                }
            }
        }
    }
}

TEST(CursorForgery, EveryFlippedBitIsRefusedAsWhatItIs) {
    for (const Golden &golden : golden_cursors()) {
        const TestKey made(golden.cursor.key_id);
        for (const std::string text : {golden.plain, golden.encrypted}) {
            const Octets bytes = decoded(text);
            for (std::size_t bit = 0; bit < bytes.size() * 8; bit++) {
                Octets altered = bytes;
                altered[bit / 8] = static_cast<std::uint8_t>(altered[bit / 8] ^ 1u << bit % 8);
                Status expected = Status::forged;
                if (bit < 8)
                    expected = Status::unsupported_version;
                else if (bit / 8 == 2 && bit % 8 == 7)
                    expected = Status::malformed; // a key id of 32 bits
                else if (golden.cursor.key_id == 1 && bit == 5 * 8)
                    expected = Status::malformed; // key id 0
                ASSERT_EQ(open(encoded(altered), made.key), expected) << golden.name << " bit " << bit;
            }
        }
    }
}

TEST(CursorForgery, EveryTruncationIsRefused) {
    for (const Golden &golden : golden_cursors()) {
        const TestKey made(golden.cursor.key_id);
        for (const std::string text : {golden.plain, golden.encrypted}) {
            for (std::size_t size = 0; size < text.size(); size++) {
                ASSERT_TRUE(refused(open(text.substr(0, size), made.key))) << golden.name << " to " << size;
                ASSERT_TRUE(refused(open(text.substr(text.size() - size), made.key)))
                    << golden.name << " last " << size;
                ASSERT_TRUE(refused(open(std::string(text).erase(size, 1), made.key)))
                    << golden.name << " less " << size;
            }
        }
    }
}

TEST(CursorForgery, EveryExtensionIsRefused) {
    for (const Golden &golden : golden_cursors()) {
        const TestKey made(golden.cursor.key_id);
        for (const std::string text : {golden.plain, golden.encrypted}) {
            for (const char *more : {"A", "AA", "AAA", "AAAA", "_", "__", "___", "____", "=", "==", " ", "\n"}) {
                for (std::size_t at = 0; at <= text.size(); at++)
                    ASSERT_TRUE(refused(open(std::string(text).insert(at, more), made.key)))
                        << golden.name << " '" << more << "' at " << at;
            }
            for (int c = 0; c < 256; c++)
                ASSERT_TRUE(refused(open(text + static_cast<char>(c), made.key)));
            ASSERT_TRUE(refused(open(text + text, made.key)));
        }
    }
}

TEST(CursorForgery, AnotherKeyIsRefused) {
    const std::string text = seal(usual_cursor(), TestKey(usual_key).key);
    Cursor hidden = usual_cursor();
    hidden.encrypted = true;
    const std::string encrypted = seal(hidden, TestKey(usual_key).key);
    const TestKey other_secret(usual_key, counting(1, 32)), other_id(usual_key + 1);
    EXPECT_EQ(open(text, other_secret.key), Status::forged);
    EXPECT_EQ(open(encrypted, other_secret.key), Status::forged);
    // The same secret under another id: whoever looked the key up took the wrong one.
    EXPECT_EQ(open(text, other_id.key), Status::forged);
    EXPECT_EQ(open(encrypted, other_id.key), Status::forged);
}

// The tag comes first: what a forger writes into the body is never parsed, and no other answer than this one leaks.
TEST(CursorForgery, NothingIsParsedBeforeTheTag) {
    const TestKey made(usual_key);
    for (const std::uint8_t flags : from_hex("80ff048400")) {
        for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{40}, max_cursor_bytes - 22}) {
            Octets bytes = from_hex("010001020304");
            bytes[1] = flags;
            bytes.resize(header_size + size + tag_size, 0xFF);
            EXPECT_EQ(open(encoded(bytes), made.key), Status::forged) << "flags " << int{flags} << " size " << size;
        }
    }
}

TEST(CursorForgery, ADecryptedBodyIsWipedWhenItsTagIsWrong) {
    const TestKey made(usual_key);
    Octets bytes = decoded(golden_cursors()[0].encrypted);
    bytes.back() ^= 1;
    Opened opened;
    ASSERT_EQ(open(encoded(bytes), made.key, opened), Status::forged);
    ASSERT_EQ(opened.sealed.bytes.size(), bytes.size());
    for (std::size_t i = header_size; i < bytes.size() - tag_size; i++)
        ASSERT_EQ(opened.scratch[i], 0) << "byte " << i;
}

// --- Encryption ---

TEST(CursorEncryption, IsAsLongAsPlainAndShowsNothing) {
    for (const Golden &golden : golden_cursors()) {
        const TestKey made(golden.cursor.key_id);
        Cursor cursor = golden.cursor;
        const Octets plain = decoded(seal(cursor, made.key));
        cursor.encrypted = true;
        Octets hidden = decoded(seal(cursor, made.key));
        ASSERT_EQ(hidden.size(), plain.size());
        hidden.erase(hidden.begin(), hidden.begin() + header_size); // which is there to be seen

        // No four bytes of the plain body stand in the encrypted cursor; in the plain one they do.
        for (std::size_t at = header_size; at + 4 <= plain.size() - tag_size; at++) {
            ASSERT_TRUE(contains(plain, &plain[at], 4));
            ASSERT_FALSE(contains(hidden, &plain[at], 4)) << golden.name << " byte " << at;
        }
        for (std::size_t i = 0; i < cursor.key_count; i++) {
            const Bytes bytes = cursor.values[i].bytes;
            if (bytes.size() < 4)
                continue;
            EXPECT_TRUE(contains(plain, bytes.data(), bytes.size()));
            EXPECT_FALSE(contains(hidden, bytes.data(), 4));
        }
    }
}

// Neighbours share no key stream: what differs between two bodies does not show as what differs between two cursors.
TEST(CursorEncryption, TwoPositionsDoNotShareAKeyStream) {
    const TestKey made(usual_key);
    Cursor cursor = usual_cursor();
    cursor.encrypted = true;
    const Octets one = decoded(seal(cursor, made.key));
    static const Octets next = from_hex("8000000000bc614f");
    cursor.values[1] = value_of(next);
    const Octets two = decoded(seal(cursor, made.key));
    std::size_t same = 0;
    for (std::size_t i = header_size; i < one.size() - tag_size; i++)
        same += one[i] == two[i];
    EXPECT_LT(same, 6u) << "of 55 bytes";
}

TEST(CursorEncryption, TheFlagIsUnderTheTag) {
    const TestKey made(usual_key);
    Octets plain = decoded(golden_cursors()[0].plain), hidden = decoded(golden_cursors()[0].encrypted);
    plain[1] ^= 0x04;
    hidden[1] ^= 0x04;
    EXPECT_EQ(open(encoded(plain), made.key), Status::forged);
    EXPECT_EQ(open(encoded(hidden), made.key), Status::forged);
}
