/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One input text held whole, with a line table made on first need. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include "base/array.h"
#include "base/diag.h"
#include "base/infile.h"

#include <stdint.h>

struct source {
    const char *path;      /* as the user named it; "-" = standard input */
    char *text;            /* whole file, a 0 behind it */
    size_t size;           /* bytes without that 0 */
    ARRAY(uint32_t) lines; /* offset of each line's first byte; empty until asked */
    size_t forgotten;      /* bytes that source_forget gave back, with those before them */
    size_t near;           /* index of the line that source_where found last */
};

/* Reads path whole ("-": standard input). False with a message in d when it can't be read, has
 * 4 GB or more, or is a pipe or device that gives more than 256 MB; then s holds nothing. path must
 * outlive s. */
bool source_read(struct source *s, const char *path, struct diag *d);
/* The same of an input that was opened, from where it stands. */
bool source_read_infile(struct source *s, struct infile *in, struct diag *d);
/* Takes n bytes as if read from path (tests, fuzz targets). */
void source_from_bytes(struct source *s, const char *path, const char *bytes, size_t n);
void source_free(struct source *s);
/* The text before that byte is no longer needed: its memory goes back, and nothing may look
 * at it again. */
void source_forget(struct source *s, size_t before);

/* Number of lines; a last line without line end counts. */
size_t source_line_count(struct source *s);
/* Line n (from 1) without its line end (\n or \r\n); *len gets its bytes. */
const char *source_line(struct source *s, size_t n, size_t *len);
/* Place of a byte offset: line, column, line text. */
struct where source_where(struct source *s, size_t offset);
/* Place of line n, column col (0 = whole line). */
struct where source_line_where(struct source *s, size_t n, long col);

#endif
