/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/spool.h"
#include "base/arena.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int spool_open_file(void)
{
    const char *directory = getenv("TMPDIR");
    char path[4096];
    if (!directory || !*directory)
        directory = "/tmp";
    if (snprintf(path, sizeof path, "%s/multikron-XXXXXX", directory) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = mkstemp(path);
    if (fd >= 0)
        unlink(path);
    return fd;
}

/* Appends the bytes in memory to the file. */
static void move_to_file(struct spool *s)
{
    if (!s->failed && s->filed == 0) {
        s->fd = spool_open_file();
        s->failed = s->fd < 0 ? errno : 0;
    }
    for (size_t done = 0; !s->failed && done < s->n;) {
        ssize_t n = pwrite(s->fd, s->at + done, s->n - done, (off_t)s->filed);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            s->failed = n < 0 ? errno : ENOSPC;
            if (s->filed == 0)
                close(s->fd);
            break;
        }
        done += (size_t)n;
        s->filed += (uint64_t)n;
    }
    s->n = 0;
}

void spool_add(struct spool *s, const uint8_t *bytes, size_t n)
{
    if (!s->at)
        s->at = xmalloc(SPOOL_MEMORY);
    while (n > 0) {
        if (s->n == SPOOL_MEMORY)
            move_to_file(s);
        size_t piece = SPOOL_MEMORY - s->n < n ? SPOOL_MEMORY - s->n : n;
        memcpy(s->at + s->n, bytes, piece);
        s->n += piece;
        bytes += piece;
        n -= piece;
    }
}

uint64_t spool_bytes_left(const struct spool *s)
{
    return s->filed + s->n - s->read;
}

/* Reads up to n bytes of the file. Returns their number, 0 after an error. */
static size_t read_filed(struct spool *s, uint8_t *bytes, size_t n)
{
    if (n > s->filed - s->read)
        n = (size_t)(s->filed - s->read);
    ssize_t got;
    do
        got = pread(s->fd, bytes, n, (off_t)s->read);
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        s->failed = got < 0 ? errno : EIO;
    return got > 0 ? (size_t)got : 0;
}

size_t spool_read(struct spool *s, uint8_t *bytes, size_t n)
{
    size_t done = 0;
    while (done < n && spool_bytes_left(s) > 0 && !s->failed) {
        size_t piece;
        if (s->read < s->filed) {
            piece = read_filed(s, bytes + done, n - done);
        } else {
            piece = s->n - (size_t)(s->read - s->filed);
            if (piece > n - done)
                piece = n - done;
            memcpy(bytes + done, s->at + (s->read - s->filed), piece);
        }
        done += piece;
        s->read += piece;
    }
    return done;
}

void spool_clear(struct spool *s)
{
    if (s->filed)
        close(s->fd);
    *s = (struct spool){.at = s->at};
}

void spool_free(struct spool *s)
{
    spool_clear(s);
    free(s->at);
    s->at = NULL;
}
