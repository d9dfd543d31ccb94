/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text in memory that is written through stdio. If memory runs out, the command ends with a
 * message: the text is never truncated. */
#ifndef BASE_TEXTSTREAM_H
#define BASE_TEXTSTREAM_H

#include <stddef.h>
#include <stdio.h>

struct text_stream {
    FILE *f;
    char *text; /* valid after text_close */
    size_t size;
};

/* Starts an empty text. Returns the stream to write to, never NULL. */
FILE *text_open(struct text_stream *t);
/* Ends the text. Returns its t->size bytes followed by a 0; the caller frees it. */
char *text_close(struct text_stream *t);

#endif
