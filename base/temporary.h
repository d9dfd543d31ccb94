/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and folders that are written before they get their final name. Their names are made of the
 * final one, .NAME.macs-N beside it, and each is locked while it is in use: one that a killed
 * command left is no longer locked, and is removed when the next one with the same name is
 * created. */
#ifndef BASE_TEMPORARY_H
#define BASE_TEMPORARY_H

/* Creates a file (mode 0600) or directory (mode 0700) beside path, which need not exist. Returns
 * its descriptor, which holds the lock, also in duplicates; *name: its name, for temporary_done().
 * Returns -1 with errno and *name NULL on failure. Links and files of other users are not used. */
int temporary_file(const char *path, char **name);
int temporary_folder(const char *path, char **name);
/* Call this after renaming or removing it; frees the name, which may be NULL. Otherwise it is
 * removed at exit(). */
void temporary_done(char *name);
/* Removes a directory with its contents. */
void temporary_remove_folder(const char *name);

#endif
