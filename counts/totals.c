/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up the counters of the processes of a run, one process after the other. */
#include "base/util.h"
#include "counts/counts.h"
#include "counts/runtime/format.h"

#include <inttypes.h>
#include <string.h>

struct totals {
    struct count_total *at;
    size_t n;
    struct diag *d;
};

static void mark_incomplete(struct count_total *t, const char *why)
{
    if (!t->incomplete)
        t->incomplete = why;
}

/* ---- units ---- */

struct identity_search {
    const struct totals *t;
    uint64_t identity;
};

static bool is_before(const void *context, size_t i)
{
    const struct identity_search *s = context;
    return s->t->at[i].map->identity < s->identity;
}

/* Returns the totals of a unit: *n of them. */
static struct count_total *totals_of(const struct totals *t, uint64_t identity, size_t *n)
{
    size_t first = partition_point(t->n, is_before, &(struct identity_search){t, identity});
    for (*n = 0; first + *n < t->n && t->at[first + *n].map->identity == identity;)
        ++*n;
    return t->at + first;
}

/* ---- a process ---- */

/* Adds the counters of a unit in a thread. */
static void add_thread(struct diag *d, const struct count_unit_of_run *u,
                       const struct count_thread *t, struct count_total *to)
{
    uint64_t first = (u->offset - COUNT_HEADER) / sizeof(uint64_t), c = 0;
    for (; c < u->n && first + c < t->n_values; c++) {
        to->counters[c] += t->values[first + c];
        to->shared[c] += t->slot == 0 ? t->values[first + c] : 0;
    }
    if (t->values && c == u->n && to->each)
        to->each(to->with, t, t->values + first);
    if (!t->values || c == u->n)
        return;
    mark_incomplete(to, "a file of its counts is truncated");
    diag_warning(d, (struct where){.file = t->path},
                 "the file is truncated: %" PRIu64 " of %" PRIu64 " counters of '%s' are missing",
                 u->n - c, u->n, to->map->file);
}

/* Returns why counters of all units of a process are missing; NULL = they are not. */
static const char *why_incomplete(const struct count_process *p)
{
    for (size_t i = 0; i < p->n_threads; i++)
        if (!p->threads[i].values)
            return "a file of its counts is missing or damaged";
    return p->unstored ? "a counted process could not store its counts" : NULL;
}

static void add_unit(struct totals *t, const struct count_process *p,
                     const struct count_unit_of_run *u)
{
    size_t n;
    struct count_total *to = totals_of(t, u->identity, &n);
    const char *why = why_incomplete(p);
    for (size_t i = 0; i < n; i++) {
        if (u->n != to[i].map->n_counters)
            continue;
        to[i].loaded = true;
        to[i].early += p->early;
        if (why)
            mark_incomplete(&to[i], why);
        for (size_t k = 0; k < p->n_threads; k++)
            add_thread(t->d, u, &p->threads[k], &to[i]);
    }
}

static void add_process(struct totals *t, const struct count_process *p)
{
    for (size_t i = 0; i < p->n_units; i++)
        add_unit(t, p, &p->units[i]);
    for (size_t i = 0; i < p->n_uncounted; i++) {
        size_t n;
        struct count_total *to = totals_of(t, p->uncounted[i], &n);
        while (n > 0)
            mark_incomplete(&to[--n], "a counted process had no space for its counters");
    }
}

/* Any unit can have counters in a process whose index is not known completely. */
static void mark_all_incomplete(struct totals *t)
{
    for (size_t i = 0; i < t->n; i++)
        mark_incomplete(&t->at[i], "the index of a counted process is damaged");
}

/* Reads the file of each block of the process. */
static void read_threads(struct arena *a, struct diag *d, struct count_process *p)
{
    for (size_t i = 0; i < p->n_threads; i++) {
        struct count_thread *t = &p->threads[i];
        struct source s = {.path = NULL};
        t->path = count_path_of_thread(a, p, t->slot, ".counts");
        if (source_read(&s, t->path, d))
            count_thread_read(a, s.text, s.size, d, t);
        source_free(&s);
    }
}

static void read_process(struct totals *t, const char *path)
{
    struct arena scratch = {0};
    struct source s = {.path = NULL};
    struct count_process p = {.damaged = true};
    if (source_read(&s, path, t->d) && count_index_read(&scratch, &s, t->d, &p)) {
        read_threads(&scratch, t->d, &p);
        add_process(t, &p);
    } else {
        p.damaged = true;
    }
    if (p.damaged)
        mark_all_incomplete(t);
    source_free(&s);
    arena_free(&scratch);
}

/* ---- a directory ---- */

bool counts_total(struct arena *a, const char *folder, struct diag *d, struct count_total *totals,
                  size_t n)
{
    struct totals t = {totals, n, d};
    const char **paths;
    size_t n_paths;
    for (size_t i = 0; i < n; i++) {
        const struct count_total asked = totals[i];
        const struct count_map *m = asked.map;
        totals[i] = (struct count_total){.map = m,
                                         .counters = ARENA_ARRAY(a, uint64_t, m->n_counters + 1),
                                         .shared = ARENA_ARRAY(a, uint64_t, m->n_counters + 1),
                                         .each = asked.each,
                                         .with = asked.with};
    }
    if (!count_find_indexes(a, folder, d, &paths, &n_paths))
        return false;
    for (size_t i = 0; i < n_paths; i++)
        read_process(&t, paths[i]);
    return true;
}
