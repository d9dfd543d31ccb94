/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ran inside of which parallel region, as samples tell it: a region tree. */
#include "commands/multikron/regions.h"

#include "runs/regions/regions.h"

#include <stdlib.h>

enum { DEEPEST = REGIONS_DEEPEST - 2, LONGEST = 4096 };

/* A region with all its threads. */
struct place {
    unsigned region;
    bool parallel;
    const char *name; /* NULL = it has none */
    int64_t first;    /* time of its first enter */
    size_t threads;
    int around; /* index of what it was entered in; -1 = nothing */
    int within; /* of the parallel region around it; -1 = none */
};
struct planner {
    struct arena *a;
    const struct region_facts *f;
    struct place *at; /* by number, loops first */
    size_t n;
    struct place **order; /* by what they are within, then first enter */
    size_t *begin;        /* in order: the first within each place; behind the last those outside */
    struct region_tree *t;
};

static bool same(const struct region_sum *a, const struct region_sum *b)
{
    return a->region == b->region && a->parallel == b->parallel;
}

static int place_of(const struct planner *p, unsigned region, bool parallel)
{
    size_t from = 0, to = p->n;
    while (from < to) {
        size_t mid = from + (to - from) / 2;
        const struct place *at = &p->at[mid];
        if (at->region < region || (at->region == region && at->parallel < parallel))
            from = mid + 1;
        else
            to = mid;
    }
    return from < p->n && p->at[from].region == region && p->at[from].parallel == parallel
               ? (int)from
               : -1;
}

/* The sums of a region follow each other, thread after thread. */
static void list_places(struct planner *p)
{
    const struct region_facts *f = p->f;
    p->at = ARENA_ARRAY(p->a, struct place, f->n_sums + 1);
    for (size_t i = 0; i < f->n_sums; i++) {
        const struct region_sum *s = &f->sums[i];
        if (i == 0 || !same(s, &f->sums[i - 1]))
            p->at[p->n++] = (struct place){s->region, s->parallel, s->name, s->first, 0, -1, -1};
        struct place *to = &p->at[p->n - 1];
        to->threads += s->instances + s->lost > 0;
        to->first = s->first < to->first ? s->first : to->first;
    }
}

/* What the first thread that was inside of anything says holds. */
static void set_around(struct planner *p)
{
    size_t place = 0;
    for (size_t i = 0; i < p->f->n_sums; i++) {
        const struct region_sum *s = &p->f->sums[i];
        place += i > 0 && !same(s, &p->f->sums[i - 1]);
        if (s->within && p->at[place].around < 0)
            p->at[place].around = place_of(p, s->around, s->around_parallel);
    }
}

/* Threads may tell rings, each from what it saw: those stand outside, as does what is too deep. */
static void set_within(struct planner *p)
{
    for (size_t i = 0; i < p->n; i++) {
        int at = p->at[i].around;
        size_t steps = 0;
        int deep = 0, found = -1;
        for (; at >= 0 && steps <= LONGEST; steps++, at = p->at[at].around) {
            found = found < 0 && p->at[at].parallel ? at : found;
            deep += p->at[at].parallel;
        }
        p->at[i].within = at >= 0 || deep > DEEPEST ? -1 : found;
    }
}

/* What stands in the same region together. */
static int by_first(const void *a, const void *b)
{
    const struct place *x = *(struct place *const *)a, *y = *(struct place *const *)b;
    if (x->within != y->within)
        return x->within < y->within ? -1 : 1;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return (x > y) - (x < y);
}

static int add(struct planner *p, enum region_kind kind, int parent, const char *name)
{
    struct tree_region *to = &p->t->at[p->t->n];
    *to = (struct tree_region){
        .kind = kind, .parent = parent, .callee = -1, .measured = missing("by its samples")};
    *(kind == REGION_LOOP ? &to->loop : &to->name) = name;
    return (int)p->t->n++;
}

/* All that stands directly within. A loop outside that several threads ran was shared out. */
static void add_within(struct planner *p, int within, int parent)
{
    for (size_t i = p->begin[within < 0 ? p->n : (size_t)within];
         i < p->n && p->order[i]->within == within; i++) {
        const struct place *at = p->order[i];
        if (at->parallel)
            add_within(p, (int)(at - p->at),
                       add(p, REGION_PARALLEL, parent,
                           at->name ? at->name : arena_printf(p->a, "region %u", at->region)));
        else if (at->name)
            add(p, REGION_LOOP,
                within < 0 && at->threads > 1 ? add(p, REGION_PARALLEL, parent, NULL) : parent,
                at->name);
    }
}

const struct region_tree *regions_of_samples(struct arena *a, const struct region_facts *f)
{
    struct planner p = {.a = a, .f = f};
    bool any = false;
    list_places(&p);
    for (size_t i = 0; i < p.n; i++)
        any |= p.at[i].parallel;
    if (!any)
        return NULL;
    set_around(&p);
    set_within(&p);
    p.order = ARENA_ARRAY(a, struct place *, p.n + 1);
    for (size_t i = 0; i < p.n; i++)
        p.order[i] = &p.at[i];
    qsort(p.order, p.n, sizeof *p.order, by_first);
    p.begin = ARENA_ARRAY(a, size_t, p.n + 1);
    for (size_t i = 0; i <= p.n; i++)
        p.begin[i] = p.n;
    for (size_t i = p.n; i-- > 0;)
        p.begin[p.order[i]->within < 0 ? p.n : (size_t)p.order[i]->within] = i;
    p.t = ARENA_NEW(a, struct region_tree);
    p.t->at = ARENA_ARRAY(a, struct tree_region, 2 * p.n + 1);
    add_within(&p, -1, add(&p, REGION_PROGRAM, -1, NULL));
    return p.t;
}
