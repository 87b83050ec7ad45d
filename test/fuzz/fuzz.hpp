// What the fuzz targets share: a key, and a way to stop.
#pragma once

#include "cursor.hpp"

#include <cstdio>
#include <cstdlib>

// An assertion that stays in every build; libFuzzer keeps the input that broke it.
inline void require(bool held, const char *what) {
    if (!held) {
        std::fprintf(stderr, "broken: %s\n", what);
        std::abort();
    }
}

// The key of the golden cursors in test/unit, so that those open here too.
inline const kp::CursorKey &fuzz_key() {
    static kp::CursorKey key;
    if (key.mac == nullptr) {
        std::uint8_t secret[32];
        for (std::uint8_t i = 0; i < 32; i++)
            secret[i] = i;
        require(kp::cursor_key_derive(16909060, secret, key) == kp::Status::ok, "the key is derived");
    }
    return key;
}
