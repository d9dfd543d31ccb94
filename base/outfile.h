/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files appear whole or not at all: written beside, then renamed. What a link leads to is
 * written, not the link, and keeps its permissions; a device or a pipe is written to, for to rename
 * a file over it would remove it. */
#ifndef BASE_OUTFILE_H
#define BASE_OUTFILE_H

#include "base/diag.h"

struct outfile {
    FILE *f;
    char *path;   /* as it was given */
    char *target; /* where links lead */
    char *beside; /* name while it is written; NULL = a device or a pipe */
    int lock;     /* descriptor that keeps beside locked; 0 = none */
};

/* Opens a file beside path for writing. False with a message in d. */
bool outfile_open(struct outfile *o, const char *path, struct diag *d);
/* Whether a file can be written there: said before the work for it begins. What is at path stays as
 * it is. False with a message in d. */
bool outfile_check(const char *path, struct diag *d);
/* Ends the writing: flushes and closes the stream. The file keeps its temporary name until
 * outfile_commit, so that several files can be known to be whole before the first gets its
 * name. False with a message in d; then nothing new is at path and *o is empty. */
bool outfile_finish(struct outfile *o, struct diag *d);
/* Finishes, where that was not done, and renames to the final name. False with a message in d; then
 * nothing new is at path. */
bool outfile_commit(struct outfile *o, struct diag *d);
/* Forgets what was written. */
void outfile_abandon(struct outfile *o);
/* Flushes standard output; false with a message in d when something written
 * there was lost (a full disk). Where a pipe was closed by its reader the error is
 * counted in silence: "| head" has read all it wants. */
bool stdout_close(struct diag *d);

#endif
