#define _GNU_SOURCE
#include "harrier_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

int harrier_process_start(char *const arguments[]) {
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
    if (!(error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)) &&
        !(error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)) &&
        !(error = posix_spawnattr_setsigmask(&attributes, &none)) && !(error = posix_spawnattr_setsigdefault(&attributes, &all)) &&
        !(error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))
        error = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error ? -error : process;
}

/* By number: glibc has a function for it only since 2.36. The descriptor is close-on-exec by itself. */
int harrier_process_watch(int process) {
    long descriptor = syscall(SYS_pidfd_open, process, 0);
    return descriptor < 0 ? -errno : (int)descriptor;
}
