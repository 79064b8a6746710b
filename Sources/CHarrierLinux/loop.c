#define _GNU_SOURCE
#include "harrier_loop.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int checked(int result) { return result < 0 ? -errno : result; }

int harrier_epoll_create(void) { return checked(epoll_create1(EPOLL_CLOEXEC)); }

static int control(int epoll, int operation, int descriptor, uint32_t what, uint64_t token) {
    struct epoll_event event = {.data.u64 = token};
    if (what & HARRIER_READABLE) event.events |= EPOLLIN;
    if (what & HARRIER_WRITABLE) event.events |= EPOLLOUT;
    return checked(epoll_ctl(epoll, operation, descriptor, &event));
}

int harrier_epoll_add(int epoll, int descriptor, uint32_t what, uint64_t token) {
    return control(epoll, EPOLL_CTL_ADD, descriptor, what, token);
}

int harrier_epoll_change(int epoll, int descriptor, uint32_t what, uint64_t token) {
    return control(epoll, EPOLL_CTL_MOD, descriptor, what, token);
}

int harrier_epoll_remove(int epoll, int descriptor) { return control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0); }

int harrier_epoll_wait(int epoll, struct harrier_ready *ready, int capacity) {
    struct epoll_event events[32];
    int limit = capacity < 32 ? capacity : 32;
    int count = epoll_wait(epoll, events, limit, -1);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    for (int i = 0; i < count; i++) {
        ready[i].token = events[i].data.u64;
        ready[i].what = (events[i].events & EPOLLIN ? HARRIER_READABLE : 0) | (events[i].events & EPOLLOUT ? HARRIER_WRITABLE : 0) |
                        (events[i].events & (EPOLLHUP | EPOLLERR) ? HARRIER_HUNG_UP : 0);
    }
    return count;
}

int harrier_timer_create(void) { return checked(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)); }

int harrier_timer_set(int timer, int64_t nanoseconds) {
    struct itimerspec when = {0};
    if (nanoseconds >= 0) {
        when.it_value.tv_sec = nanoseconds / 1000000000;
        when.it_value.tv_nsec = nanoseconds % 1000000000;
        if (nanoseconds == 0) when.it_value.tv_nsec = 1; /* all zero would disarm */
    }
    return checked(timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL));
}

int harrier_wake_create(void) { return checked(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

int harrier_wake_signal(int wake) {
    uint64_t one = 1;
    while (write(wake, &one, sizeof one) < 0) {
        if (errno == EAGAIN) return 0; /* the counter is full, so the loop is being woken anyway */
        if (errno != EINTR) return -errno;
    }
    return 0;
}

void harrier_counter_drain(int descriptor) {
    uint64_t count;
    while (read(descriptor, &count, sizeof count) < 0 && errno == EINTR) {}
}

int harrier_signals_open(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (error) return -error;
    return checked(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

int harrier_signals_next(int descriptor) {
    struct signalfd_siginfo info;
    ssize_t count;
    do count = read(descriptor, &info, sizeof info);
    while (count < 0 && errno == EINTR);
    return count == sizeof info ? (int)info.ssi_signo : 0;
}

int harrier_timer_slack(uint64_t nanoseconds) { return checked(prctl(PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0)); }
