/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the files that counted processes wrote: counts/runtime/format.h. */
#include "base/util.h"
#include "counts/counts.h"
#include "counts/fields.h"
#include "counts/runtime/format.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SLOT_MOST = 1 << 20 };

/* ---- an index ---- */

static void read_unit(struct field_reader *r, struct count_process *p)
{
    enum { FILE_MOST = COUNT_SPAN };
    struct count_unit_of_run u = {.offset = read_number_field(r, FILE_MOST)};
    u.n = read_number_field(r, COUNT_UNIT_MOST);
    u.identity = read_hexadecimal_field(r);
    u.name = read_text_field(r);
    r->wrong |= u.offset < COUNT_HEADER || u.offset % sizeof(uint64_t) != 0;
    if (fields_end(r))
        *ARENA_PUSH(r->a, p->units, p->n_units) = u;
}

static struct count_thread *thread_of_slot(struct arena *a, struct count_process *p, unsigned slot)
{
    for (size_t i = 0; i < p->n_threads; i++)
        if (p->threads[i].slot == slot)
            return &p->threads[i];
    struct count_thread *t = ARENA_PUSH(a, p->threads, p->n_threads);
    *t = (struct count_thread){.slot = slot};
    return t;
}

static void read_thread(struct field_reader *r, struct count_process *p)
{
    unsigned slot = (unsigned)read_number_field(r, SLOT_MOST);
    long tid = (long)read_number_field(r, INT32_MAX);
    if (!fields_end(r))
        return;
    struct count_thread *t = thread_of_slot(r->a, p, slot);
    long *tids = ARENA_ARRAY(r->a, long, t->n_tids + 1);
    if (t->n_tids)
        memcpy(tids, t->tids, t->n_tids * sizeof *tids);
    tids[t->n_tids++] = tid;
    t->tids = tids;
}

static void read_record(struct field_reader *r, const char *kind, struct count_process *p)
{
    if (strcmp(kind, "unit") == 0) {
        read_unit(r, p);
        return;
    }
    if (strcmp(kind, "thread") == 0) {
        read_thread(r, p);
        return;
    }
    if (strcmp(kind, "process") == 0) {
        p->pid = (long)read_number_field(r, INT32_MAX);
        p->parent = (long)read_number_field(r, INT32_MAX);
    } else if (strcmp(kind, "program") == 0) {
        p->program = read_name_field(r);
    } else if (strcmp(kind, "early") == 0) {
        p->early += read_number_field(r, UINT64_MAX);
    } else if (strcmp(kind, "uncounted") == 0) {
        read_text_field(r);
        p->n_uncounted++;
    } else {
        r->wrong = true;
    }
    fields_end(r);
}

bool count_index_read(struct arena *a, struct source *s, struct diag *d, struct count_process *p)
{
    struct field_reader r;
    const char *kind;
    *p = (struct count_process){.path = arena_strdup(a, s->path)};
    if (!fields_open(&r, a, s, d, "macs-counts", "an index of counts"))
        return false;
    thread_of_slot(a, p, 0);
    while (fields_next(&r, &kind))
        read_record(&r, kind, p);
    return true;
}

/* ---- a block's file ---- */

bool count_thread_read(struct arena *a, const char *bytes, size_t n, struct diag *d,
                       struct count_thread *t)
{
    struct where w = {.file = t->path};
    struct count_header h;
    if (n < sizeof h || memcmp(bytes, COUNT_MAGIC, sizeof h.magic) != 0) {
        diag_error(d, w, "this is not a file of counts");
        return false;
    }
    memcpy(&h, bytes, sizeof h);
    if (h.header_bytes != COUNT_HEADER || h.counter_bytes != sizeof(uint64_t) ||
        h.slot != t->slot) {
        diag_error(d, w, "the header of this file of counts is damaged");
        return false;
    }
    size_t values = n > COUNT_HEADER ? (n - COUNT_HEADER) / sizeof(uint64_t) : 0;
    uint64_t *copy = ARENA_ARRAY(a, uint64_t, values + 1);
    if (values)
        memcpy(copy, bytes + COUNT_HEADER, values * sizeof *copy);
    t->values = copy;
    t->n_values = values;
    return true;
}

