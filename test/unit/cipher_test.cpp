#include "cipher.hpp"
#include "hex.hpp"

#include <algorithm>
#include <gtest/gtest.h>

using namespace kp;

namespace {

struct CtrVector {
    std::uint8_t key[cipher_key_size];
    std::uint8_t counter[cipher_counter_size];
    Octets plain, sealed;
};

// NIST SP 800-38A appendix F.5.5 and F.5.6, CTR-AES256.
CtrVector nist_vector() {
    CtrVector vector = {};
    const Octets key = from_hex("603deb1015ca71be2b73aef0857d7781 1f352c073b6108d72d9810a30914dff4");
    const Octets counter = from_hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
    std::copy(key.begin(), key.end(), vector.key);
    std::copy(counter.begin(), counter.end(), vector.counter);
    vector.plain = from_hex("6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51"
                            "30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710");
    vector.sealed = from_hex("601ec313775789a5b7a7f504bbf3d228 f443e3ca4d62b59aca84e990cacaf5c5"
                             "2b0930daa23de94ce87017ba2d84988d dfc9c58db67aada613c2dd08457941a6");
    return vector;
}

} // namespace

TEST(Cipher, VectorOfTheStandard) {
    const CtrVector vector = nist_vector();
    Octets data = vector.plain;
    ASSERT_EQ(aes256_ctr(vector.key, vector.counter, data), Status::ok);
    EXPECT_EQ(to_hex(data), to_hex(vector.sealed));
    ASSERT_EQ(aes256_ctr(vector.key, vector.counter, data), Status::ok);
    EXPECT_EQ(to_hex(data), to_hex(vector.plain));
}

// A cursor's body is no whole number of blocks.
TEST(Cipher, EveryLengthIsTheFrontOfTheStream) {
    const CtrVector vector = nist_vector();
    for (std::size_t size = 0; size < vector.plain.size(); size++) {
        Octets data = vector.plain;
        ASSERT_EQ(aes256_ctr(vector.key, vector.counter, {data.data(), size}), Status::ok);
        for (std::size_t i = 0; i < data.size(); i++)
            ASSERT_EQ(data[i], i < size ? vector.sealed[i] : vector.plain[i]) << "size " << size << " byte " << i;
    }
}

// The counter is of 128 bits: all ones is followed by zero, so the second block is the first one of counter zero.
TEST(Cipher, CounterWrapsOverAllOfItsBits) {
    const CtrVector vector = nist_vector();
    const std::uint8_t zero[cipher_counter_size] = {};
    std::uint8_t ones[cipher_counter_size];
    std::fill(std::begin(ones), std::end(ones), std::uint8_t{0xFF});
    Octets from_ones(32), from_zero(16);
    ASSERT_EQ(aes256_ctr(vector.key, ones, from_ones), Status::ok);
    ASSERT_EQ(aes256_ctr(vector.key, zero, from_zero), Status::ok);
    EXPECT_EQ(to_hex(from_ones.data() + 16, 16), to_hex(from_zero));
    EXPECT_NE(to_hex(from_ones.data(), 16), to_hex(from_zero));
}

TEST(Cipher, NothingIsNothing) {
    const CtrVector vector = nist_vector();
    EXPECT_EQ(aes256_ctr(vector.key, vector.counter, {}), Status::ok);
}
