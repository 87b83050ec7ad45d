// date, timestamp and timestamptz as JSON strings, quotes included: what the server's JsonEncodeDateTime writes.
#pragma once

#include "pg.hpp"

#include <type_traits>

namespace kp {

// No value needs more room than this, quotes included.
constexpr std::size_t json_time_max = MAXDATELEN + 3;

// The text of the day written last. Rows of a page lie close together in time, so most of them find their day here.
struct DayCache {
    // The local midnight that begins the day, in microseconds since 2000-01-01; at first one later than any value has.
    int64 start = PG_INT64_MAX / 2;
    char text[16] = {}; // YYYY-MM-DD and then T
};

// The session time zone's offset, for the stretch of time between two of its changes.
struct ZoneCache {
    const pg_tz *zone = nullptr; // the server makes one object for each zone and keeps it for the backend's life
    int64 first = 0;             // the stretch in microseconds since 2000-01-01 UTC: first <= t < end
    int64 end = 0;
    int64 shift = 0;      // local minus UTC, in microseconds
    char suffix[12] = {}; // +HH:MM or +HH:MM:SS
    int suffix_length = 0;
};

// One for each column, so that two columns of different days do not push out each other's.
struct TimeCache {
    DayCache day;
    ZoneCache zone;
};
static_assert(std::is_trivially_destructible_v<TimeCache>);

// Write value with its quotes and return the end. json_time_max bytes of room, json_slack behind them.
char *write_date(char *out, DateADT value, DayCache &cache);
char *write_timestamp(char *out, Timestamp value, TimeCache &cache);
char *write_timestamptz(char *out, TimestampTz value, TimeCache &cache);

} // namespace kp
