// Dates and times. Years 1 to 9999 are written here; all else (infinity, BC, five digits) is left to the server.
#include "json_time.hpp"

#include "json_number.hpp"
#include "json_text.hpp"

#include <cstring>

namespace kp {

namespace {

constexpr int64 day_length = USECS_PER_DAY;

// 0001-01-01 and 10000-01-01 as days since 2000-01-01: the first day written here and the first after the last one.
constexpr int64 first_day = -730119;
constexpr int64 end_day = 2921940;

constexpr int64 unix_epoch = (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * int64{SECS_PER_DAY};

int64 floor_div(int64 value, int64 divisor) {
    int64 quotient = value / divisor;
    if (value % divisor < 0)
        quotient--;
    return quotient;
}

char *write_by_server(char *out, Datum value, Oid type) {
    *out++ = '"';
    JsonEncodeDateTime(out, value, type, nullptr);
    out += std::strlen(out);
    *out++ = '"';
    return out;
}

void fill_day(DayCache &cache, int64 day) {
    int year, month, mday;
    j2date(static_cast<int>(day + POSTGRES_EPOCH_JDATE), &year, &month, &mday);
    write_4_digits(cache.text, static_cast<uint32>(year));
    cache.text[4] = '-';
    write_2_digits(cache.text + 5, static_cast<uint32>(month));
    cache.text[7] = '-';
    write_2_digits(cache.text + 8, static_cast<uint32>(mday));
    cache.text[10] = 'T';
    cache.start = day * day_length;
}

// Writes the opening quote and YYYY-MM-DDTHH:MM:SS[.ffffff] of local, which lies in the years written here.
char *write_local(char *out, int64 local, DayCache &cache) {
    int64 in_day = local - cache.start;
    if (static_cast<uint64>(in_day) >= static_cast<uint64>(day_length)) [[unlikely]] {
        const int64 day = floor_div(local, day_length);
        fill_day(cache, day);
        in_day = local - cache.start;
    }
    out[0] = '"';
    std::memcpy(out + 1, cache.text, 16);
    const uint32 second = static_cast<uint32>(static_cast<uint64>(in_day) / USECS_PER_SEC);
    const uint32 fraction = static_cast<uint32>(static_cast<uint64>(in_day) - uint64{second} * USECS_PER_SEC);
    const uint32 minute = second / 60;
    const uint32 hour = minute / 60;
    write_2_digits(out + 12, hour);
    out[14] = ':';
    write_2_digits(out + 15, minute - hour * 60);
    out[17] = ':';
    write_2_digits(out + 18, second - minute * 60);
    out += 20;
    if (fraction == 0)
        return out;
    out[0] = '.';
    const uint32 upper = fraction / 10000;
    write_2_digits(out + 1, upper);
    write_4_digits(out + 3, fraction - upper * 10000);
    out += 7;
    while (out[-1] == '0') // ends at the latest at the digit that is not 0
        out--;
    return out;
}

int64 local_offset(pg_time_t t, const pg_tz *zone, bool &known) {
    const struct pg_tm *tm = pg_localtime(&t, zone);
    known = tm != nullptr;
    return known ? tm->tm_gmtoff : 0;
}

// Finds the stretch of constant offset around t (seconds since 1970): first <= t < end.
//
// pg_next_dst_boundary looks forward only, and rows are read backwards in time as often as forwards; so the search
// starts some way before t and goes from change to change until the next one lies behind t. Outside 1900 to 2300 the
// stretch is the single second of t: there the zone tables are continued by repeating 400 years, where the function
// misses changes.
void find_stretch(pg_time_t t, const pg_tz *zone, pg_time_t &first, pg_time_t &end) {
    constexpr pg_time_t year_1900 = -2208988800;
    constexpr pg_time_t year_2300 = 10413792000;
    constexpr pg_time_t step_back = 200 * pg_time_t{SECS_PER_DAY};
    first = t;
    end = t + 1;
    if (t < year_1900 + step_back || t >= year_2300)
        return;
    pg_time_t from = t - step_back;
    for (;;) {
        long before_offset, after_offset;
        int before_dst, after_dst;
        pg_time_t boundary;
        const int found =
            pg_next_dst_boundary(&from, &before_offset, &before_dst, &boundary, &after_offset, &after_dst, zone);
        if (found < 0)
            return;
        if (found == 0 || boundary > t) {
            first = from;
            end = found == 0 || boundary > year_2300 ? year_2300 : boundary;
            return;
        }
        if (boundary <= from)
            return; // cannot be; but an endless loop would be worse than a slow row
        from = boundary;
    }
}

// Fills cache for value; false if the server has to be asked.
bool fill_zone(ZoneCache &cache, TimestampTz value) {
    const pg_tz *zone = session_timezone;
    cache.zone = nullptr; // in case of an error below
    const pg_time_t t = floor_div(value, USECS_PER_SEC) + unix_epoch;
    long uniform_offset;
    int64 offset;
    if (pg_get_timezone_offset(zone, &uniform_offset)) {
        offset = uniform_offset;
        cache.first = first_day * day_length;
        cache.end = end_day * day_length;
    } else {
        bool known;
        offset = local_offset(t, zone, known);
        if (!known)
            return false;
        pg_time_t first, end;
        find_stretch(t, zone, first, end);
        cache.first = (first - unix_epoch) * USECS_PER_SEC;
        cache.end = (end - unix_epoch) * USECS_PER_SEC;
    }
    if (offset <= -SECS_PER_DAY || offset >= SECS_PER_DAY)
        return false;
    cache.shift = offset * USECS_PER_SEC;
    // In the first and the last hours the local year can be another one.
    cache.first = Max(cache.first, first_day * day_length - cache.shift);
    cache.end = Min(cache.end, end_day * day_length - cache.shift);
    if (value < cache.first || value >= cache.end)
        return false;
    const uint32 distance = static_cast<uint32>(offset < 0 ? -offset : offset);
    cache.suffix[0] = offset < 0 ? '-' : '+';
    write_2_digits(cache.suffix + 1, distance / 3600);
    cache.suffix[3] = ':';
    write_2_digits(cache.suffix + 4, distance / 60 % 60);
    cache.suffix_length = 6;
    if (distance % 60 != 0) { // local mean times of the 19th century
        cache.suffix[6] = ':';
        write_2_digits(cache.suffix + 7, distance % 60);
        cache.suffix_length = 9;
    }
    cache.zone = zone;
    return true;
}

} // namespace

char *write_date(char *out, DateADT value, DayCache &cache) {
    if (value < first_day || value >= end_day) // the infinities among them
        return write_by_server(out, DateADTGetDatum(value), DATEOID);
    if (value * day_length != cache.start)
        fill_day(cache, value);
    out[0] = '"';
    std::memcpy(out + 1, cache.text, 16);
    out[11] = '"';
    return out + 12;
}

char *write_timestamp(char *out, Timestamp value, TimeCache &cache) {
    if (value < first_day * day_length || value >= end_day * day_length)
        return write_by_server(out, TimestampGetDatum(value), TIMESTAMPOID);
    out = write_local(out, value, cache.day);
    *out = '"';
    return out + 1;
}

char *write_timestamptz(char *out, TimestampTz value, TimeCache &cache) {
    ZoneCache &zone = cache.zone;
    if (value < zone.first || value >= zone.end || zone.zone != session_timezone) [[unlikely]] {
        if (value < first_day * day_length || value >= end_day * day_length || !fill_zone(zone, value))
            return write_by_server(out, TimestampTzGetDatum(value), TIMESTAMPTZOID);
    }
    out = write_local(out, value + zone.shift, cache.day);
    std::memcpy(out, zone.suffix, sizeof(zone.suffix));
    out += zone.suffix_length;
    *out = '"';
    return out + 1;
}

} // namespace kp
