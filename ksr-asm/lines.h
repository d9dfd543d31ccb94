/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file line by line in constant memory, from its start once or several
 * times. */
#ifndef KSR_ASM_LINES_H
#define KSR_ASM_LINES_H

#include "base/diag.h"
#include "base/infile.h"

#include <stdint.h>

enum {
    LINES_LONGEST = 65536,  /* bytes of a line; longer ones are cut there */
    LINES_SKIPPED = 1 << 26 /* bytes without a line end after which a file is not a text */
};

struct lines {
    const char *path;  /* "-" = standard input */
    struct infile *in; /* NULL = */
    const char *given; /* a text at hand instead of a file */
    size_t given_n, given_at;
    char *block;
    size_t from, to; /* what of the block is yet to be given out */
    struct diag *d;  /* takes what is wrong with reading */
    bool ended;      /* the file has no more bytes than those of the block */
    bool skipping;   /* the rest of a line that was too long */
    size_t skipped;  /* bytes of that rest */

    const char *text; /* the line, without its line end */
    size_t n;
    bool too_long;
    uint32_t line; /* its number, from 1 */
};

/* The lines of in, which stands at its start and stays open until lines_close. What is wrong with
 * reading goes to d, also where another pass over them is silent. */
void lines_open(struct lines *l, struct infile *in, struct diag *d);
/* n bytes at hand as if read from path (fuzz targets); they must stay. */
void lines_open_bytes(struct lines *l, const char *path, const char *bytes, size_t n,
                      struct diag *d);
/* Reads the next line. Returns false at the end, with a message where reading failed or where
 * LINES_SKIPPED bytes have no line end (a device such as /dev/zero never ends). */
bool lines_next(struct lines *l);
/* Back to the start. False with a message. */
bool lines_again(struct lines *l);
void lines_close(struct lines *l);

#endif
