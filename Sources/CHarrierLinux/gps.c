#include "harrier_gps.h"

#include <gps.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { device_limit = 4, driver_length = 64 };

struct harrier_gps {
    struct gps_data_t data;
    int count;
    struct {
        char path[GPS_PATH_MAX];
        char driver[driver_length];
    } devices[device_limit];
};

harrier_gps *harrier_gps_new(void) {
    harrier_gps *gps = calloc(1, sizeof *gps);
    if (gps) gps->data.gps_fd = -1;
    return gps;
}

void harrier_gps_free(harrier_gps *gps) { free(gps); }

void harrier_gps_reset(harrier_gps *gps) { gps->count = 0; }

int harrier_gps_devices(const harrier_gps *gps) { return gps->count; }

const char *harrier_gps_driver(const harrier_gps *gps, int device) {
    return device >= 0 && device < gps->count ? gps->devices[device].driver : NULL;
}

int harrier_gps_api(void) { return GPSD_API_MAJOR_VERSION * 100 + GPSD_API_MINOR_VERSION; }

static int find_device(const harrier_gps *gps, const char *path) {
    for (int i = 0; i < gps->count; i++)
        if (strncmp(gps->devices[i].path, path, sizeof gps->devices[i].path) == 0) return i;
    return -1;
}

static void remember_device(harrier_gps *gps, const struct devconfig_t *device) {
    int index = find_device(gps, device->path);
    if (index < 0) {
        if (gps->count == device_limit || device->path[0] == '\0') return;
        index = gps->count++;
        memcpy(gps->devices[index].path, device->path, sizeof gps->devices[index].path);
        gps->devices[index].path[GPS_PATH_MAX - 1] = '\0';
    }
    strncpy(gps->devices[index].driver, device->driver, driver_length - 1);
    gps->devices[index].driver[driver_length - 1] = '\0';
}

static bool begins(const char *line, const char *start) { return strncmp(line, start, strlen(start)) == 0; }

static enum harrier_gps_kind decode_fix(harrier_gps *gps, struct harrier_gps_report *report) {
    const struct gps_data_t *data = &gps->data;
    if (!(data->set & MODE_SET)) return HARRIER_GPS_NOTHING;
    report->mode = data->fix.mode >= MODE_NO_FIX && data->fix.mode <= MODE_3D ? data->fix.mode : -1;
    /* A time that libgps could not read comes out before 1970; one after the year 9999 is no time either. */
    report->has_time = data->fix.time.tv_sec > 0 && data->fix.time.tv_sec < INT64_C(253402300800);
    if (report->has_time) report->time_ms = (int64_t)data->fix.time.tv_sec * 1000 + (data->fix.time.tv_nsec + 500000) / 1000000;
    report->latitude = data->fix.latitude;
    report->longitude = data->fix.longitude;
    report->altitude_msl = data->fix.altMSL;
    report->altitude_hae = data->fix.altHAE;
    report->altitude_old = data->fix.altitude;
    report->speed = data->fix.speed;
    report->course = data->fix.track;
    report->horizontal_error = data->fix.eph;
    report->device = data->dev.path[0] ? find_device(gps, data->dev.path) : gps->count == 1 ? 0 : -1;
    return HARRIER_GPS_FIX;
}

static enum harrier_gps_kind decode_sky(harrier_gps *gps, bool has_list, bool has_used, struct harrier_gps_report *report) {
    const struct gps_data_t *data = &gps->data;
    if (!(data->set & (SATELLITE_SET | DOP_SET))) return HARRIER_GPS_NOTHING;
    report->horizontal_dilution = data->dop.hdop;
    /* API 11 counts the list. API 14 counts it only when `nSat` stands there too, which gpsd before 3.24 did not send, and else reads
     * `uSat` alone. What neither counted stays absent: no count is better than a false 0. */
    bool counted = has_list && (data->set & SATELLITE_SET);
    if (counted) report->satellites_visible = (int)data->satellites_visible;
    if (counted || (has_used && GPSD_API_MAJOR_VERSION >= 14)) report->satellites_used = data->satellites_used;
    return HARRIER_GPS_SKY;
}

