// The one place with PG_VERSION_NUM. Each difference between the majors stands here with its reason.
// Included by pg.hpp, after the server's headers, and by nobody else.
#pragma once

// Modules are built with hidden visibility from 16 on and PGDLLEXPORT marks what stays visible; on
// earlier majors the macro is empty on Unix, so it is given the same meaning here.
#if PG_VERSION_NUM < 160000
#undef PGDLLEXPORT
#define PGDLLEXPORT __attribute__((visibility("default")))
#endif

#if PG_VERSION_NUM >= 160000
extern "C" {
#include "varatt.h" // split out of postgres.h in 16
}
#endif
