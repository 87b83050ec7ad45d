#include "fingerprint.hpp"

#include <cstring>
#include <openssl/evp.h>

namespace kp {

namespace {

// Both kept from the first use on, as in mac.cpp: no key ever enters this context.
EVP_MD *sha256_algorithm = nullptr;
EVP_MD_CTX *sha256_context = nullptr;

} // namespace

Status fingerprint(std::string_view purpose, Bytes message, Fingerprint &out) {
    out = Fingerprint{};
    if (purpose.size() > 255)
        return Status::malformed;
    if (sha256_algorithm == nullptr && (sha256_algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr)) == nullptr)
        return Status::crypto_failure;
    if (sha256_context == nullptr && (sha256_context = EVP_MD_CTX_new()) == nullptr)
        return Status::crypto_failure;

    const std::uint8_t length = static_cast<std::uint8_t>(purpose.size());
    std::uint8_t digest[32];
    if (EVP_DigestInit_ex2(sha256_context, sha256_algorithm, nullptr) != 1 ||
        EVP_DigestUpdate(sha256_context, &length, sizeof length) != 1 ||
        EVP_DigestUpdate(sha256_context, purpose.data(), purpose.size()) != 1 ||
        EVP_DigestUpdate(sha256_context, message.data(), message.size()) != 1 ||
        EVP_DigestFinal_ex(sha256_context, digest, nullptr) != 1)
        return Status::crypto_failure;
    std::memcpy(out.bytes, digest, sizeof out.bytes);
    return Status::ok;
}

} // namespace kp
