/* Lines of a GPIO chip, by libgpiod 1.6 (Debian bookworm) or 2.x (trixie) over the kernel's character device. The two share hardly a
 * symbol; which one is there shows in the preprocessor only. */
#ifndef HARRIER_GPIO_H
#define HARRIER_GPIO_H

#include <stdbool.h>
#include <stdint.h>

/* One requested line. */
typedef struct harrier_gpio harrier_gpio;

/* What holds an input when nothing drives it. */
enum harrier_gpio_bias { HARRIER_BIAS_EXTERNAL, HARRIER_BIAS_PULL_UP, HARRIER_BIAS_PULL_DOWN };

/* One change of an input. */
struct harrier_gpio_edge {
    /* The kernel's time stamp on CLOCK_MONOTONIC (since Linux 5.7), in nanoseconds. */
    int64_t nanoseconds;
    /* True if the line became active: high, or low if it is active-low. */
    bool active;
};

/* A path of /dev and the longest name of a file, with the zero. */
#define HARRIER_GPIO_LONGEST_PATH 272
/* Finds the node of the chip that has a label. Returns 0, or the errors about chips of the requests below. `path` is then the node; with
 * -EACCES and -EPERM one that may not be looked at and could be it; with -ENOTUNIQ one of several. */
int harrier_gpio_find_chip(const char *label, char path[HARRIER_GPIO_LONGEST_PATH]);

/* A chip is named by its device node (anything that begins with a slash) or by its label, such as "pinctrl-bcm2835": labels stay when a
 * new kernel numbers the chips otherwise. Both requests return 0 and a line that harrier_gpio_close() ends, or:
 * -ENOENT: no such node; -ENODEV: no chip of this label; -ENOTUNIQ: several chips of this label; -ENOTTY: the node is no GPIO chip;
 * -ERANGE: the chip has no such line; -EBUSY: somebody has the line; -EACCES: may not be used. */
int harrier_gpio_input(const char *chip, uint32_t line, enum harrier_gpio_bias bias, bool active_low, harrier_gpio **result);
int harrier_gpio_output(const char *chip, uint32_t line, bool on, harrier_gpio **result);

/* An input's descriptor: readable when edges wait, hung up when the chip is gone. It does not block. */
int harrier_gpio_descriptor(const harrier_gpio *gpio);
/* Takes the oldest edges that wait, at most `capacity` (a call may take fewer than wait). Returns how many, 0 if none wait.
 * The kernel keeps a limited number: with libgpiod 1.x the first 16, later ones are dropped; with 2.x the latest. Whoever has read the
 * last one has to look at harrier_gpio_level(). */
int harrier_gpio_read(harrier_gpio *gpio, struct harrier_gpio_edge *edges, int capacity);
/* 1 while the line is active, else 0. */
int harrier_gpio_level(harrier_gpio *gpio);
/* Drives an output high or low. Returns 0. */
int harrier_gpio_set(harrier_gpio *gpio, bool on);
/* Gives the line back. Harmless on NULL. */
void harrier_gpio_close(harrier_gpio *gpio);

#endif
