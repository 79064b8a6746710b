#define _GNU_SOURCE
#include "harrier_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A descriptor below 0 leaves the caller's, and as input an empty one. */
static int start(char *const arguments[], int input, int output, int errors) {
    if (!arguments[0]) return -ENOENT;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return -error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return -error;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    pid_t process = 0;
    error = input < 0 ? posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
                      : posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (!error && output >= 0) error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!error && errors >= 0) error = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    if (!error &&
        !(error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)) &&
        !(error = posix_spawnattr_setsigmask(&attributes, &none)) && !(error = posix_spawnattr_setsigdefault(&attributes, &all)) &&
        !(error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))
        error = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error ? -error : process;
}

int harrier_process_start(char *const arguments[]) { return start(arguments, -1, -1, -1); }

int harrier_process_start_between(char *const arguments[], int input, int output, int errors) {
    return start(arguments, input, output, errors);
}

int harrier_memory_file(const char *name) {
    int descriptor = memfd_create(name, MFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

/* By number: glibc has a function for it only since 2.36. The descriptor is close-on-exec by itself. */
int harrier_process_watch(int process) {
    long descriptor = syscall(SYS_pidfd_open, process, 0);
    return descriptor < 0 ? -errno : (int)descriptor;
}
