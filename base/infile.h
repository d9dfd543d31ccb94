/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of an input, read from its start once or several times. It is opened once. A regular
 * file is read again by going back; what a pipe, a FIFO or a terminal gave is kept in a temporary
 * file while it is read. */
#ifndef BASE_INFILE_H
#define BASE_INFILE_H

#include "base/diag.h"

#include <stdint.h>
#include <sys/types.h>

struct infile {
    const char *path; /* as the user named it; "-" = standard input */
    int fd;           /* -1 = none is open */
    int copy;         /* the temporary file; -1 = none */
    bool again;       /* another pass may follow: bytes of a pipe are kept */
    bool failed;      /* a message was given: not all of it was read */
    bool regular;     /* a file: it can go back by itself */
    int64_t start;    /* where the first pass began; regular files only */
    int64_t at;       /* bytes of this pass so far */
    int64_t kept;     /* bytes in the temporary file */
    int64_t size;     /* bytes of a regular file, when it was opened; 0 = unknown */
    uint64_t device, node;
    int64_t changed_s, changed_ns; /* last change of a regular file, when it was opened */
};

/* Bytes that are kept of an input whose length is unknown. */
#define INFILE_KEPT_MOST ((int64_t)1 << 30)

/* Opens path ("-": standard input). again: infile_again may be called. False with a message in d.
 * path must outlive it. */
bool infile_open(struct infile *in, const char *path, bool again, struct diag *d);
/* The next bytes, up to n; 0 at the end; -1 after a message in d. */
ssize_t infile_read(struct infile *in, void *bytes, size_t n, struct diag *d);
/* Back to the start. False with a message in d: the input was not kept, or the file was changed
 * since it was opened. */
bool infile_again(struct infile *in, struct diag *d);
/* Takes no file descriptor until infile_again, where the input is a file that has a name. */
void infile_park(struct infile *in);
void infile_close(struct infile *in);

#endif
