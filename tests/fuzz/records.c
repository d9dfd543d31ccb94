/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as what is read in a folder of a build: as a record, which is the same when it is
 * written and read again; and, cut at each 0 byte, as Fortran files whose modules say in which
 * order they are compiled: each comes once. */
#include "drive/order.h"
#include "drive/records.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_FILES = 4 };

/* A file in memory; its path. */
static const char *open_file(struct arena *a, const uint8_t *bytes, size_t n, int *fd)
{
    *fd = memfd_create("file", MFD_CLOEXEC);
    if (*fd < 0 || write(*fd, bytes, n) != (ssize_t)n)
        abort();
    return arena_printf(a, "/proc/self/fd/%d", *fd);
}

static bool is_same(const struct words *x, const struct words *y)
{
    bool same = x->n == y->n;
    for (size_t i = 0; same && i < x->n; i++)
        same = strcmp(x->at[i], y->at[i]) == 0;
    return same;
}

static void read_record(struct arena *a, const uint8_t *data, size_t size)
{
    int fd, other;
    struct record r, again;
    const char *path = open_file(a, data, size, &fd), *copy = open_file(a, data, 0, &other);
    if (!record_read(&r, a, path) || r.keys.n != r.texts.n)
        abort();
    for (size_t i = 0; i < r.keys.n; i++)
        if (!record_text(&r, r.keys.at[i]) || !record_texts(a, &r, r.keys.at[i]).n)
            abort();
    if (!record_write(&r, copy) || !record_read(&again, a, copy) ||
        !is_same(&r.keys, &again.keys) || !is_same(&r.texts, &again.texts))
        abort();
    close(fd);
    close(other);
}

static void order_files(struct arena *a, const uint8_t *data, size_t size)
{
    int fds[MOST_FILES], n = 0;
    struct words files = {.n = 0};
    while (n < MOST_FILES && size > 0) {
        const uint8_t *zero = memchr(data, 0, size);
        size_t bytes = zero ? (size_t)(zero - data) : size, gone = zero ? bytes + 1 : bytes;
        words_add(a, &files, open_file(a, data, bytes, &fds[n++]));
        data += gone;
        size -= gone;
    }
    struct words order = order_by_modules(a, &files);
    for (size_t i = 0; i < files.n; i++)
        if (!words_hold(&order, files.at[i]))
            abort();
    if (order.n != files.n)
        abort();
    while (n > 0)
        close(fds[--n]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    read_record(&a, data, size);
    order_files(&a, data, size);
    arena_free(&a);
    return 0;
}
