/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

bool input_open(struct input *in, const char *path, struct diag *d)
{
    bool standard = strcmp(path, "-") == 0;
    *in = (struct input){.name = standard ? "<stdin>" : path};
    in->fd = standard ? STDIN_FILENO : open(path, O_RDONLY);
    if (in->fd < 0) {
        diag_error(d, (struct where){.file = path}, "cannot be opened: %s", strerror(errno));
        return false;
    }
    in->start = lseek(in->fd, 0, SEEK_CUR);
    in->seekable = in->start >= 0;
#ifdef POSIX_FADV_SEQUENTIAL
    if (in->seekable)
        posix_fadvise(in->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
    return true;
}

void input_from_bytes(struct input *in, const char *name, const uint8_t *bytes, size_t n)
{
    *in = (struct input){.name = name, .fd = -1, .seekable = true, .memory = bytes, .size = n};
}

static size_t read_memory(struct input *in, uint8_t *bytes, size_t n)
{
    if (n > in->size - in->at)
        n = in->size - in->at;
    if (n)
        memcpy(bytes, in->memory + in->at, n);
    in->at += n;
    return n;
}

static size_t read_file(struct input *in, uint8_t *bytes, size_t n, struct diag *d)
{
    size_t done = 0;
    while (done < n) {
        ssize_t got = read(in->fd, bytes + done, n - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && !in->failed)
            diag_error(d, (struct where){.file = in->name}, "cannot be read: %s", strerror(errno));
        in->failed |= got < 0;
        if (got <= 0)
            break;
        done += (size_t)got;
    }
    return done;
}

static void report_spool_failure(struct input *in, struct diag *d)
{
    in->failed |= in->spool.failed != 0;
    if (in->spool.failed)
        diag_error(d, (struct where){.file = in->name},
                   "cannot be stored in TMPDIR to be read twice: %s; free space there, or give its "
                   "form with --input",
                   strerror(in->spool.failed));
}

size_t input_read(struct input *in, uint8_t *bytes, size_t n, struct diag *d)
{
    if (in->memory || in->fd < 0)
        return read_memory(in, bytes, n);
    size_t done = in->keeps ? 0 : spool_read(&in->spool, bytes, n);
    if (!in->keeps && in->spool.at && spool_bytes_left(&in->spool) == 0)
        spool_free(&in->spool);
    if (in->spool.failed)
        return done;
    size_t got = read_file(in, bytes + done, n - done, d);
    if (in->keeps && !in->seekable)
        spool_add(&in->spool, bytes + done, got);
    return done + got;
}

void input_begin_lookahead(struct input *in)
{
    in->keeps = true;
}

void input_rewind(struct input *in, struct diag *d)
{
    in->keeps = false;
    in->at = 0;
    if (in->fd >= 0 && in->seekable && lseek(in->fd, in->start, SEEK_SET) < 0) {
        in->failed = true;
        diag_error(d, (struct where){.file = in->name}, "cannot be read again: %s",
                   strerror(errno));
    }
    report_spool_failure(in, d);
}

void input_close(struct input *in)
{
    spool_free(&in->spool);
    if (in->fd > STDIN_FILENO)
        close(in->fd);
    in->fd = -1;
}
