/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of an input, with a line table that is created on first use. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include "base/array.h"
#include "base/diag.h"
#include "base/infile.h"

#include <stdint.h>

struct source {
    const char *path;      /* as the user named it; "-" = standard input */
    char *text;            /* whole file, followed by a 0 */
    size_t size;           /* bytes without that 0 */
    ARRAY(uint32_t) lines; /* offset of each line's first byte; empty until first use */
    size_t forgotten;      /* offset up to which source_forget() freed memory */
    size_t near;           /* index of the last line that source_where() found */
};

/* Reads a whole file ("-": standard input). Returns false after a message in d if it cannot be
 * read, has 4 GB or more, or is a pipe or device with more than 256 MB; s is then empty. path must
 * outlive s. */
bool source_read(struct source *s, const char *path, struct diag *d);
/* The same for an open input, from its current position. */
bool source_read_infile(struct source *s, struct infile *in, struct diag *d);
/* Uses a copy of n bytes as if read from path. */
void source_from_bytes(struct source *s, const char *path, const char *bytes, size_t n);
void source_free(struct source *s);
/* Frees the text before an offset; it must not be accessed any more. */
void source_forget(struct source *s, size_t before);

/* Returns the number of lines; a last line without line end counts. */
size_t source_line_count(struct source *s);
/* Returns line n (from 1) without its line end (\n or \r\n); *len: its bytes. */
const char *source_line(struct source *s, size_t n, size_t *len);
/* Returns the position of a byte offset: line, column, line text. */
struct where source_where(struct source *s, size_t offset);
/* Returns the position of line n, column col (0 = whole line). */
struct where source_line_where(struct source *s, size_t n, long col);

#endif
