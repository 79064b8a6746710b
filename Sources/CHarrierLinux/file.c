#define _GNU_SOURCE
#include "harrier_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int harrier_rename_to_unused(const char *path, const char *new_path) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, new_path, RENAME_NOREPLACE) < 0 ? -errno : 0;
}
