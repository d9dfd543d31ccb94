/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a file or standard input in blocks. The input can be read ahead, to its end, and then be
 * rewound, even if it is a pipe; the bytes read ahead from a pipe are stored in a spool. */
#ifndef MULTIKRON_STREAM_INPUT_H
#define MULTIKRON_STREAM_INPUT_H

#include "base/diag.h"
#include "measure/multikron/stream/spool.h"

#include <sys/types.h>

struct input {
    const char *name; /* for messages */
    int fd;
    bool seekable;
    off_t start; /* offset at opening, if seekable */
    bool keeps;  /* bytes read from a pipe are stored in the spool */
    bool failed; /* a read error was reported */
    struct spool spool;
    const uint8_t *memory; /* instead of fd, if not NULL */
    size_t size, at;
};

/* Opens a file; "-" = standard input. Returns false after an error in d. */
bool input_open(struct input *in, const char *path, struct diag *d);
/* Opens bytes in memory, which must outlive in; for tests and fuzzing. */
void input_from_bytes(struct input *in, const char *name, const uint8_t *bytes, size_t n);
/* Reads n bytes, fewer at the end of the input. A read error is reported in d and ends the input.
 * Returns the number of bytes. */
size_t input_read(struct input *in, uint8_t *bytes, size_t n, struct diag *d);
/* Begins reading ahead, until input_rewind(), which restores the position. */
void input_begin_lookahead(struct input *in);
void input_rewind(struct input *in, struct diag *d);
void input_close(struct input *in);

#endif
