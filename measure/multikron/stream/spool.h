/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A queue of bytes: in memory up to SPOOL_MEMORY, the excess in an unlinked temporary file in
 * $TMPDIR, or /tmp if that is not set. */
#ifndef MULTIKRON_STREAM_SPOOL_H
#define MULTIKRON_STREAM_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPOOL_MEMORY = 1 << 20 };

/* All zeroes = empty. */
struct spool {
    uint8_t *at;    /* buffer of SPOOL_MEMORY bytes with the bytes added last; NULL = none */
    size_t n;       /* number of bytes in it */
    uint64_t filed; /* number of bytes before them, in the file */
    int fd;         /* of the file; valid if filed > 0 */
    uint64_t read;  /* number of bytes read */
    int failed;     /* errno of a file operation, after which bytes are missing; 0 = none */
};

/* Appends n bytes; sets failed after an error. */
void spool_add(struct spool *s, const uint8_t *bytes, size_t n);
/* Reads and removes up to n bytes, fewer only at the end or after an error. Returns their number.
 */
size_t spool_read(struct spool *s, uint8_t *bytes, size_t n);
/* Returns the number of bytes that were added and not read. */
uint64_t spool_bytes_left(const struct spool *s);
/* Removes all bytes; keeps the buffer in memory. */
void spool_clear(struct spool *s);
void spool_free(struct spool *s);

/* Opens an unlinked temporary file for reading and writing. Returns its descriptor, or -1 with
 * errno.
 */
int spool_open_file(void);

#endif
