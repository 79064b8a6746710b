/* What the two halves of harrier_gpio.h share: gpio.c finds chips, gpio_libgpiod1.c or gpio_libgpiod2.c, whichever library is there, has
 * the lines. */
#ifndef HARRIER_GPIO_PRIVATE_H
#define HARRIER_GPIO_PRIVATE_H

#include "harrier_gpio.h"

#include <errno.h>
#include <gpiod.h>

/* libgpiod has no version in its header, but this macro is of 1.x alone. */
#ifdef GPIOD_LINE_BULK_MAX_LINES
#define HARRIER_LIBGPIOD_1
#endif

/* Who has the lines, for others who ask the kernel (gpioinfo). */
#define HARRIER_GPIO_CONSUMER "harrier"

/* The last call's error, negative. libgpiod always sets one; 0 would read as success. */
static inline int harrier_gpio_failure(void) { return errno ? -errno : -EIO; }

/* Opens a chip by node or label, if it has the line. */
int harrier_gpio_open_chip(const char *name, uint32_t line, struct gpiod_chip **chip);
/* Keeps reading of a request's descriptor from waiting. */
int harrier_gpio_stop_blocking(const harrier_gpio *gpio);

#endif
