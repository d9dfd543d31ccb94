/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes that are kept until it is known what they are: in memory while they are
 * few, in a file without a name (in $TMPDIR, else /tmp) when they are many. */
#ifndef MULTIKRON_STREAM_SPOOL_H
#define MULTIKRON_STREAM_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPOOL_MEMORY = 1 << 20 };

/* An empty spool is all zeroes. */
struct spool {
    uint8_t *at;    /* the last bytes added, room for SPOOL_MEMORY; NULL = none yet */
    size_t n;       /* of them */
    uint64_t filed; /* bytes in front of them, in the file */
    int fd;         /* of the file; valid if filed */
    uint64_t read;  /* bytes taken so far */
    int failed;     /* errno of the file; 0 = none: what was added is not complete */
};

void spool_add(struct spool *s, const uint8_t *bytes, size_t n);
/* Takes up to n bytes, fewer only at the end. */
size_t spool_take(struct spool *s, uint8_t *bytes, size_t n);
/* Bytes that were added and not yet taken. */
uint64_t spool_left(const struct spool *s);
/* Forgets all; the memory stays for the next. */
void spool_clear(struct spool *s);
void spool_free(struct spool *s);

/* A file without a name, opened for reading and writing; -1 with errno. */
int spool_file(void);

#endif
