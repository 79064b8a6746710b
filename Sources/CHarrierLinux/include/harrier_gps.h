/* gpsd's reports, decoded by libgps.
 *
 * libgps is the library that follows gpsd's protocol, so it decodes: gps_unpack() turns one line into gps_data_t. It does not get the
 * socket. gps_open() looks a name up and connects, both blocking, and gps_read() only works on what gps_open() made; a helper thread
 * for that would have to hand over a half-private structure and could hang for minutes. The event loop opens, frames and closes the
 * connection itself, never blocks, and limits the length of a line.
 *
 * What libgps 3.22 (API 11) and 3.25 (API 14) do, and what is done about it here:
 *   - `set` accumulates and old values stay: both are cleared before each line, so a report without a position never repeats the last.
 *   - gps_unpack() returns 0 for anything: a report counts only if its class's bit came up.
 *   - a SKY without satellites (3.25 sends such) reads as 0 of 0: counts are given only if the line holds them.
 *   - a line that names two classes can hold gps_unpack() for ever: DEVICES is taken apart first, any other such line is refused.
 *   - deep parts of the protocol nobody here needs (AIS, RTCM, subframes) are not decoded at all.
 * Only members that both versions have are touched. */
#ifndef HARRIER_GPS_H
#define HARRIER_GPS_H

#include <stdbool.h>
#include <stdint.h>

/* A decoder and what it remembers between lines: the list of receivers. */
typedef struct harrier_gps harrier_gps;

/* What a line turned out to be. */
enum harrier_gps_kind {
    HARRIER_GPS_NOTHING = 0, /* another class, or not decodable */
    HARRIER_GPS_FIX,         /* TPV */
    HARRIER_GPS_SKY,         /* SKY */
    HARRIER_GPS_DEVICES,     /* DEVICES or DEVICE: the list of receivers may have changed */
    HARRIER_GPS_VERSION      /* VERSION: gpsd's greeting */
};

/* One report. Numbers that are absent are NaN; counts and indexes that are absent are -1. */
struct harrier_gps_report {
    int mode;                /* FIX: 1 none, 2 two-dimensional, 3 three-dimensional; -1 anything else */
    bool has_time;           /* FIX: the time below is given */
    int64_t time_ms;         /* FIX: Unix milliseconds */
    double latitude;         /* FIX: degrees */
    double longitude;        /* FIX: degrees */
    double altitude_msl;     /* FIX: metres above mean sea level */
    double altitude_hae;     /* FIX: metres above the ellipsoid */
    double altitude_old;     /* FIX: `alt` of gpsd before 3.20, metres, reference unstated */
    double speed;            /* FIX: metres a second */
    double course;           /* FIX: degrees from true north */
    double horizontal_error; /* FIX: metres */
    int device;              /* FIX: which receiver, for harrier_gps_driver() */
    double horizontal_dilution; /* SKY */
    int satellites_used;     /* SKY */
    int satellites_visible;  /* SKY */
};

/* A decoder; NULL if memory ran out. */
harrier_gps *harrier_gps_new(void);
/* Gives a decoder back. */
void harrier_gps_free(harrier_gps *gps);
/* Forgets the receivers, for a new connection. */
void harrier_gps_reset(harrier_gps *gps);
/* Decodes one line, terminated by NUL without its line end, that is one well-formed JSON object. */
enum harrier_gps_kind harrier_gps_decode(harrier_gps *gps, char *line, struct harrier_gps_report *report);
/* How many receivers gpsd has, at most 4. */
int harrier_gps_devices(const harrier_gps *gps);
/* The name of a receiver's driver ("u-blox", "NMEA0183"), "" while gpsd does not know it, NULL for an index out of range.
 * Valid until the next decode. */
const char *harrier_gps_driver(const harrier_gps *gps, int device);
/* The API version of the libgps it was compiled with: major × 100 + minor. */
int harrier_gps_api(void);

#endif
