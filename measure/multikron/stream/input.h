/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file or standard input, read in blocks; can be looked at to the end and then be
 * read from its start, a pipe too (what was seen of it is kept in a spool). */
#ifndef MULTIKRON_STREAM_INPUT_H
#define MULTIKRON_STREAM_INPUT_H

#include "base/diag.h"
#include "measure/multikron/stream/spool.h"

#include <sys/types.h>

struct input {
    const char *name; /* for messages */
    int fd;
    bool seekable;
    off_t start; /* where it stood, if seekable */
    bool keep;   /* what is read from a pipe goes to the spool */
    bool failed; /* it could not be read to its end; said */
    struct spool seen;
    const uint8_t *memory; /* instead of fd, if not NULL */
    size_t size, at;
};

/* "-" is standard input. False with a message in d. */
bool input_open(struct input *in, const char *path, struct diag *d);
/* Bytes in memory, for tests and fuzzing; they must outlive it. */
void input_from_bytes(struct input *in, const char *name, const uint8_t *bytes, size_t n);
/* Reads n bytes, fewer at the end of the input; an input that can't be read
 * ends there, with a message in d. */
size_t input_read(struct input *in, uint8_t *bytes, size_t n, struct diag *d);
/* Until input_rewind, what is read will be read again. */
void input_look(struct input *in);
void input_rewind(struct input *in, struct diag *d);
void input_close(struct input *in);

#endif
