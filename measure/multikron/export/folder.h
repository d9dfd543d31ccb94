/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output directories. A directory is written under a temporary name and renamed when it is
 * complete, so that an incomplete one never has the final name. */
#ifndef MULTIKRON_EXPORT_FOLDER_H
#define MULTIKRON_EXPORT_FOLDER_H

#include "base/diag.h"

struct output_directory {
    char *path, *temporary; /* final path; path while it is written */
    int lock;               /* descriptor of the lock of the temporary directory */
};

/* Creates a temporary directory next to path. Returns false after an error in d, also if path
 * exists.
 */
bool output_directory_open(struct output_directory *o, const char *path, struct diag *d);
/* Creates a file in it. Returns NULL after an error in d. */
FILE *output_directory_create_file(const struct output_directory *o, const char *name,
                                   struct diag *d);
/* Closes the file. Returns false after an error in d if it was not written completely. */
bool output_directory_close_file(const struct output_directory *o, FILE *f, struct diag *d);
/* Renames the directory to path. Returns false after an error in d; the directory is then removed.
 */
bool output_directory_commit(struct output_directory *o, struct diag *d);
/* Removes the temporary directory. */
void output_directory_abandon(struct output_directory *o);

#endif
