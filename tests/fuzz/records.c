/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a file in an output directory of macs. If it begins with "macs-out", it is
 * read as the state: a step can be added, or there is a message. Otherwise it is read as a record,
 * which must be the same after it is written and read again; and, split at each 0 byte, as Fortran
 * files in the order that their modules require: each file occurs once. */
#include "commands/macs/plan/order.h"
#include "commands/macs/compilers/records.h"
#include "commands/macs/steps/work-folder.h"
#include "tests/fuzz/folder.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_FILES = 4 };

/* Makes a file in memory and returns its path. */
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
        if (!words_contain(&order, files.at[i]))
            abort();
    if (order.n != files.n)
        abort();
    while (n > 0)
        close(fds[--n]);
}

/* ---- the state ---- */

/* A directory of the process. */
static char folder[64];

static const char *name_in(struct arena *a, const char *name)
{
    return arena_printf(a, "%s/%s", folder, name);
}

static void remove_folder(void)
{
    struct arena a = {0};
    remove(name_in(&a, "state"));
    remove(name_in(&a, "log"));
    rmdir(folder);
    arena_free(&a);
}

static void put_state(struct arena *a, const uint8_t *data, size_t size)
{
    if (!folder[0]) {
        make_folder(folder, sizeof folder);
        atexit(remove_folder);
    }
    FILE *f = fopen(name_in(a, "state"), "wb");
    if (!f || fwrite(data, 1, size, f) != size || fclose(f) != 0)
        abort();
}

static bool is_same_step(const struct step_done *x, const struct step_done *y)
{
    return strcmp(x->step, y->step) == 0 && x->from == y->from && x->made == y->made;
}

static void read_state(struct arena *a, const uint8_t *data, size_t size)
{
    static const char about[] = "a b";
    const struct step_done added = {"import x", 1, UINT64_MAX};
    struct diag d = {.quiet = true};
    struct work_folder f, again;
    put_state(a, data, size);
    bool right = work_folder_open(&f, a, folder, about, &d);
    if (right != !d.errors || (right && !work_folder_done(&f, &added, &d)))
        abort();
    work_folder_close(&f, &d);
    if (!right)
        return;
    if (!work_folder_open(&again, a, folder, about, &d) || again.n_done != f.n_done ||
        !is_same_step(work_folder_step(&again, "import x"), &added))
        abort();
    for (size_t i = 0; i < f.n_done; i++)
        if (!is_same_step(&f.done[i], &again.done[i]))
            abort();
    work_folder_close(&again, &d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char begin[] = "macs-out";
    struct arena a = {0};
    if (size >= sizeof begin && memcmp(data, begin, sizeof begin - 1) == 0)
        read_state(&a, data, size);
    else {
        read_record(&a, data, size);
        order_files(&a, data, size);
    }
    arena_free(&a);
    return 0;
}
