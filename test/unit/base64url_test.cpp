#include "base64url.hpp"
#include "hex.hpp"

#include <gtest/gtest.h>
#include <set>

using namespace kp;

namespace {

std::string encode(const Octets &bytes) {
    std::string text(base64url_encoded_size(bytes.size()) + 1, '#');
    base64url_encode(bytes, text.data());
    EXPECT_EQ(text.back(), '#') << "wrote behind its end";
    text.pop_back();
    return text;
}

Status decode(std::string_view text, Octets &bytes) {
    bytes.assign(base64url_decoded_size(text.size()) + 1, 0xA5);
    std::size_t written = 999;
    const Status status = base64url_decode(text, bytes, written);
    EXPECT_EQ(bytes.back(), 0xA5) << "wrote behind its end";
    EXPECT_EQ(written, status == Status::ok ? base64url_decoded_size(text.size()) : 0);
    bytes.resize(written);
    return status;
}

Status decode(std::string_view text) {
    Octets bytes;
    return decode(text, bytes);
}

} // namespace

// RFC 4648 section 10 without the padding.
TEST(Base64url, VectorsOfTheRfc) {
    const struct {
        std::string_view plain, text;
    } vectors[] = {
        {"", ""},           {"f", "Zg"},          {"fo", "Zm8"},          {"foo", "Zm9v"},
        {"foob", "Zm9vYg"}, {"fooba", "Zm9vYmE"}, {"foobar", "Zm9vYmFy"},
    };
    for (const auto &vector : vectors) {
        Octets bytes;
        EXPECT_EQ(encode(octets(vector.plain)), vector.text);
        EXPECT_EQ(decode(vector.text, bytes), Status::ok) << vector.text;
        EXPECT_EQ(bytes, octets(vector.plain));
    }
}

// Section 5: the two characters in which the URL alphabet differs.
TEST(Base64url, AlphabetIsTheOneForUrls) {
    EXPECT_EQ(encode(from_hex("fbefbe")), "----");
    EXPECT_EQ(encode(from_hex("ffffff")), "____");
    EXPECT_EQ(
        encode(from_hex("00108310518720928b30d38f41149351559761969b71d79f8218a39259a7a29aabb2dbafc31cb3d35db7e39ebb"
                        "f3dfbf")),
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
}

TEST(Base64url, EveryShortByteStringRoundTrips) {
    for (unsigned value = 0; value < 0x10000; value++) {
        const Octets two = {static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
        const Octets three = {0x5A, two[0], two[1]};
        Octets back;
        ASSERT_EQ(decode(encode(two), back), Status::ok);
        ASSERT_EQ(back, two);
        ASSERT_EQ(decode(encode(three), back), Status::ok);
        ASSERT_EQ(back, three);
    }
}

TEST(Base64url, RefusesEveryOtherCharacterAtEveryPlace) {
    const std::set<char> alphabet = [] {
        const std::string_view text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        return std::set<char>(text.begin(), text.end());
    }();
    ASSERT_EQ(alphabet.size(), 64u);
    for (const std::string_view text : {"AAAAAAAA", "AAAAAAA", "AAAAAA"}) {
        for (std::size_t at = 0; at < text.size(); at++) {
            for (int c = 0; c < 256; c++) {
                std::string other(text);
                other[at] = static_cast<char>(c);
                const bool last_of_a_tail = at + 1 == text.size() && text.size() % 4 != 0;
                if (alphabet.count(other[at]) == 0) {
                    EXPECT_EQ(decode(other), Status::malformed) << "character " << c << " at " << at;
                } else if (!last_of_a_tail) {
                    EXPECT_EQ(decode(other), Status::ok) << other;
                }
            }
        }
    }
}

TEST(Base64url, RefusesPaddingBlanksAndTheOtherAlphabet) {
    for (const std::string_view text :
         {"Zg==", "Zm8=", "Zg=", "Zm 9v", " Zm9v", "Zm9v\n", "Zm9v ", "++++", "////", "Zm9v.", "Zm%39"})
        EXPECT_EQ(decode(text), Status::malformed) << text;
    EXPECT_EQ(decode(std::string_view("Zm\0v", 4)), Status::malformed);
}

// Of the digits that could end a tail only those count whose unused bits are zero.
TEST(Base64url, RefusesBitsThatNoByteTakes) {
    int two = 0, three = 0;
    for (const char c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")) {
        Octets bytes;
        std::string text = std::string("Z") + c;
        if (decode(text, bytes) == Status::ok) {
            EXPECT_EQ(encode(bytes), text);
            two++;
        }
        text = std::string("Zm") + c;
        if (decode(text, bytes) == Status::ok) {
            EXPECT_EQ(encode(bytes), text);
            three++;
        }
    }
    EXPECT_EQ(two, 4);
    EXPECT_EQ(three, 16);
    EXPECT_EQ(decode("Zh"), Status::malformed);
    EXPECT_EQ(decode("Zm9"), Status::malformed);
}

TEST(Base64url, RefusesLengthsThatStandForNothing) {
    for (const std::string_view text : {"A", "AAAAA", "AAAAAAAAA"})
        EXPECT_EQ(decode(text), Status::malformed) << text;
}

TEST(Base64url, AsksForTheRoomItNeeds) {
    std::uint8_t small[5] = {9, 9, 9, 9, 9};
    std::size_t written = 7;
    EXPECT_EQ(base64url_decode("Zm9vYmFy", small, written), Status::no_space);
    EXPECT_EQ(written, 0u);
    EXPECT_EQ(small[0], 9);
    EXPECT_EQ(base64url_decode("Zm9vYmE", small, written), Status::ok);
    EXPECT_EQ(written, 5u);
    EXPECT_EQ(base64url_decode("", {}, written), Status::ok);
    EXPECT_EQ(written, 0u);
}

TEST(Base64url, SizesAgree) {
    for (std::size_t n = 0; n < 300; n++) {
        EXPECT_EQ(base64url_decoded_size(base64url_encoded_size(n)), n);
        EXPECT_NE(base64url_encoded_size(n) % 4, 1u);
    }
}
