#include "mac.hpp"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

namespace kp {

namespace {

// Fetching an algorithm costs more than using it, so each is fetched at its first use and kept for the life of the
// process. Plain pointers that start as null: one thread runs here, and no constructor has to run at load.
EVP_MAC *hmac_algorithm = nullptr;
EVP_KDF *hkdf_algorithm = nullptr;

char digest_name[] = "SHA256"; // OSSL_PARAM wants it writable and does not write it

// libcrypto takes null for "keep the key you have", which an empty key must not turn into.
const std::uint8_t *never_null(Bytes bytes) {
    static constexpr std::uint8_t nothing = 0;
    return bytes.data() != nullptr ? bytes.data() : &nothing;
}

OSSL_PARAM octets(const char *name, Bytes bytes) {
    return OSSL_PARAM_construct_octet_string(name, const_cast<std::uint8_t *>(never_null(bytes)), bytes.size());
}

// A Mac is an EVP_MAC_CTX and nothing around it: the name only keeps libcrypto out of the header.
EVP_MAC_CTX *context_of(Mac *mac) {
    return reinterpret_cast<EVP_MAC_CTX *>(mac);
}

} // namespace

Mac *mac_create(Bytes key) {
    if (hmac_algorithm == nullptr && (hmac_algorithm = EVP_MAC_fetch(nullptr, "HMAC", nullptr)) == nullptr)
        return nullptr;

    EVP_MAC_CTX *context = EVP_MAC_CTX_new(hmac_algorithm);
    if (context == nullptr)
        return nullptr;

    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest_name, 0),
                                 OSSL_PARAM_construct_end()};
    if (EVP_MAC_init(context, never_null(key), key.size(), params) != 1) {
        EVP_MAC_CTX_free(context);
        return nullptr;
    }
    return reinterpret_cast<Mac *>(context);
}

void mac_destroy(Mac *mac) {
    EVP_MAC_CTX_free(context_of(mac));
}

Status mac_compute(Mac *mac, Bytes first, Bytes second, std::uint8_t (&out)[mac_size]) {
    EVP_MAC_CTX *context = context_of(mac);
    std::size_t length = 0;

    // No key and no digest: back to the padded key that was hashed at creation. Several times cheaper than keying.
    if (context == nullptr || EVP_MAC_init(context, nullptr, 0, nullptr) != 1)
        return Status::crypto_failure;
    if (!first.empty() && EVP_MAC_update(context, first.data(), first.size()) != 1)
        return Status::crypto_failure;
    if (!second.empty() && EVP_MAC_update(context, second.data(), second.size()) != 1)
        return Status::crypto_failure;
    if (EVP_MAC_final(context, out, &length, sizeof out) != 1 || length != mac_size)
        return Status::crypto_failure;
    return Status::ok;
}

Status hkdf_sha256(Bytes secret, Bytes salt, Bytes info, MutableBytes out) {
    if (hkdf_algorithm == nullptr && (hkdf_algorithm = EVP_KDF_fetch(nullptr, "HKDF", nullptr)) == nullptr)
        return Status::crypto_failure;

    EVP_KDF_CTX *context = EVP_KDF_CTX_new(hkdf_algorithm);
    if (context == nullptr)
        return Status::crypto_failure;

    // An absent salt is libcrypto's default of HashLen zeros too; an empty one it would have to be trusted with.
    OSSL_PARAM params[5];
    OSSL_PARAM *param = params;
    *param++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest_name, 0);
    *param++ = octets(OSSL_KDF_PARAM_KEY, secret);
    if (!salt.empty())
        *param++ = octets(OSSL_KDF_PARAM_SALT, salt);
    if (!info.empty())
        *param++ = octets(OSSL_KDF_PARAM_INFO, info);
    *param = OSSL_PARAM_construct_end();

    const int done = EVP_KDF_derive(context, out.data(), out.size(), params);
    EVP_KDF_CTX_free(context);
    if (done != 1) {
        wipe(out);
        return Status::crypto_failure;
    }
    return Status::ok;
}

bool equal_in_constant_time(Bytes a, Bytes b) {
    return a.size() == b.size() && CRYPTO_memcmp(never_null(a), never_null(b), a.size()) == 0;
}

void wipe(MutableBytes bytes) {
    if (!bytes.empty())
        OPENSSL_cleanse(bytes.data(), bytes.size());
}

} // namespace kp
