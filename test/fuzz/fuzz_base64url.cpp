// base64url both ways: what decodes has been the only spelling of its bytes, and all bytes come back.
#include "base64url.hpp"
#include "fuzz.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace kp;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char *>(data), size);

    // Buffers are as long as they have to be and no longer, so that the sanitizer sees one byte more.
    std::vector<std::uint8_t> decoded(base64url_decoded_size(size));
    std::size_t written = 999;
    const Status status = base64url_decode(text, decoded, written);
    const bool digits = std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
    if (status == Status::ok) {
        require(digits && size % 4 != 1, "only digits in a possible number decode");
        require(written == decoded.size(), "every byte is counted");
        std::string again(base64url_encoded_size(written), '#');
        base64url_encode(decoded, again.data());
        require(again == text, "bytes have one spelling");
    } else {
        require(status == Status::malformed && written == 0, "what does not decode is malformed");
        require(!digits || size % 4 != 0, "whole groups of digits always decode");
    }
    if (!decoded.empty())
        require(base64url_decode(text, {decoded.data(), decoded.size() - 1}, written) ==
                    (size % 4 == 1 ? Status::malformed : Status::no_space),
                "room is asked for when it is missing");

    std::string encoded(base64url_encoded_size(size), '#');
    base64url_encode({data, size}, encoded.data());
    std::vector<std::uint8_t> back(size);
    require(base64url_decode(encoded, back, written) == Status::ok, "what was encoded decodes");
    require(written == size && std::equal(back.begin(), back.end(), data), "all bytes come back");
    return 0;
}
