/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notes of loops that doubt the numbers of a region. */
#include "gaps/regions/regions.h"

#include <string.h>

/* The loops that the numbers of a region depend on. Numbers are those of facts/doubts.h. */
struct sources {
    const struct gap_run *run;
    unsigned *of_loop;   /* of each loop of the run: its numbers that are used */
    unsigned *of_region; /* of each region: numbers that were already followed */
};

static void add_region(struct sources *s, size_t i, unsigned bound, unsigned measured);

static void add_loop(struct sources *s, const char *loop, unsigned numbers)
{
    for (size_t i = 0; i < s->run->n; i++)
        if (strcmp(s->run->loops[i].loop, loop) == 0)
            s->of_loop[i] |= numbers;
}

static void add_routine(struct sources *s, const char *name, unsigned bound, unsigned measured)
{
    const struct gap_regions *g = s->run->regions;
    for (size_t i = 0; i < g->n; i++)
        if (g->at[i].kind == GAP_REGION_ROUTINE && g->at[i].name &&
            strcmp(g->at[i].name, name) == 0)
            add_region(s, i, bound, measured);
}

static void add_region(struct sources *s, size_t i, unsigned bound, unsigned measured)
{
    const struct gap_regions *g = s->run->regions;
    const struct gap_region *r = &g->at[i];
    if (r->timed)
        measured = 0;
    if (((bound | measured) & ~s->of_region[i]) == 0)
        return;
    s->of_region[i] |= bound | measured;
    if (r->loop)
        add_loop(s, r->loop, bound | measured);
    if (r->kind == GAP_REGION_CALL && r->name)
        add_routine(s, r->name, bound, measured);
    for (size_t k = i + 1; k < g->n && g->at[k].depth > r->depth; k++)
        if (g->at[k].depth == r->depth + 1)
            add_region(s, k, bound, measured);
}

const char *gap_region_mark(struct doubts *d, const struct gap_run *run, size_t i, unsigned bound,
                            unsigned measured, const char *const *names)
{
    struct arena a = {0};
    struct sources s = {run, ARENA_ARRAY(&a, unsigned, run->n + 1),
                        ARENA_ARRAY(&a, unsigned, run->regions->n + 1)};
    struct doubts_part *parts = ARENA_ARRAY(&a, struct doubts_part, run->n + 1);
    size_t n = 0;
    add_region(&s, i, bound, measured);
    for (size_t l = 0; l < run->n; l++)
        if (s.of_loop[l])
            parts[n++] = (struct doubts_part){names[l], &run->loops[l].notes, s.of_loop[l]};
    const char *mark = doubts_mark_sum(d, parts, n);
    arena_free(&a);
    return mark;
}
