// Loading the module: the magic block and what is registered once per backend.
#include "index_choice.hpp"
#include "key_store.hpp"
#include "pg.hpp"
#include "plan_cache.hpp"
#include "settings.hpp"

extern "C" {

#ifdef PG_MODULE_MAGIC_EXT
PG_MODULE_MAGIC_EXT(.name = "keyset_page", .version = "1.0");
#else
PG_MODULE_MAGIC;
#endif

PGDLLEXPORT void _PG_init(void);

void _PG_init(void) {
    kp::settings_init();
    kp::key_store_init();
    kp::plan_cache_init();
    kp::index_choice_init();
}
}
