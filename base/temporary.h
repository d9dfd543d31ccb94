/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and folders that are written before they get their final name. Their names are made of the
 * final one, .NAME.macs-N beside it, and each is locked while it is in use: one that a killed command
 * left is not locked any more, and is removed when the next one is made for the same name. */
#ifndef BASE_TEMPORARY_H
#define BASE_TEMPORARY_H

/* Makes a new file (mode 0600) or folder (mode 0700) beside path, which need not exist. Returns a
 * descriptor of it, open for writing or of the folder, whose lock says that it is in use, also
 * through its duplicates; *name is the name, for temporary_done(). -1 with errno, and *name NULL,
 * where it can't be made. Links are not followed, and what another user made is not touched. */
int temporary_file(const char *path, char **name);
int temporary_folder(const char *path, char **name);
/* It has its final name, or was removed; frees the name, which may be NULL. What was not done is
 * removed when the process ends by exit(), as where memory runs out. */
void temporary_done(char *name);
/* Removes a folder with all that is in it. */
void temporary_remove_folder(const char *name);

#endif
