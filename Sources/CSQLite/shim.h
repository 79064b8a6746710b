/* SQLite for Swift. */
#ifndef HARRIER_CSQLITE_SHIM_H
#define HARRIER_CSQLITE_SHIM_H

#include <errno.h>
#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>

/* From <fcntl.h> with _GNU_SOURCE, which is not ours to set here. */
extern int fallocate(int descriptor, int mode, off_t offset, off_t length);

/* SQLITE_TRANSIENT is a cast that Swift does not import: SQLite copies what is bound. */
static inline int harrier_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
    return sqlite3_bind_text(statement, index, text, bytes, SQLITE_TRANSIENT);
}
static inline int harrier_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/* Maps a file only once it has blocks for the whole stretch.
 *
 * SQLite makes the shared index of its log (-shm) long enough by writing the last byte of each 4 KiB. Where blocks are smaller the rest
 * are holes, and the first write into one on a full card ends the process by SIGBUS. With the blocks held, a full card is an error that
 * SQLite tells. On a file system that cannot hold blocks (EOPNOTSUPP) a file with holes is not mapped at all. */
static inline void *harrier_sqlite3_map_held(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    if ((flags & MAP_SHARED) && (protection & PROT_WRITE) && descriptor >= 0) {
        int result;
        do { result = fallocate(descriptor, 0, offset, (off_t)length); } while (result != 0 && errno == EINTR);
        if (result != 0) {
            struct stat status;
            if (errno != EOPNOTSUPP && errno != ENOSYS) return MAP_FAILED;
            if (fstat(descriptor, &status) != 0) return MAP_FAILED;
            if ((long long)status.st_blocks * 512 < (long long)status.st_size) {
                errno = ENOSPC;
                return MAP_FAILED;
            }
        }
    }
    return mmap(address, length, protection, flags, descriptor, offset);
}

/* Lets SQLite map files that way, for the whole process. SQLITE_OK if it does. */
static inline int harrier_sqlite3_hold_mapped_blocks(void) {
    sqlite3_vfs *vfs = sqlite3_vfs_find(0);
    if (!vfs || vfs->iVersion < 3 || !vfs->xSetSystemCall) return SQLITE_NOTFOUND;
    return vfs->xSetSystemCall(vfs, "mmap", (sqlite3_syscall_ptr)harrier_sqlite3_map_held);
}

#endif
