#include "fingerprint.hpp"
#include "hex.hpp"

#include <gtest/gtest.h>

using namespace kp;

namespace {

std::string print_of(std::string_view purpose, Bytes message) {
    Fingerprint out = {{1, 2, 3, 4, 5, 6, 7, 8}};
    EXPECT_EQ(fingerprint(purpose, message, out), Status::ok);
    return to_hex(out.bytes, sizeof out.bytes);
}

} // namespace

// From `printf '\010relationpublic.incidents' | sha256sum` and the like.
TEST(Fingerprint, KnownValues) {
    EXPECT_EQ(print_of("relation", octets("public.incidents")), "4725133a2d42651d");
    EXPECT_EQ(print_of("", {}), "6e340b9cffb37a98");
}

TEST(Fingerprint, PurposeAndMessageDoNotRunIntoEachOther) {
    EXPECT_NE(print_of("filter", octets("x")), print_of("filte", octets("rx")));
    EXPECT_NE(print_of("relation", octets("x")), print_of("filter", octets("x")));
    EXPECT_NE(print_of("filter", octets("x")), print_of("filter", octets("y")));
}

TEST(Fingerprint, CallsAreIndependent) {
    const std::string first = print_of("relation", octets("public.incidents"));
    print_of("ordering", Octets(1000, 'x'));
    EXPECT_EQ(print_of("relation", octets("public.incidents")), first);
}

TEST(Fingerprint, EqualityIsOfEveryByte) {
    const Fingerprint a = {{1, 2, 3, 4, 5, 6, 7, 8}};
    for (std::size_t i = 0; i < sizeof a.bytes; i++) {
        Fingerprint b = a;
        EXPECT_TRUE(a == b);
        b.bytes[i] ^= 0x80;
        EXPECT_FALSE(a == b) << "byte " << i;
    }
}

TEST(Fingerprint, PurposeFitsItsLengthByte) {
    Fingerprint out = {{1, 2, 3, 4, 5, 6, 7, 8}};
    EXPECT_EQ(fingerprint(std::string(255, 'p'), {}, out), Status::ok);
    EXPECT_NE(out, Fingerprint{});
    EXPECT_EQ(fingerprint(std::string(256, 'p'), {}, out), Status::malformed);
    EXPECT_EQ(out, Fingerprint{}) << "an answer was left behind";
}