/* Reads the file of each block of the process. */
static void read_threads(struct arena *a, struct diag *d, struct count_process *p)
{
    size_t n = strlen(p->path) - strlen(".index");
    for (size_t i = 0; i < p->n_threads; i++) {
        struct count_thread *t = &p->threads[i];
        struct source s = {.path = NULL};
        t->path = arena_printf(a, "%.*s-%u.counts", (int)n, p->path, t->slot);
        if (!source_read(&s, t->path, d))
            continue;
        count_thread_read(a, s.text, s.size, d, t);
        source_free(&s);
    }
}

/* ---- a directory ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool ends_with(const char *name, const char *ending)
{
    size_t n = strlen(name), m = strlen(ending);
    return n > m && strcmp(name + n - m, ending) == 0;
}

bool counts_read_run(struct arena *a, const char *folder, struct diag *d, struct count_run *r)
{
    ARRAY(char *) paths = {0};
    DIR *dir = opendir(folder);
    *r = (struct count_run){NULL, 0};
    if (!dir) {
        diag_error(d, (struct where){.file = folder}, "cannot read the directory: %s",
                   strerror(errno));
        return false;
    }
    for (const struct dirent *e; (e = readdir(dir));)
        if (ends_with(e->d_name, ".index"))
            *array_push(&paths) = arena_printf(a, "%s/%s", folder, e->d_name);
    closedir(dir);
    if (paths.n)
        qsort(paths.at, paths.n, sizeof *paths.at, by_text);
    for (size_t i = 0; i < paths.n; i++) {
        struct source s = {.path = NULL};
        struct count_process p;
        if (!source_read(&s, paths.at[i], d))
            continue;
        if (count_index_read(a, &s, d, &p)) {
            read_threads(a, d, &p);
            *ARENA_PUSH(a, r->processes, r->n) = p;
        }
        source_free(&s);
    }
    array_free(&paths);
    return true;
}

/* ---- sums ---- */

uint64_t counts_add_thread(const struct count_map *m, const struct count_process *p,
                           const struct count_thread *t, uint64_t *counters)
{
    for (size_t i = 0; i < p->n_units; i++) {
        const struct count_unit_of_run *u = &p->units[i];
        if (u->identity != m->identity || u->n != m->n_counters)
            continue;
        uint64_t first = (u->offset - COUNT_HEADER) / sizeof(uint64_t), c = 0;
        for (; c < u->n && first + c < t->n_values; c++)
            counters[c] += t->values[first + c];
        return c;
    }
    return 0;
}

static bool has_unit(const struct count_map *m, const struct count_process *p)
{
    for (size_t i = 0; i < p->n_units; i++)
        if (p->units[i].identity == m->identity && p->units[i].n == m->n_counters)
            return true;
    return false;
}

bool counts_add_run(const struct count_map *m, const struct count_run *r, struct diag *d,
                    uint64_t *counters)
{
    bool loaded = false;
    for (size_t i = 0; i < r->n; i++) {
        const struct count_process *p = &r->processes[i];
        if (!has_unit(m, p))
            continue;
        loaded = true;
        for (size_t k = 0; k < p->n_threads; k++) {
            uint64_t n = counts_add_thread(m, p, &p->threads[k], counters);
            if (n < m->n_counters && p->threads[k].values)
                diag_warning(d, (struct where){.file = p->threads[k].path},
                             "the file is truncated: %" PRIu64 " of %" PRIu32
                             " counters of '%s' are missing",
                             m->n_counters - n, m->n_counters, m->file);
        }
    }
    return loaded;
}
