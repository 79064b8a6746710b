#include "gpio_private.h"

#ifndef HARRIER_LIBGPIOD_1

#include <stdlib.h>

/* Many more than a contact bounces in one press. */
enum { events_kept = 128, events_read = 16 };

struct harrier_gpio {
    struct gpiod_line_request *request;
    struct gpiod_edge_event_buffer *events;
    unsigned int offset;
};

static int request(const char *name, uint32_t line, struct gpiod_line_settings *settings, bool has_edges, harrier_gpio **result) {
    struct gpiod_chip *chip;
    int status = harrier_gpio_open_chip(name, line, &chip);
    if (status) return status;
    struct gpiod_line_config *lines = gpiod_line_config_new();
    struct gpiod_request_config *options = gpiod_request_config_new();
    harrier_gpio *gpio = calloc(1, sizeof *gpio);
    if (!lines || !options || !gpio) {
        status = -ENOMEM;
    } else {
        gpio->offset = line;
        gpiod_request_config_set_consumer(options, HARRIER_GPIO_CONSUMER);
        if (has_edges) gpiod_request_config_set_event_buffer_size(options, events_kept);
        if (gpiod_line_config_add_line_settings(lines, &gpio->offset, 1, settings) != 0) status = harrier_gpio_failure();
        else if (!(gpio->request = gpiod_chip_request_lines(chip, options, lines))) status = harrier_gpio_failure();
        else if (has_edges && !(gpio->events = gpiod_edge_event_buffer_new(events_read))) status = harrier_gpio_failure();
        else if (has_edges) status = harrier_gpio_stop_blocking(gpio);
    }
    if (options) gpiod_request_config_free(options);
    if (lines) gpiod_line_config_free(lines);
    gpiod_chip_close(chip);
    if (status) harrier_gpio_close(gpio);
    else *result = gpio;
    return status;
}

int harrier_gpio_input(const char *chip, uint32_t line, enum harrier_gpio_bias bias, bool active_low, harrier_gpio **result) {
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return -ENOMEM;
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
    gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
    gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
    gpiod_line_settings_set_active_low(settings, active_low);
    gpiod_line_settings_set_bias(
        settings, bias == HARRIER_BIAS_PULL_UP     ? GPIOD_LINE_BIAS_PULL_UP
                  : bias == HARRIER_BIAS_PULL_DOWN ? GPIOD_LINE_BIAS_PULL_DOWN
                                                   : GPIOD_LINE_BIAS_DISABLED);
    int status = request(chip, line, settings, true, result);
    gpiod_line_settings_free(settings);
    return status;
}

int harrier_gpio_output(const char *chip, uint32_t line, bool on, harrier_gpio **result) {
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return -ENOMEM;
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
    gpiod_line_settings_set_output_value(settings, on ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
    int status = request(chip, line, settings, false, result);
    gpiod_line_settings_free(settings);
    return status;
}

int harrier_gpio_descriptor(const harrier_gpio *gpio) { return gpiod_line_request_get_fd(gpio->request); }

int harrier_gpio_read(harrier_gpio *gpio, struct harrier_gpio_edge *edges, int capacity) {
    int count = gpiod_line_request_read_edge_events(
        gpio->request, gpio->events, (size_t)(capacity < events_read ? capacity : events_read));
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : harrier_gpio_failure();
    for (int i = 0; i < count; i++) {
        struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(gpio->events, (unsigned long)i);
        edges[i].nanoseconds = (int64_t)gpiod_edge_event_get_timestamp_ns(event);
        edges[i].active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
    }
    return count;
}

int harrier_gpio_level(harrier_gpio *gpio) {
    enum gpiod_line_value level = gpiod_line_request_get_value(gpio->request, gpio->offset);
    return level == GPIOD_LINE_VALUE_ERROR ? harrier_gpio_failure() : level == GPIOD_LINE_VALUE_ACTIVE;
}

int harrier_gpio_set(harrier_gpio *gpio, bool on) {
    enum gpiod_line_value value = on ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    return gpiod_line_request_set_value(gpio->request, gpio->offset, value) != 0 ? harrier_gpio_failure() : 0;
}

void harrier_gpio_close(harrier_gpio *gpio) {
    if (!gpio) return;
    if (gpio->request) gpiod_line_request_release(gpio->request);
    if (gpio->events) gpiod_edge_event_buffer_free(gpio->events);
    free(gpio);
}

#endif
