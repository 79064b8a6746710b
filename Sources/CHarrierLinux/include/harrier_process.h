/* Child processes, started clean. */
#ifndef HARRIER_PROCESS_H
#define HARRIER_PROCESS_H

/* Starts a program, looked for in PATH, with the caller's output, error and environment, an empty input, no other descriptor, no blocked and
 * no ignored signal. Returns the process. -ENOENT: there is no such program. */
int harrier_process_start(char *const arguments[]);
/* The same with an input, an output and an error output of its own, which are not 0, 1 or 2. */
int harrier_process_start_between(char *const arguments[], int input, int output, int errors);
/* A file without a name, in memory: memfd_create(2). */
int harrier_memory_file(const char *name);
/* A descriptor that becomes readable when a process ends: pidfd_open(2), since Linux 5.3. */
int harrier_process_watch(int process);

#endif
