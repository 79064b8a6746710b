/* The kernel interfaces under the event loop: epoll(7), timerfd_create(2), eventfd(2), signalfd(2). */
#ifndef HARRIER_LOOP_H
#define HARRIER_LOOP_H

#include <stdint.h>

/* What a descriptor is ready for, or is watched for. An error or a hang-up is always reported, asked for or not. */
#define HARRIER_READABLE 1u
#define HARRIER_WRITABLE 2u
#define HARRIER_HUNG_UP 4u

/* One descriptor that is ready: the token it was added with and HARRIER_* bits. */
struct harrier_ready {
    uint64_t token;
    uint32_t what;
};

/* A new epoll descriptor. */
int harrier_epoll_create(void);
/* Watches a descriptor (level-triggered) under a token. -EPERM: a kind that cannot be waited on, such as a regular file. */
int harrier_epoll_add(int epoll, int descriptor, uint32_t what, uint64_t token);
/* Changes what a watched descriptor is watched for. */
int harrier_epoll_change(int epoll, int descriptor, uint32_t what, uint64_t token);
/* Stops watching a descriptor; harmless if it is not watched. */
int harrier_epoll_remove(int epoll, int descriptor);
/* Waits without limit. Returns how many of `ready` were filled, at most `capacity` and 32; 0 if a signal came between. */
int harrier_epoll_wait(int epoll, struct harrier_ready *ready, int capacity);

/* A timer on CLOCK_MONOTONIC, not armed. */
int harrier_timer_create(void);
/* Arms it for one absolute instant in nanoseconds (the past fires at once); a negative value disarms. */
int harrier_timer_set(int timer, int64_t nanoseconds);

/* A counter that another thread may add to in order to wake the loop. */
int harrier_wake_create(void);
/* Adds one; safe on any thread. */
int harrier_wake_signal(int wake);
/* Takes back everything counted by a timer or a wake descriptor, so that it stops being readable. */
void harrier_counter_drain(int descriptor);

/* Blocks `count` signals in the calling thread (threads started later inherit that) and returns a descriptor that delivers them. */
int harrier_signals_open(const int *signals, int count);
/* The number of the next pending signal, 0 if none is pending. */
int harrier_signals_next(int descriptor);

/* Lets the kernel fire the calling thread's timed waits up to this late, so that wake-ups of the machine fall together
 * (PR_SET_TIMERSLACK). It affects nanosleep, poll and epoll time-outs and futexes; a timerfd is
 * always exact. Threads started later inherit it. */
int harrier_timer_slack(uint64_t nanoseconds);

#endif
