/* Child processes, started clean and waited for on the event loop. */
#ifndef HARRIER_PROCESS_H
#define HARRIER_PROCESS_H

/* Starts a program, looked for in PATH, with the caller's output, error and environment, an empty input, no other descriptor, no blocked and
 * no ignored signal. Returns the process. -ENOENT: there is no such program. */
int harrier_process_start(char *const arguments[]);
/* A descriptor that becomes readable when a process ends: pidfd_open(2), since Linux 5.3. */
int harrier_process_watch(int process);

#endif
