/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads an input from its start once or several times. It is opened once. A regular file is
 * rewound; the bytes of a pipe, FIFO or terminal are copied to a temporary file while they are
 * read. */
#ifndef BASE_INFILE_H
#define BASE_INFILE_H

#include "base/diag.h"

#include <stdint.h>
#include <sys/types.h>

struct infile {
    const char *path; /* as the user named it; "-" = standard input */
    int fd;           /* -1 = closed */
    int copy;         /* the temporary file; -1 = none */
    bool again;       /* another pass may follow: bytes of a pipe are copied */
    bool failed;      /* a read error was reported */
    bool regular;     /* a regular file, which can be rewound */
    int64_t start;    /* offset of the first pass; regular files only */
    int64_t at;       /* bytes read in this pass */
    int64_t kept;     /* bytes in the temporary file */
    int64_t size;     /* bytes of a regular file, when it was opened; 0 = unknown */
    uint64_t device, node;
    int64_t changed_s, changed_ns; /* last change of a regular file, when it was opened */
};

/* Limit of the copy of an input of unknown length, bytes. */
#define INFILE_KEPT_MOST ((int64_t)1 << 30)

/* Opens path ("-": standard input). again: infile_again may be called. path must
 * outlive it. Returns false after a message in d. */
bool infile_open(struct infile *in, const char *path, bool again, struct diag *d);
/* Reads up to n bytes. Returns their number; 0 at the end; -1 after a message in d. */
ssize_t infile_read(struct infile *in, void *bytes, size_t n, struct diag *d);
/* Rewinds to the start. Returns false after a message in d: the input was not copied, or the file
 * has changed since it was opened. */
bool infile_again(struct infile *in, struct diag *d);
/* Reads up to n bytes from the start and rewinds. Returns their number; -1 after a message in d.
 * Requires that the input was opened with again. */
ssize_t infile_read_start(struct infile *in, char *bytes, size_t n, struct diag *d);
/* Closes the descriptor of a named file until infile_again(). */
void infile_park(struct infile *in);
void infile_close(struct infile *in);

#endif
