/* Calls on files that Swift's Glibc module does not show. */
#ifndef HARRIER_FILE_H
#define HARRIER_FILE_H

/* renameat2(2) with RENAME_NOREPLACE: -EEXIST where the new name is taken, -EINVAL where the file
 * system cannot promise that. */
int harrier_rename_to_unused(const char *path, const char *new_path);

#endif
