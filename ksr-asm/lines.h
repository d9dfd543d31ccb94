/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a file line by line in constant memory, once or several times. */
#ifndef KSR_ASM_LINES_H
#define KSR_ASM_LINES_H

#include "base/diag.h"
#include "base/infile.h"

#include <stdint.h>

enum {
    LINES_LONGEST = 65536,  /* bytes of a line; longer lines are truncated */
    LINES_SKIPPED = 1 << 26 /* bytes without a line end after which a file is rejected */
};

struct lines {
    const char *path;  /* "-" = standard input */
    struct infile *in; /* NULL = */
    const char *given; /* text in memory instead of a file */
    size_t given_n, given_at;
    char *block;
    size_t from, to; /* unread part of the block */
    struct diag *d;  /* receives read errors */
    bool ended;      /* the file has no bytes after those of the block */
    bool skipping;   /* in the rest of a line that was too long */
    size_t skipped;  /* bytes skipped in that rest */

    const char *text; /* the line, without its line end */
    size_t n;
    bool too_long;
    uint32_t line; /* its number, from 1 */
};

/* Begins to read the lines of in, which is at its start and must stay open until lines_close. Read
 * errors are reported in d. */
void lines_open(struct lines *l, struct infile *in, struct diag *d);
/* Begins to read n bytes in memory as if they came from path (fuzz targets). The caller keeps them.
 */
void lines_open_bytes(struct lines *l, const char *path, const char *bytes, size_t n,
                      struct diag *d);
/* Reads the next line. Returns false at the end, and after a message if reading failed or if
 * LINES_SKIPPED bytes have no line end (a device such as /dev/zero has no end). */
bool lines_next(struct lines *l);
/* Returns to the start. Returns false after a message. */
bool lines_rewind(struct lines *l);
void lines_close(struct lines *l);

#endif
