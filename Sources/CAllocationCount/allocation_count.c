#include "allocation_count.h"
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

/* The C library lets a program replace malloc and its kin (glibc manual, "Replacing malloc"); these count and pass on to glibc's own,
   which it exports under these names. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Atomic uint64_t count;

/* In the program's own block, so that reading it never allocates. */
static _Thread_local uint64_t thread_count __attribute__((tls_model("initial-exec")));

static void add(void) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    thread_count++;
}

uint64_t harrier_allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

uint64_t harrier_thread_allocation_count(void) { return thread_count; }

void *malloc(size_t size) { add(); return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { add(); return __libc_calloc(number, size); }
void *realloc(void *memory, size_t size) { add(); return __libc_realloc(memory, size); }
void *memalign(size_t alignment, size_t size) { add(); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { add(); return __libc_memalign(alignment, size); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
    add();
    void *block = __libc_memalign(alignment, size);
    if (!block) return ENOMEM;
    *memory = block;
    return 0;
}