/* Gives one object to libgps. Its loop over "further objects in the line" never ends when what is left after an error does not begin with
 * a brace but holds another class (seen with 3.22; the loop is the same in 3.25), so a line that names more than one class is refused. */
static bool unpack(struct gps_data_t *data, char *object) {
    const char *class = strstr(object, "\"class\":");
    if (class == NULL || strstr(class + 1, "\"class\":") != NULL) return false;
    data->set = 0;
    gps_clear_fix(&data->fix);
    gps_clear_dop(&data->dop);
    memset(&data->dev, 0, sizeof data->dev);
    gps_unpack(object, data);
    return true;
}

static bool decode_device(harrier_gps *gps, char *object) {
    if (!begins(object, "{\"class\":\"DEVICE\"") || !unpack(&gps->data, object) || !(gps->data.set & DEVICE_SET)) return false;
    remember_device(gps, &gps->data.dev);
    return true;
}

/* The end of the object that begins here, one past its brace; NULL if there is none. */
static char *object_end(char *object) {
    int depth = 0;
    bool quoted = false;
    for (char *at = object; *at; at++) {
        if (quoted) {
            if (*at == '\\' && at[1]) at++;
            else if (*at == '"') quoted = false;
        } else if (*at == '"') {
            quoted = true;
        } else if (*at == '{') {
            depth++;
        } else if (*at == '}' && --depth == 0) {
            return at + 1;
        }
    }
    return NULL;
}

/* DEVICES holds DEVICE objects, each with a class of its own: they are given to libgps one by one. */
static enum harrier_gps_kind decode_device_list(harrier_gps *gps, char *line) {
    static const char list[] = "\"devices\":[";
    char *at = strstr(line, list);
    if (at == NULL) return HARRIER_GPS_NOTHING;
    gps->count = 0;
    for (at += sizeof list - 1; *at == '{' || *at == ','; at++) {
        if (*at == ',') continue;
        char *end = object_end(at);
        if (end == NULL) break;
        char after = *end;
        *end = '\0';
        decode_device(gps, at);
        *end = after;
        at = end - 1;
    }
    return HARRIER_GPS_DEVICES;
}

enum harrier_gps_kind harrier_gps_decode(harrier_gps *gps, char *line, struct harrier_gps_report *report) {
    struct gps_data_t *data = &gps->data;
    *report = (struct harrier_gps_report){
        .mode = -1,
        .latitude = NAN,
        .longitude = NAN,
        .altitude_msl = NAN,
        .altitude_hae = NAN,
        .altitude_old = NAN,
        .speed = NAN,
        .course = NAN,
        .horizontal_error = NAN,
        .device = -1,
        .horizontal_dilution = NAN,
        .satellites_used = -1,
        .satellites_visible = -1,
    };
    /* gpsd puts the class first, without blanks; libgps looks for exactly this text as well. */
    bool fix = begins(line, "{\"class\":\"TPV\"");
    bool sky = begins(line, "{\"class\":\"SKY\"");
    if (fix || sky) {
        bool has_list = strstr(line, "\"satellites\":[") != NULL;
        bool has_used = strstr(line, "\"uSat\":") != NULL;
        if (!unpack(data, line)) return HARRIER_GPS_NOTHING;
        return fix ? decode_fix(gps, report) : decode_sky(gps, has_list, has_used, report);
    }
    if (begins(line, "{\"class\":\"DEVICES\"")) return decode_device_list(gps, line);
    if (begins(line, "{\"class\":\"DEVICE\"")) return decode_device(gps, line) ? HARRIER_GPS_DEVICES : HARRIER_GPS_NOTHING;
    return begins(line, "{\"class\":\"VERSION\"") ? HARRIER_GPS_VERSION : HARRIER_GPS_NOTHING;
}
