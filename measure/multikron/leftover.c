/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/leftover.h"
#include "base/arena.h"
#include "measure/multikron/lib/layout.h"
#include "measure/multikron/sample.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_at(int fd, void *to, size_t n, uint64_t at)
{
    return pread(fd, to, n, (off_t)at) == (ssize_t)n;
}

/* Adds the n rings of the table at offset at. Returns false if it cannot be read. */
static bool add_table(struct leftover *l, int fd, uint64_t at, uint32_t n, uint32_t ring_bytes)
{
    struct mk_ring *rings = xmalloc(MK_TABLE_BYTES);
    bool ok = read_at(fd, rings, n * sizeof *rings, at);
    for (uint32_t i = 0; ok && i < n; i++) {
        uint64_t left = rings[i].head - rings[i].tail;
        l->bytes += left <= ring_bytes ? left : ring_bytes;
        l->unmarked += rings[i].pending;
        l->tails += rings[i].tail;
        l->marks += rings[i].pending > 0;
    }
    free(rings);
    return ok;
}

static bool add_rings(struct leftover *l, int fd, const struct mk_file *f)
{
    if (f->magic != MK_FILE_MAGIC || f->version != MK_FILE_VERSION || f->rings > MK_FILE_RINGS)
        return false;
    for (uint32_t i = 0; i < f->rings; i += MK_TABLE_RINGS) {
        uint32_t n = f->rings - i < MK_TABLE_RINGS ? f->rings - i : MK_TABLE_RINGS;
        if (!add_table(l, fd, f->table_at[i / MK_TABLE_RINGS], n, f->ring_bytes))
            return false;
    }
    uint64_t ringless = mk_ringless_losses(f);
    l->unmarked += ringless > f->ringless_marked ? ringless - f->ringless_marked : 0;
    l->marks += ringless > f->ringless_marked;
    l->whole = mk_sample_file_bytes(f, l->tails) + l->bytes + l->marks * SAMPLE_TRACE_BYTES;
    return true;
}

/* Returns X.mkr for X.mkn, to be freed by the caller, or NULL if path does not end in .mkn. */
static char *ring_file_path(const char *path)
{
    size_t n = strlen(path);
    if (n < 4 || strcmp(path + n - 4, ".mkn") != 0)
        return NULL;
    char *ring_file = xstrdup(path);
    ring_file[n - 1] = 'r';
    return ring_file;
}

bool leftover_read(struct leftover *l, const char *path)
{
    struct mk_file f;
    struct stat st;
    *l = (struct leftover){0};
    char *ring_file = ring_file_path(path);
    int fd = ring_file ? open(ring_file, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    l->unreadable = fd >= 0 || (ring_file && errno != ENOENT && errno != ENOTDIR);
    free(ring_file);
    if (fd >= 0) {
        l->unreadable = !read_at(fd, &f, sizeof f, 0) || !add_rings(l, fd, &f);
        close(fd);
    }
    if (l->unreadable || (stat(path, &st) == 0 && (uint64_t)st.st_size == l->whole))
        l->bytes = l->unmarked = 0; /* unknown, or salvaged */
    return l->bytes || l->unmarked || l->unreadable;
}

void leftover_report(struct leftover *l, const char *path, struct diag *d)
{
    struct where w = {.file = path};
    if (!leftover_read(l, path))
        return;
    if (l->unreadable)
        diag_error(d, w,
                   "its ring file (same name, suffix .mkr) cannot be read: samples may be missing "
                   "here; run the 'multikron salvage' of the MACS version that wrote it");
    else
        diag_error(d, w,
                   "its ring file (same name, suffix .mkr) has %" PRIu64
                   " more bytes of samples and counts %" PRIu64
                   " lost samples: the process is still running, was killed, or could not write "
                   "them; after it has ended, run 'multikron salvage' on the ring file",
                   l->bytes, l->unmarked);
}
