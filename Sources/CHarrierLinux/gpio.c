#define _GNU_SOURCE
#include "gpio_private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool has_label(struct gpiod_chip *chip, const char *label) {
#ifdef HARRIER_LIBGPIOD_1
    const char *found = gpiod_chip_label(chip);
    return found && strcmp(found, label) == 0;
#else
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    bool equal = info && strcmp(gpiod_chip_info_get_label(info), label) == 0;
    if (info) gpiod_chip_info_free(info);
    return equal;
#endif
}

static int line_count(struct gpiod_chip *chip) {
#ifdef HARRIER_LIBGPIOD_1
    return (int)gpiod_chip_num_lines(chip);
#else
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    if (!info) return harrier_gpio_failure();
    int count = (int)gpiod_chip_info_get_num_lines(info);
    gpiod_chip_info_free(info);
    return count;
#endif
}

static int open_node(const char *path, dev_t *device, struct gpiod_chip **chip) {
    struct stat status;
    if (stat(path, &status) != 0) return -errno;
    if (!S_ISCHR(status.st_mode)) return -ENOTTY;
    *device = status.st_rdev;
    *chip = gpiod_chip_open(path);
    if (*chip) return 0;
    /* The node is there; what libgpiod misses is its entry in sysfs, which it looks for in its own way in each version. */
    int error = harrier_gpio_failure();
    return error == -ENOENT || error == -ENODEV || error == -EINVAL ? -ENOTTY : error;
}

/* Looks through all nodes, so that a label which two chips have is noticed and not left to chance. A link is another name for a chip. */
int harrier_gpio_find_chip(const char *label, char path[HARRIER_GPIO_LONGEST_PATH]) {
    path[0] = '\0';
    if (label[0] == '\0') return -ENODEV; /* not any chip without a label */
    DIR *folder = opendir("/dev");
    if (!folder) return -errno;
    int status = -ENODEV;
    bool is_found = false;
    dev_t device = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        static const char prefix[] = "gpiochip";
        if (strncmp(entry->d_name, prefix, sizeof prefix - 1) != 0) continue;
        char node[HARRIER_GPIO_LONGEST_PATH];
        snprintf(node, sizeof node, "/dev/%s", entry->d_name);
        dev_t other;
        struct gpiod_chip *chip;
        int error = open_node(node, &other, &chip);
        if ((error == -EACCES || error == -EPERM) && !is_found) {
            status = error; /* it could have been this one */
            memcpy(path, node, sizeof node);
        }
        if (error) continue;
        bool is_match = has_label(chip, label);
        gpiod_chip_close(chip);
        if (!is_match || (is_found && other == device)) continue;
        if (is_found) {
            status = -ENOTUNIQ;
            break;
        }
        is_found = true;
        status = 0;
        device = other;
        memcpy(path, node, sizeof node);
    }
    closedir(folder);
    return status;
}

int harrier_gpio_open_chip(const char *name, uint32_t line, struct gpiod_chip **chip) {
    dev_t device;
    char path[HARRIER_GPIO_LONGEST_PATH];
    if (name[0] != '/') {
        int error = harrier_gpio_find_chip(name, path);
        if (error) return error;
        name = path;
    }
    int status = open_node(name, &device, chip);
    if (status) return status;
    int count = line_count(*chip);
    status = count < 0 ? count : line >= (uint32_t)count ? -ERANGE : 0;
    if (status) gpiod_chip_close(*chip);
    return status;
}

int harrier_gpio_stop_blocking(const harrier_gpio *gpio) {
    int descriptor = harrier_gpio_descriptor(gpio), flags = fcntl(descriptor, F_GETFL);
    return flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}
