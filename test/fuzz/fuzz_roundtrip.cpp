// Cursors made from the fuzzer's bytes, inside the limits and outside of them: sealing refuses exactly what cannot be
// carried, opening gives back every field, and no altered character passes.
#include "fuzz.hpp"
#include "same_cursor.hpp"

#include <fuzzer/FuzzedDataProvider.h>
#include <vector>

using namespace kp;

namespace {

Fingerprint take_print(FuzzedDataProvider &from) {
    Fingerprint print = {};
    from.ConsumeData(print.bytes, sizeof print.bytes);
    return print;
}

KeyHint take_hint(FuzzedDataProvider &from) {
    KeyHint hint;
    const std::uint8_t flags = from.ConsumeIntegral<std::uint8_t>();
    hint.descending = (flags & 1) != 0;
    hint.nulls_first = (flags & 2) != 0;
    hint.expression = (flags & 4) != 0;
    hint.own_operators = (flags & 8) != 0;
    hint.column = (flags & 16) != 0 ? from.ConsumeIntegral<std::uint16_t>() : std::uint16_t{1};
    if (hint.expression || hint.own_operators)
        hint.index = from.ConsumeIntegral<std::uint32_t>();
    if ((flags & 32) != 0)
        hint.collation = from.ConsumeIntegral<std::uint32_t>();
    return hint;
}

// The status that sealing must return, said in other words than cursor.cpp's.
Status expected_status(const Cursor &cursor) {
    if (cursor.key_count < 1 || cursor.key_count > max_keys || cursor.listed_count > cursor.key_count)
        return Status::malformed;
    std::size_t total = 0;
    Status status = Status::ok;
    for (std::size_t i = 0; i < cursor.key_count && status == Status::ok; i++) {
        total += cursor.values[i].bytes.size();
        if (cursor.hints[i].column == 0)
            status = Status::malformed;
        else if (total > max_value_bytes)
            status = Status::no_space;
    }
    if (status == Status::ok && cursor.walk_state.size() > max_walk_state_bytes)
        status = Status::no_space;
    return status;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    FuzzedDataProvider from(data, size);
    const CursorKey &key = fuzz_key();
    std::vector<std::vector<std::uint8_t>> memory;
    memory.reserve(max_keys + 1); // the cursor points into it

    Cursor cursor;
    const std::uint8_t flags = from.ConsumeIntegral<std::uint8_t>();
    cursor.key_id = key.id;
    cursor.direction = (flags & 1) != 0 ? Direction::prev : Direction::next;
    cursor.inclusive = (flags & 2) != 0;
    cursor.encrypted = (flags & 4) != 0;
    cursor.expires = (flags & 8) != 0;
    cursor.filtered = (flags & 16) != 0;
    cursor.role_bound = (flags & 32) != 0;
    const std::size_t room = from.ConsumeIntegralInRange<std::size_t>(0, max_cursor_text);
    const std::size_t altered_at = from.ConsumeIntegral<std::uint16_t>();
    const char altered_to = static_cast<char>(from.ConsumeIntegral<std::uint8_t>());

    cursor.key_count = from.ConsumeIntegralInRange<std::uint8_t>(0, max_keys + 1);
    cursor.listed_count = from.ConsumeIntegralInRange<std::uint8_t>(0, max_keys + 1);
    cursor.whole_tie = from.ConsumeBool();
    for (std::size_t i = 0; i < max_keys && i < cursor.key_count; i++) {
        cursor.hints[i] = take_hint(from);
        if (from.ConsumeBool())
            continue;
        memory.push_back(from.ConsumeBytes<std::uint8_t>(from.ConsumeIntegralInRange<std::size_t>(0, 2100)));
        cursor.values[i] = {false, memory.back()};
    }
    if ((flags & 64) != 0) {
        memory.push_back(from.ConsumeBytes<std::uint8_t>(from.ConsumeIntegralInRange<std::size_t>(0, 260)));
        cursor.walk_state = memory.back();
    }
    cursor.issued_at = from.ConsumeIntegral<std::uint32_t>();
    if (cursor.expires)
        cursor.expires_at = from.ConsumeIntegral<std::uint32_t>();
    cursor.relation = take_print(from);
    cursor.ordering = take_print(from);
    if (cursor.filtered)
        cursor.filter = take_print(from);
    if (cursor.role_bound)
        cursor.role = take_print(from);
    cursor.relation_hint = from.ConsumeIntegral<std::uint32_t>();

    char text[max_cursor_text + 1];
    text[max_cursor_text] = '#';
    std::size_t written = 999;
    const Status status = cursor_seal(cursor, key, {text, max_cursor_text}, written);
    require(status == expected_status(cursor), "sealing refuses exactly what cannot be carried");
    require(text[max_cursor_text] == '#', "the writer stays in its buffer");
    if (status != Status::ok) {
        require(written == 0, "a refused cursor has no text");
        return 0;
    }

    // Into exactly as much memory as there is said to be, so that the sanitizer sees one byte more.
    std::vector<char> exact(room);
    std::size_t exact_written = 0;
    const Status exact_status = cursor_seal(cursor, key, exact, exact_written);
    require(exact_status == (room < written ? Status::no_space : Status::ok), "room is asked for when it is missing");

    const std::size_t bytes = base64url_decoded_size(written);
    std::vector<std::uint8_t> scratch(bytes);
    SealedCursor sealed;
    Cursor opened;
    require(cursor_decode({text, written}, scratch, sealed) == Status::ok, "what was sealed decodes");
    require(sealed.key_id == key.id, "the key is named");
    require(cursor_open(sealed, key, opened) == Status::ok, "what was sealed opens");
    const char *difference = first_difference(cursor, opened);
    require(difference == nullptr, difference);

    char &character = text[altered_at % written];
    if (character != altered_to) {
        character = altered_to;
        require(cursor_decode({text, written}, scratch, sealed) != Status::ok ||
                    cursor_open(sealed, key, opened) == Status::forged,
                "an altered cursor is refused");
    }
    return 0;
}
