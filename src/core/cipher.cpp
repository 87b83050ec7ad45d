#include "cipher.hpp"

#include <climits>
#include <openssl/evp.h>

namespace kp {

namespace {

EVP_CIPHER *aes_algorithm = nullptr; // fetched at its first use and kept, as in mac.cpp

} // namespace

Status aes256_ctr(const std::uint8_t (&key)[cipher_key_size], const std::uint8_t (&counter)[cipher_counter_size],
                  MutableBytes data) {
    if (data.empty())
        return Status::ok;
    if (data.size() > INT_MAX) // libcrypto counts in int
        return Status::no_space;
    if (aes_algorithm == nullptr && (aes_algorithm = EVP_CIPHER_fetch(nullptr, "AES-256-CTR", nullptr)) == nullptr)
        return Status::crypto_failure;

    // Not kept between calls: freeing it is what wipes the key schedule.
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (context == nullptr)
        return Status::crypto_failure;

    // A stream: what is to be written comes out of the update, and there is no last block to ask for.
    const int size = static_cast<int>(data.size());
    int done = 0;
    const bool ok = EVP_EncryptInit_ex2(context, aes_algorithm, key, counter, nullptr) == 1 &&
                    EVP_EncryptUpdate(context, data.data(), &done, data.data(), size) == 1 && done == size;
    EVP_CIPHER_CTX_free(context);
    return ok ? Status::ok : Status::crypto_failure;
}

} // namespace kp
