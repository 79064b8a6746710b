#define _GNU_SOURCE
#include "harrier_trace.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t is_over;

static void note_end(int signal) {
    (void)signal;
    is_over = 1;
}

/* SIGALRM must break the waiting off, so without SA_RESTART; and again and again, should it come just before. */
static void set_alarm(int milliseconds) {
    struct sigaction action = {.sa_handler = note_end};
    sigaction(SIGALRM, &action, NULL);
    struct itimerval time = {
        .it_value = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000},
        .it_interval = {.tv_usec = 50000},
    };
    setitimer(ITIMER_REAL, &time, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static long seize_all(pid_t process) {
    char path[32];
    /* snprintf is not for a child of a process with threads. */
    char digits[12];
    int count = 0, length = 0;
    for (pid_t rest = process; rest > 0; rest /= 10) digits[count++] = (char)('0' + rest % 10);
    for (const char *c = "/proc/"; *c; c++) path[length++] = *c;
    while (count > 0) path[length++] = digits[--count];
    for (const char *c = "/task"; *c; c++) path[length++] = *c;
    path[length] = 0;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return -errno;
    long seized = 0;
    char buffer[4096];
    ssize_t read_bytes;
    struct linux_entry { uint64_t inode; int64_t offset; unsigned short length; unsigned char type; char name[]; };
    while ((read_bytes = getdents64(folder, buffer, sizeof buffer)) > 0) {
        for (ssize_t at = 0; at < read_bytes;) {
            struct linux_entry *entry = (struct linux_entry *)(buffer + at);
            at += entry->length;
            pid_t task = 0;
            for (const char *c = entry->name; *c >= '0' && *c <= '9'; c++) task = task * 10 + (*c - '0');
            if (task <= 0) continue;
            if (ptrace(PTRACE_SEIZE, task, 0, (void *)(PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE)) < 0) return -errno;
            ptrace(PTRACE_INTERRUPT, task, 0, 0);
            seized++;
        }
    }
    close(folder);
    return seized;
}

static long count_calls(pid_t process, int milliseconds) {
    long seized = seize_all(process);
    if (seized < 0) return seized;
    set_alarm(milliseconds);
    long calls = 0;
    while (!is_over) {
        int status;
        pid_t task = waitpid(-1, &status, __WALL);
        if (task < 0) {
            if (errno == EINTR) continue;
            break;
        }
        if (!WIFSTOPPED(status)) continue;
        int signal = WSTOPSIG(status);
        if (signal == (SIGTRAP | 0x80)) {
            struct __ptrace_syscall_info info;
            if (ptrace(PTRACE_GET_SYSCALL_INFO, task, (void *)sizeof info, &info) > 0 && info.op == PTRACE_SYSCALL_INFO_ENTRY) calls++;
            signal = 0;
        } else if (status >> 16 || signal == SIGTRAP) {
            signal = 0; /* a stop of ptrace's own */
        }
        ptrace(PTRACE_SYSCALL, task, 0, (void *)(intptr_t)signal);
    }
    /* The kernel lets all threads go on when their tracer ends. */
    return calls;
}

int harrier_trace_start(int milliseconds) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
    pid_t parent = getpid();
    pid_t child = fork();
    if (child < 0) {
        int error = errno;
        close(ends[0]);
        close(ends[1]);
        return -error;
    }
    if (child == 0) {
        close(ends[0]);
        long calls = -EPERM;
        /* Until the parent has allowed it, as Yama wants (Linux, Documentation/admin-guide/LSM/Yama.rst). */
        for (int tries = 0; tries < 100 && (calls = count_calls(parent, milliseconds)) == -EPERM; tries++) usleep(10000);
        ssize_t ignored = write(ends[1], &calls, sizeof calls);
        (void)ignored;
        _exit(0);
    }
    prctl(PR_SET_PTRACER, child, 0, 0, 0);
    close(ends[1]);
    return ends[0];
}

long harrier_trace_result(int descriptor) {
    long calls = -EPERM;
    ssize_t count;
    do count = read(descriptor, &calls, sizeof calls);
    while (count < 0 && errno == EINTR);
    close(descriptor);
    while (waitpid(-1, NULL, WNOHANG) > 0) {}
    return count == sizeof calls ? calls : -EPERM;
}
