/* CHarrierLinux: what Swift cannot import, and nothing more.
 *
 * Swift's Glibc module has no epoll, timerfd, eventfd, signalfd, adjtimex, renameat2 or prctl; C macros and unions of C libraries do not
 * cross over; a signal handler may not run Swift; and libraries differ between Debian releases in ways only the C preprocessor sees.
 * Each header below is one such thing with its own .c file beside it. A driver for another library is another pair.
 *
 * Functions that can fail return a negative errno (-EAGAIN, -ECONNREFUSED, ...), never set errno for the caller to look at, never
 * abort and never allocate unless they say so. Every descriptor they make is close-on-exec. */
#ifndef CHARRIERLINUX_H
#define CHARRIERLINUX_H

#include "harrier_bus.h"
#include "harrier_clock.h"
#include "harrier_file.h"
#include "harrier_gpio.h"
#include "harrier_gps.h"
#include "harrier_lookup.h"
#include "harrier_loop.h"
#include "harrier_process.h"
#include "harrier_socket.h"
#include "harrier_terminal.h"
#include "harrier_trace.h"

#endif
