/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/spool.h"
#include "base/arena.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int spool_file(void)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    if (!folder || !*folder)
        folder = "/tmp";
    if (snprintf(path, sizeof path, "%s/multikron-XXXXXX", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = mkstemp(path);
    if (fd >= 0)
        unlink(path);
    return fd;
}

/* Moves what is in memory behind what is in the file. */
static void file_away(struct spool *s)
{
    if (!s->failed && s->filed == 0) {
        s->fd = spool_file();
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
            file_away(s);
        size_t piece = SPOOL_MEMORY - s->n < n ? SPOOL_MEMORY - s->n : n;
        memcpy(s->at + s->n, bytes, piece);
        s->n += piece;
        bytes += piece;
        n -= piece;
    }
}

uint64_t spool_left(const struct spool *s)
{
    return s->filed + s->n - s->read;
}

/* Bytes of the file that were not taken yet, up to n; 0 = none, or it can't be read. */
static size_t take_filed(struct spool *s, uint8_t *bytes, size_t n)
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

size_t spool_take(struct spool *s, uint8_t *bytes, size_t n)
{
    size_t taken = 0;
    while (taken < n && spool_left(s) > 0 && !s->failed) {
        size_t piece;
        if (s->read < s->filed) {
            piece = take_filed(s, bytes + taken, n - taken);
        } else {
            piece = s->n - (size_t)(s->read - s->filed);
            if (piece > n - taken)
                piece = n - taken;
            memcpy(bytes + taken, s->at + (s->read - s->filed), piece);
        }
        taken += piece;
        s->read += piece;
    }
    return taken;
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
