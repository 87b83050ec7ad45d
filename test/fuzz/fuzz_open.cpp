// Opening arbitrary bytes, twice over:
//
// 1. as the text that a client sends: nothing but a cursor of the key opens, and a refused one says nothing;
// 2. as what a holder of the key signed: the first byte is taken as the flags and the rest as the body, so that the
//    parser behind the tag meets arbitrary bytes too.
//
// In both, whatever opens is sealed again and must come out as it went in: one spelling.
#include "fuzz.hpp"
#include "same_cursor.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

using namespace kp;

namespace {

constexpr std::size_t header_size = 6;
constexpr std::size_t tag_size = 16;
constexpr std::uint8_t flag_encrypted = 0x04;

void open_and_seal_again(std::string_view text, Status expected_refusal) {
    const CursorKey &key = fuzz_key();
    // As long as it has to be and no longer, so that the sanitizer sees one byte more. Longer texts are refused unread.
    std::vector<std::uint8_t> scratch(std::min(base64url_decoded_size(text.size()), max_cursor_bytes));
    SealedCursor sealed;
    Cursor cursor;
    Status status = cursor_decode(text, scratch, sealed);
    require(status == Status::ok || status == Status::malformed || status == Status::unsupported_version,
            "decoding has three outcomes");
    if (status != Status::ok)
        return;

    cursor.key_count = 77;
    status = cursor_open(sealed, key, cursor);
    if (status != Status::ok) {
        const Cursor blank;
        require(status == expected_refusal, "a cursor is refused for the right reason");
        require(first_difference(cursor, blank) == nullptr, "a refused cursor says nothing");
        return;
    }

    char again[max_cursor_text];
    std::size_t written = 0;
    require(cursor_seal(cursor, key, again, written) == Status::ok, "what was opened can be sealed");
    require(std::string_view(again, written) == text, "a cursor has one spelling");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    open_and_seal_again({reinterpret_cast<const char *>(data), size}, Status::forged);

    if (size == 0 || size - 1 > max_cursor_bytes - header_size - tag_size)
        return 0;
    const CursorKey &key = fuzz_key();
    std::uint8_t bytes[max_cursor_bytes] = {1, data[0], 0x01, 0x02, 0x03, 0x04};
    std::memcpy(bytes + header_size, data + 1, size - 1);
    const std::size_t tag_at = header_size + size - 1;

    std::uint8_t mac[mac_size];
    require(mac_compute(key.mac, {bytes, tag_at}, {}, mac) == Status::ok, "a MAC is computed");
    std::memcpy(bytes + tag_at, mac, tag_size);
    if ((data[0] & flag_encrypted) != 0) {
        std::uint8_t counter[cipher_counter_size];
        std::memcpy(counter, mac, sizeof counter);
        require(aes256_ctr(key.cipher, counter, {bytes + header_size, size - 1}) == Status::ok, "a body is encrypted");
    }
    char text[max_cursor_text];
    base64url_encode({bytes, tag_at + tag_size}, text);
    open_and_seal_again({text, base64url_encoded_size(tag_at + tag_size)}, Status::malformed);
    return 0;
}
