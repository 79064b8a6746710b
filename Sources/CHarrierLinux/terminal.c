#define _GNU_SOURCE
#include "harrier_terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int deadly[] = {SIGABRT, SIGBUS, SIGFPE, SIGHUP, SIGILL, SIGINT, SIGQUIT, SIGSEGV, SIGSYS, SIGTERM, SIGTRAP};
enum { deadly_count = sizeof deadly / sizeof *deadly };

/* Only changed while `guarded` is false, so the handler reads a settled state. */
static atomic_bool guarded;
static int terminal;
static struct termios settings;
static char undo_bytes[128];
static size_t undo_count;
static struct sigaction former[deadly_count];

static void restore(void) {
    size_t done = 0;
    while (done < undo_count) {
        ssize_t count = write(terminal, undo_bytes + done, undo_count - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) { /* the descriptor does not block; a terminal that is only slow gets a moment */
            struct pollfd writable = {.fd = terminal, .events = POLLOUT};
            if (poll(&writable, 1, 200) == 1 && !(writable.revents & (POLLERR | POLLHUP))) continue;
        }
        if (count <= 0) break; /* a terminal that takes nothing gets its settings back at least */
        done += (size_t)count;
    }
    tcsetattr(terminal, TCSANOW, &settings);
}

static void die(int signal) {
    int error = errno;
    if (atomic_exchange(&guarded, false)) restore();
    for (int i = 0; i < deadly_count; i++)
        if (deadly[i] == signal) sigaction(signal, &former[i], NULL);
    errno = error;
    raise(signal);
}

int harrier_terminal_guard(int descriptor, const char *undo, size_t count) {
    static bool at_exit;
    if (atomic_load(&guarded)) return -EBUSY;
    if (count > sizeof undo_bytes) return -EINVAL;
    if (tcgetattr(descriptor, &settings) != 0) return -errno;
    terminal = descriptor;
    memcpy(undo_bytes, undo, count);
    undo_count = count;
    if (!at_exit) at_exit = atexit(harrier_terminal_release) == 0;
    atomic_store(&guarded, true);
    struct sigaction action = {.sa_handler = die};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < deadly_count; i++) {
        sigaction(deadly[i], NULL, &former[i]);
        if (former[i].sa_handler != SIG_IGN) sigaction(deadly[i], &action, NULL);
    }
    return 0;
}

void harrier_terminal_release(void) {
    if (!atomic_exchange(&guarded, false)) return;
    restore();
    for (int i = 0; i < deadly_count; i++)
        if (former[i].sa_handler != SIG_IGN) sigaction(deadly[i], &former[i], NULL);
}
