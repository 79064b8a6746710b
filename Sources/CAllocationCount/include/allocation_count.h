#pragma once
#include <stdint.h>

/// How often the process has asked for memory so far (malloc, calloc, realloc and the aligned forms together). Only a program that
/// links this target counts; the watch's daemon does not.
uint64_t harrier_allocation_count(void);

/// The same for the calling thread alone.
uint64_t harrier_thread_allocation_count(void);
