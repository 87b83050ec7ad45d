#include "settings.hpp"

namespace kp {

Settings settings = {50, 1000, static_cast<int>(Policy::warn), static_cast<int>(Bridge::warn), 0, false, false};

namespace {

const config_enum_entry policy_options[] = {{"off", static_cast<int>(Policy::off), false},
                                            {"warn", static_cast<int>(Policy::warn), false},
                                            {"error", static_cast<int>(Policy::error), false},
                                            {nullptr, 0, false}};

const config_enum_entry bridge_options[] = {{"on", static_cast<int>(Bridge::on), false},
                                            {"warn", static_cast<int>(Bridge::warn), false},
                                            {"off", static_cast<int>(Bridge::off), false},
                                            {nullptr, 0, false}};

} // namespace

void settings_init() {
    DefineCustomIntVariable("keyset_page.default_limit", "Rows of a page whose caller gives no limit.", nullptr,
                            &settings.default_limit, 50, 1, INT_MAX, PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomIntVariable("keyset_page.max_limit", "Rows a page has at most; a larger limit is lowered to this.",
                            nullptr, &settings.max_limit, 1000, 1, 1000000, PGC_SUSET, 0, nullptr, nullptr, nullptr);
    DefineCustomEnumVariable("keyset_page.require_index", "What happens when no index serves an ordering.",
                             "warn does so once per session and query.", &settings.require_index,
                             static_cast<int>(Policy::warn), policy_options, PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomEnumVariable("keyset_page.legacy_offset", "Whether legacy_offset may be given.", nullptr,
                             &settings.legacy_offset, static_cast<int>(Bridge::warn), bridge_options, PGC_USERSET, 0,
                             nullptr, nullptr, nullptr);
    DefineCustomIntVariable("keyset_page.cursor_ttl", "How long a newly made cursor can be used.", "0 means for ever.",
                            &settings.cursor_ttl, 0, 0, INT_MAX, PGC_SUSET, GUC_UNIT_S, nullptr, nullptr, nullptr);
    DefineCustomBoolVariable("keyset_page.bind_role", "Whether a cursor works only for the role it was made for.",
                             "While on, cursors that are bound to no role are refused.", &settings.bind_role, false,
                             PGC_SUSET, 0, nullptr, nullptr, nullptr);
    DefineCustomBoolVariable("keyset_page.encrypt_cursors", "Whether newly made cursors hide what they carry.", nullptr,
                             &settings.encrypt_cursors, false, PGC_SUSET, 0, nullptr, nullptr, nullptr);
    compat::reserve_setting_prefix("keyset_page");
}

} // namespace kp
