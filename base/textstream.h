/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text that is written through stdio and kept in memory. A command that has not enough memory for
 * it ends with a message: a text that is cut short never comes out. */
#ifndef BASE_TEXTSTREAM_H
#define BASE_TEXTSTREAM_H

#include <stddef.h>
#include <stdio.h>

struct text_stream {
    FILE *f;
    char *text; /* valid after text_close */
    size_t size;
};

/* Begins an empty text. Returns the stream to write to, never NULL. */
FILE *text_open(struct text_stream *t);
/* Ends it. Returns the text of t->size bytes, a zero after them; the caller frees it. */
char *text_close(struct text_stream *t);

#endif
