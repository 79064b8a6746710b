#include "gpio_private.h"

#ifdef HARRIER_LIBGPIOD_1

#include <stdlib.h>

/* What the library reads at once; the kernel keeps no more. */
enum { events_read = 16 };

struct harrier_gpio {
    struct gpiod_chip *chip; /* closing it would release the line */
    struct gpiod_line *line;
};

static int prepare(const char *chip, uint32_t line, harrier_gpio **result) {
    harrier_gpio *gpio = calloc(1, sizeof *gpio);
    if (!gpio) return -ENOMEM;
    int status = harrier_gpio_open_chip(chip, line, &gpio->chip);
    if (!status && !(gpio->line = gpiod_chip_get_line(gpio->chip, line))) {
        status = harrier_gpio_failure();
        gpiod_chip_close(gpio->chip);
    }
    if (status) free(gpio);
    else *result = gpio;
    return status;
}

static int finish(int status, harrier_gpio *gpio, harrier_gpio **result) {
    if (status) harrier_gpio_close(gpio);
    else *result = gpio;
    return status;
}

int harrier_gpio_input(const char *chip, uint32_t line, enum harrier_gpio_bias bias, bool active_low, harrier_gpio **result) {
    harrier_gpio *gpio;
    int status = prepare(chip, line, &gpio);
    if (status) return status;
    int flags = active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
    if (bias == HARRIER_BIAS_PULL_UP) flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    if (bias == HARRIER_BIAS_PULL_DOWN) flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
    if (bias == HARRIER_BIAS_EXTERNAL) flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
    if (gpiod_line_request_both_edges_events_flags(gpio->line, HARRIER_GPIO_CONSUMER, flags) != 0) status = harrier_gpio_failure();
    return finish(status ? status : harrier_gpio_stop_blocking(gpio), gpio, result);
}

int harrier_gpio_output(const char *chip, uint32_t line, bool on, harrier_gpio **result) {
    harrier_gpio *gpio;
    int status = prepare(chip, line, &gpio);
    if (status) return status;
    return finish(gpiod_line_request_output(gpio->line, HARRIER_GPIO_CONSUMER, on) != 0 ? harrier_gpio_failure() : 0, gpio, result);
}

int harrier_gpio_descriptor(const harrier_gpio *gpio) { return gpiod_line_event_get_fd(gpio->line); }

int harrier_gpio_read(harrier_gpio *gpio, struct harrier_gpio_edge *edges, int capacity) {
    struct gpiod_line_event events[events_read];
    int count = gpiod_line_event_read_multiple(gpio->line, events, (unsigned int)(capacity < events_read ? capacity : events_read));
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : harrier_gpio_failure();
    for (int i = 0; i < count; i++) {
        edges[i].nanoseconds = (int64_t)events[i].ts.tv_sec * 1000000000 + events[i].ts.tv_nsec;
        edges[i].active = events[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE;
    }
    return count;
}

int harrier_gpio_level(harrier_gpio *gpio) {
    int level = gpiod_line_get_value(gpio->line);
    return level < 0 ? harrier_gpio_failure() : level;
}

int harrier_gpio_set(harrier_gpio *gpio, bool on) { return gpiod_line_set_value(gpio->line, on) < 0 ? harrier_gpio_failure() : 0; }

void harrier_gpio_close(harrier_gpio *gpio) {
    if (!gpio) return;
    gpiod_line_release(gpio->line);
    gpiod_chip_close(gpio->chip);
    free(gpio);
}

#endif
