// The settings of keyset_page. Read freely; written by the server only.
#pragma once

#include "pg.hpp"

namespace kp {

enum class Policy : int { off, warn, error };
enum class Bridge : int { on, warn, off };

struct Settings {
    int default_limit;
    int max_limit;
    int require_index; // Policy
    int legacy_offset; // Bridge
    int cursor_ttl;    // seconds; 0: never
    bool bind_role;
    bool encrypt_cursors;

    Policy index_policy() const { return static_cast<Policy>(require_index); }
    Bridge offset_bridge() const { return static_cast<Bridge>(legacy_offset); }
};

extern Settings settings;

// Defines them. Called once, from _PG_init.
void settings_init();

} // namespace kp
