/* Counts system calls, for measurements only: ptrace(2) from a child process. */
#ifndef HARRIER_TRACE_H
#define HARRIER_TRACE_H

/* Starts counting the system calls of all threads of the calling process for a time. Returns a descriptor that becomes readable when
 * the time is over; see harrier_trace_result(). The process goes on meanwhile, slower than usual. */
int harrier_trace_start(int milliseconds);

/* Waits for the count and closes the descriptor. Returns the calls entered, or -EPERM where the kernel does not allow it. */
long harrier_trace_result(int descriptor);

#endif
