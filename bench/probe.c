/*
 * Callgrind's client requests as SQL functions, so that a session can say between two of its statements
 * what is counted. Loaded by bench/instructions only, into a server that runs under valgrind.
 */
#include "postgres.h"

#include "fmgr.h"

#include <valgrind/callgrind.h>

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(bench_count);
PG_FUNCTION_INFO_V1(bench_dump);

/* Counts from here on. */
Datum bench_count(PG_FUNCTION_ARGS) {
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    PG_RETURN_BOOL(RUNNING_ON_VALGRIND != 0);
}

/* Writes what was counted since the last call to callgrind.out.PID.N. */
Datum bench_dump(PG_FUNCTION_ARGS) {
    CALLGRIND_DUMP_STATS;
    PG_RETURN_VOID();
}
