/* Gives the terminal back, whatever happens to the process. One terminal a process. */
#ifndef HARRIER_TERMINAL_H
#define HARRIER_TERMINAL_H

#include <stddef.h>

/* Remembers the terminal's settings and what to write to undo ours (at most 128 bytes). From now on they are put back when the process
 * exits, and before it dies of a signal whose default is death (a crash, SIGTERM, SIGINT, SIGHUP, SIGQUIT): the handler restores the
 * terminal, puts the former disposition back and raises the signal again. Signals blocked for a signalfd never reach the handler.
 * -ENOTTY if the descriptor is no terminal, -EBUSY if another one is guarded, -EINVAL if `undo` is too long. */
int harrier_terminal_guard(int descriptor, const char *undo, size_t count);

/* Puts the remembered settings back now, writes the undo bytes and ends the guard. Harmless when nothing is guarded. Async-signal-safe. */
void harrier_terminal_release(void);

#endif
