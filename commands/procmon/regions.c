/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --regions: the names of the loops that kma marked. A program reports only their numbers. */
#include "base/keyfile.h"
#include "commands/procmon/procmon.h"
#include "config.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = REGION_NUMBERS - 1 };

/* Returns the number in a text that consists of the prefix and a number; 0 = it does not. */
static long number_of(const char *text, const char *prefix)
{
    long number = region_number(&text, prefix);
    return number > 0 && !*text ? number : 0;
}

static void add_region(struct procmon *p, const struct key_entry *e)
{
    long n = number_of(e->key, REGION_LINE_PREFIX);
    if (n == 0 || !*e->value)
        diag_error(&p->d, e->where, "expected 'region.N LOOP' with N from 1 to %d", MOST);
    else if (p->loops[n])
        diag_error(&p->d, e->where, "region %ld is listed twice: use a table that kma wrote", n);
    else
        p->loops[n] = e->value;
}

bool procmon_regions_read(struct procmon *p)
{
    struct source *s = ARENA_NEW(&p->arena, struct source);
    long errors = p->d.errors;
    if (!p->regions)
        return true;
    if (!source_read(s, p->regions, &p->d))
        return false;
    p->loops = ARENA_ARRAY(&p->arena, const char *, MOST + 1);
    struct keyfile f = keyfile_read(&p->arena, s, &p->d);
    for (size_t i = 0; i < f.n; i++)
        add_region(p, &f.at[i]);
    for (long i = 1; i <= MOST; i++)
        p->loops[i] = p->loops[i] ? arena_strdup(&p->arena, p->loops[i]) : NULL;
    source_free(s);
    return p->d.errors == errors;
}

/* Returns the index of the region of that name among the first n; n = none. */
static size_t find_region(const struct watched_thread *t, size_t n, const char *name)
{
    size_t i = 0;
    while (i < n && strcmp(t->regions[i].name, name) != 0)
        i++;
    return i;
}

/* Names the regions of a thread. A loop that the program itself also named is joined with it. */
static void name_regions(const struct procmon *p, struct watched_thread *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n_regions; i++) {
        struct state_region r = t->regions[i];
        const char *loop = p->loops[number_of(r.name, REGION_NAME_PREFIX)];
        r.name = loop ? loop : r.name;
        size_t at = find_region(t, n, r.name);
        if (at == n)
            t->regions[n++] = r;
        else
            for (int s = 0; s < THREAD_STATES; s++)
                t->regions[at].counts.n[s] += r.counts.n[s];
    }
    t->n_regions = n;
}

void procmon_regions_name(const struct procmon *p, struct watch *w)
{
    for (size_t i = 0; p->loops && i < w->n_threads; i++)
        name_regions(p, &w->threads[i]);
}
