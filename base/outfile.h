/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes output files completely or not at all: to a temporary file in the same directory, which is
 * renamed. Links are followed, and permissions kept. Devices and pipes are written directly. */
#ifndef BASE_OUTFILE_H
#define BASE_OUTFILE_H

#include "base/diag.h"

struct outfile {
    FILE *f;
    char *path;   /* as given */
    char *target; /* target of links */
    char *beside; /* temporary name; NULL = a device or a pipe */
    int lock;     /* descriptor that locks the temporary file; 0 = none */
};

/* Opens the temporary file of path. Returns false after a message in d. */
bool outfile_open(struct outfile *o, const char *path, struct diag *d);
/* Checks that the output is not one of the n input files, which it would replace. path NULL = no
 * output file; devices and pipes are accepted. Returns false after a message in d. */
bool outfile_spares(const char *path, const char *const *inputs, size_t n, struct diag *d);
/* Checks that path can be written, before the work begins, without changing it. Returns false after
 * a message in d. */
bool outfile_check(const char *path, struct diag *d);
/* Closes the stream. The file keeps its temporary name until outfile_commit(), so that several
 * files can be completed before the first is renamed. Returns false after a message in d; path is
 * then unchanged and *o empty. */
bool outfile_finish(struct outfile *o, struct diag *d);
/* Calls outfile_finish() if necessary, and renames the file. Returns false after a message in d;
 * path is then unchanged. */
bool outfile_commit(struct outfile *o, struct diag *d);
/* Removes the temporary file. */
void outfile_abandon(struct outfile *o);
/* Flushes standard output. Returns false after a message in d on a write error (a full disk). A
 * pipe closed by its reader ("| head") counts as an error without a message. */
bool stdout_close(struct diag *d);

#endif
