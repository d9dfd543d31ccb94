/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derives the region tree of a run from its samples: which loop ran in which parallel region. */
#include "commands/multikron/regions.h"

#include "runs/regions/regions.h"

#include <stdlib.h>

enum { MAX_DEPTH = REGIONS_DEEPEST - 2, MAX_STEPS = 4096 };

/* A region with all its threads. */
struct entry {
    unsigned region;
    bool parallel;
    const char *name; /* NULL = unnamed */
    int64_t first;    /* time of its first enter */
    size_t threads;
    int enclosing; /* index of the region that it was entered in; -1 = none */
    int parent;    /* index of the innermost enclosing parallel region; -1 = none */
};
struct planner {
    struct arena *a;
    const struct region_facts *f;
    struct entry *at; /* by number, loops first */
    size_t n;
    struct entry **order; /* sorted by parent, then by first enter */
    size_t *begin;        /* index in order of the first child of each entry; begin[n]: of the
                           * first entry without a parent */
    struct region_tree *t;
};

static bool is_same_region(const struct region_sum *a, const struct region_sum *b)
{
    return a->region == b->region && a->parallel == b->parallel;
}

static int find_entry(const struct planner *p, unsigned region, bool parallel)
{
    size_t from = 0, to = p->n;
    while (from < to) {
        size_t mid = from + (to - from) / 2;
        const struct entry *at = &p->at[mid];
        if (at->region < region || (at->region == region && at->parallel < parallel))
            from = mid + 1;
        else
            to = mid;
    }
    return from < p->n && p->at[from].region == region && p->at[from].parallel == parallel
               ? (int)from
               : -1;
}

/* Requires that the sums of all threads of a region are adjacent. */
static void list_entries(struct planner *p)
{
    const struct region_facts *f = p->f;
    p->at = ARENA_ARRAY(p->a, struct entry, f->n_sums + 1);
    for (size_t i = 0; i < f->n_sums; i++) {
        const struct region_sum *s = &f->sums[i];
        if (i == 0 || !is_same_region(s, &f->sums[i - 1]))
            p->at[p->n++] = (struct entry){s->region, s->parallel, s->name, s->first, 0, -1, -1};
        struct entry *to = &p->at[p->n - 1];
        to->threads += s->totals.instances + s->totals.lost > 0;
        to->first = s->first < to->first ? s->first : to->first;
    }
}

/* Sets the enclosing region of each entry from its first thread that was inside another region. */
static void set_enclosing(struct planner *p)
{
    size_t entry = 0;
    for (size_t i = 0; i < p->f->n_sums; i++) {
        const struct region_sum *s = &p->f->sums[i];
        entry += i > 0 && !is_same_region(s, &p->f->sums[i - 1]);
        if (s->has_parent && p->at[entry].enclosing < 0)
            p->at[entry].enclosing = find_entry(p, s->parent, s->parent_is_parallel);
    }
}

/* Sets the parent of each entry. Enclosing regions of several threads may form a cycle; entries in
 * a cycle and entries that are nested too deep get no parent. */
static void set_parents(struct planner *p)
{
    for (size_t i = 0; i < p->n; i++) {
        int at = p->at[i].enclosing;
        size_t steps = 0;
        int depth = 0, innermost = -1;
        for (; at >= 0 && steps <= MAX_STEPS; steps++, at = p->at[at].enclosing) {
            innermost = innermost < 0 && p->at[at].parallel ? at : innermost;
            depth += p->at[at].parallel;
        }
        p->at[i].parent = at >= 0 || depth > MAX_DEPTH ? -1 : innermost;
    }
}

/* Orders entries by parent, then by first enter. */
static int compare_parents(const void *a, const void *b)
{
    const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
    if (x->parent != y->parent)
        return x->parent < y->parent ? -1 : 1;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return (x > y) - (x < y);
}

static int add_tree_region(struct planner *p, enum region_kind kind, int parent, const char *name)
{
    struct tree_region *to = &p->t->at[p->t->n];
    *to = (struct tree_region){
        .kind = kind, .parent = parent, .callee = -1, .measured = missing("by its samples")};
    *(kind == REGION_LOOP ? &to->loop : &to->name) = name;
    return (int)p->t->n++;
}

/* Adds the children of entry within, or those without a parent if it is -1, below region parent of
 * the tree. A loop without a parent that several threads ran gets a parallel region. */
static void add_children(struct planner *p, int within, int parent)
{
    for (size_t i = p->begin[within < 0 ? p->n : (size_t)within];
         i < p->n && p->order[i]->parent == within; i++) {
        const struct entry *at = p->order[i];
        if (at->parallel)
            add_children(
                p, (int)(at - p->at),
                add_tree_region(p, REGION_PARALLEL, parent,
                                at->name ? at->name : arena_printf(p->a, "region %u", at->region)));
        else if (at->name)
            add_tree_region(p, REGION_LOOP,
                            within < 0 && at->threads > 1
                                ? add_tree_region(p, REGION_PARALLEL, parent, NULL)
                                : parent,
                            at->name);
    }
}

const struct region_tree *regions_of_samples(struct arena *a, const struct region_facts *f)
{
    struct planner p = {.a = a, .f = f};
    bool any = false;
    list_entries(&p);
    for (size_t i = 0; i < p.n; i++)
        any |= p.at[i].parallel;
    if (!any)
        return NULL;
    set_enclosing(&p);
    set_parents(&p);
    p.order = ARENA_ARRAY(a, struct entry *, p.n + 1);
    for (size_t i = 0; i < p.n; i++)
        p.order[i] = &p.at[i];
    qsort(p.order, p.n, sizeof *p.order, compare_parents);
    p.begin = ARENA_ARRAY(a, size_t, p.n + 1);
    for (size_t i = 0; i <= p.n; i++)
        p.begin[i] = p.n;
    for (size_t i = p.n; i-- > 0;)
        p.begin[p.order[i]->parent < 0 ? p.n : (size_t)p.order[i]->parent] = i;
    p.t = ARENA_NEW(a, struct region_tree);
    p.t->at = ARENA_ARRAY(a, struct tree_region, 2 * p.n + 1);
    add_children(&p, -1, add_tree_region(&p, REGION_PROGRAM, -1, NULL));
    return p.t;
}
