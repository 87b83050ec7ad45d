#include "hex.hpp"
#include "mac.hpp"

#include <gtest/gtest.h>

using namespace kp;

namespace {

struct MacVector {
    std::string_view name;
    Octets key, data;
    std::string_view tag; // hexadecimal; the fifth case prints only the front
};

// RFC 4231 sections 4.2 to 4.8, HMAC-SHA-256.
const MacVector mac_vectors[] = {
    {"1", Octets(20, 0x0b), octets("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
    {"2", octets("Jefe"), octets("what do ya want for nothing?"),
     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
    {"3", Octets(20, 0xaa), Octets(50, 0xdd), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
    {"4", from_hex("0102030405060708090a0b0c0d0e0f10111213141516171819"), Octets(50, 0xcd),
     "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
    {"5", Octets(20, 0x0c), octets("Test With Truncation"), "a3b6167473100ee06e0c796c2955552b"},
    {"6", Octets(131, 0xaa), octets("Test Using Larger Than Block-Size Key - Hash Key First"),
     "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
    {"7", Octets(131, 0xaa),
     octets("This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
            "hashed before being used by the HMAC algorithm."),
     "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
};

std::string tag_of(Mac *mac, Bytes first, Bytes second) {
    std::uint8_t out[mac_size] = {};
    EXPECT_EQ(mac_compute(mac, first, second, out), Status::ok);
    return to_hex(out, sizeof out);
}

std::string derive(Bytes secret, Bytes salt, Bytes info, std::size_t size) {
    Octets out(size);
    EXPECT_EQ(hkdf_sha256(secret, salt, info, out), Status::ok);
    return to_hex(out);
}

Octets counting(unsigned from, unsigned to) {
    Octets bytes;
    for (unsigned value = from; value <= to; value++)
        bytes.push_back(static_cast<std::uint8_t>(value));
    return bytes;
}

} // namespace

TEST(Mac, VectorsOfTheRfc) {
    for (const MacVector &vector : mac_vectors) {
        Mac *mac = mac_create(vector.key);
        ASSERT_NE(mac, nullptr);
        EXPECT_EQ(tag_of(mac, vector.data, {}).substr(0, vector.tag.size()), vector.tag) << "case " << vector.name;
        mac_destroy(mac);
    }
}

// The context is kept: a message must leave no trace in the tag of the next.
TEST(Mac, MessagesOfOneKeyAreIndependent) {
    Mac *mac = mac_create(octets("Jefe"));
    ASSERT_NE(mac, nullptr);
    for (int round = 0; round < 3; round++) {
        EXPECT_EQ(tag_of(mac, octets("what do ya want for nothing?"), {}), mac_vectors[1].tag);
        EXPECT_NE(tag_of(mac, octets("something else, and longer than one block of the hash, which is 64 bytes"), {}),
                  mac_vectors[1].tag);
    }
    mac_destroy(mac);
}

TEST(Mac, KeysDoNotMix) {
    Mac *one = mac_create(mac_vectors[0].key);
    Mac *two = mac_create(mac_vectors[1].key);
    ASSERT_NE(one, nullptr);
    ASSERT_NE(two, nullptr);
    EXPECT_EQ(tag_of(one, mac_vectors[0].data, {}), mac_vectors[0].tag);
    EXPECT_EQ(tag_of(two, mac_vectors[1].data, {}), mac_vectors[1].tag);
    mac_destroy(two);
    EXPECT_EQ(tag_of(one, mac_vectors[0].data, {}), mac_vectors[0].tag);
    mac_destroy(one);
}

TEST(Mac, TwoPartsAreOneMessage) {
    Mac *mac = mac_create(octets("Jefe"));
    ASSERT_NE(mac, nullptr);
    const Octets message = octets("what do ya want for nothing?");
    for (std::size_t cut = 0; cut <= message.size(); cut++)
        EXPECT_EQ(tag_of(mac, {message.data(), cut}, {message.data() + cut, message.size() - cut}), mac_vectors[1].tag);
    mac_destroy(mac);
}

TEST(Mac, EmptyKeyAndEmptyMessage) {
    Mac *mac = mac_create({});
    ASSERT_NE(mac, nullptr);
    for (int round = 0; round < 2; round++)
        EXPECT_EQ(tag_of(mac, {}, {}), "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
    mac_destroy(mac);
}

TEST(Mac, NoMacIsAnErrorAndNotACrash) {
    std::uint8_t out[mac_size];
    EXPECT_EQ(mac_compute(nullptr, {}, {}, out), Status::crypto_failure);
    mac_destroy(nullptr);
}

// RFC 5869 appendix A.1 to A.3.
TEST(Hkdf, VectorsOfTheRfc) {
    EXPECT_EQ(derive(Octets(22, 0x0b), counting(0x00, 0x0c), counting(0xf0, 0xf9), 42),
              "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
    EXPECT_EQ(derive(counting(0x00, 0x4f), counting(0x60, 0xaf), counting(0xb0, 0xff), 82),
              "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
              "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87");
    EXPECT_EQ(derive(Octets(22, 0x0b), {}, {}, 42),
              "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8");
}

TEST(Hkdf, AnEmptySaltIsHashLenZeros) {
    const Octets secret = octets("secret"), info = octets("info");
    EXPECT_EQ(derive(secret, {}, info, 32), derive(secret, Octets(32, 0), info, 32));
}

TEST(Hkdf, PurposesGetKeysOfTheirOwn) {
    const Octets secret = octets("secret");
    EXPECT_NE(derive(secret, {}, octets("one"), 32), derive(secret, {}, octets("two"), 32));
}

TEST(Hkdf, RefusesMoreThanTheRfcAllows) {
    Octets out(255 * 32 + 1, 0xA5);
    EXPECT_EQ(hkdf_sha256(octets("secret"), {}, {}, out), Status::crypto_failure);
    EXPECT_EQ(out, Octets(out.size(), 0)) << "half a key was left behind";
    out.pop_back();
    EXPECT_EQ(hkdf_sha256(octets("secret"), {}, {}, out), Status::ok);
}

TEST(EqualInConstantTime, FindsADifferenceAtEveryBit) {
    const Octets a = counting(0, 31);
    EXPECT_TRUE(equal_in_constant_time(a, Octets(a)));
    for (std::size_t at = 0; at < a.size(); at++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            Octets b = a;
            b[at] = static_cast<std::uint8_t>(b[at] ^ 1u << bit);
            EXPECT_FALSE(equal_in_constant_time(a, b)) << "byte " << at << " bit " << bit;
            EXPECT_FALSE(equal_in_constant_time(b, a));
        }
    }
}

TEST(EqualInConstantTime, SizesDiffer) {
    const Octets a = counting(0, 15);
    EXPECT_FALSE(equal_in_constant_time(a, {a.data(), 15}));
    EXPECT_FALSE(equal_in_constant_time({a.data(), 15}, a));
    EXPECT_FALSE(equal_in_constant_time(a, {}));
    EXPECT_TRUE(equal_in_constant_time({a.data(), 15}, {a.data(), 15}));
    EXPECT_TRUE(equal_in_constant_time({}, {}));
    EXPECT_TRUE(equal_in_constant_time({a.data(), std::size_t{0}}, {}));
}

TEST(Wipe, OverwritesAllOfIt) {
    Octets bytes = counting(1, 40);
    wipe({bytes.data() + 1, 38});
    EXPECT_EQ(bytes.front(), 1);
    EXPECT_EQ(bytes.back(), 40);
    for (std::size_t i = 1; i < 39; i++)
        EXPECT_EQ(bytes[i], 0);
    wipe({});
}
