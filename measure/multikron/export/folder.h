/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output folders appear whole or not at all: written beside, then renamed. */
#ifndef MULTIKRON_EXPORT_FOLDER_H
#define MULTIKRON_EXPORT_FOLDER_H

#include "base/diag.h"

struct folder {
    char *path, *beside; /* final name; name while it is written */
    int lock;            /* descriptor that keeps beside locked */
};

/* Makes a folder beside path. False with a message in d, also where path is there already. */
bool folder_open(struct folder *o, const char *path, struct diag *d);
/* A new file in it; NULL with a message in d. */
FILE *folder_file(const struct folder *o, const char *name, struct diag *d);
/* Closes that file. False with a message in d when not all of it was written. */
bool folder_file_close(const struct folder *o, FILE *f, struct diag *d);
/* Renames it to its final name. False with a message in d; then nothing new is at path. */
bool folder_commit(struct folder *o, struct diag *d);
/* Removes what was written. */
void folder_abandon(struct folder *o);

#endif
