/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/source-path.h"

#include <string.h>

enum { CONSTRUCTS_MOST = 8 }; /* all combinations of their arms are compared */

struct source_search {
    struct arena scratch;
    const struct machine *m;
    const struct source_loop *s;
    bool reassociate;
    struct quantity k;
    double *skipped; /* of the current path */
    bool *second;    /* constructs whose second arm the current path executes */
    double *best;
    double least, least_operations; /* of the best path; -1 = none yet */
};

/* Returns the essential operations of an iteration that skips those blocks. */
static struct essential essential_on_path(struct arena *a, const struct source_loop *s,
                                          bool reassociate, const double *skipped)
{
    struct essential e = essential_of(s, reassociate);
    for (size_t b = 0; skipped && b < s->n_blocks; b++)
        if (skipped[b] > 0)
            e = essential_less(a, &e, skipped[b], &s->blocks[b].counts, &s->blocks[b].parts);
    return e;
}

static bool is_on_path(const struct source_loop *s, const double *skipped, long line)
{
    for (size_t b = 0; b < s->n_blocks; b++)
        if (skipped[b] > 0 && line >= s->blocks[b].line && line <= s->blocks[b].end_line)
            return false;
    return true;
}

static struct recurrence recurrence_on_path(const struct source_loop *s, const struct recurrence *r,
                                            const double *skipped)
{
    for (size_t i = 0; skipped && i < r->n; i++)
        if (!is_on_path(s, skipped, r->at[i].line))
            return (struct recurrence){.missing = NULL};
    return *r;
}

struct recurrence recurrence_with_shares(const struct machine *m, const struct source_loop *s,
                                         const struct recurrence *r, const double *skipped)
{
    return m->static_schedule ? *r : recurrence_on_path(s, r, skipped);
}

/* ---- the search ---- */

static double count_operations(const struct counts *c)
{
    double n = 0;
    for (int i = 0; i < OP_CLASSES; i++)
        n += c->n[i];
    return n;
}

static bool is_in_skipped_block(const struct source_search *s, size_t b)
{
    for (int in = s->s->blocks[b].within; in >= 0; in = s->s->blocks[in].within)
        if (s->skipped[in] > 0)
            return true;
    return false;
}

/* Returns whether the arm is the first of two, of which each iteration executes one. */
static bool is_first_arm(const struct source_loop *s, size_t b)
{
    return s->blocks[b].alternative > (int)b;
}

/* Sets the path that executes the chosen arms. */
static void set_path(struct source_search *s)
{
    const struct source_loop *l = s->s;
    size_t construct = 0;
    for (size_t b = 0; b < l->n_blocks; b++)
        s->skipped[b] = 1;
    for (size_t b = 0; b < l->n_blocks; b++) {
        int other = l->blocks[b].alternative;
        if (!is_first_arm(l, b))
            continue;
        s->skipped[s->second[construct++] ? (size_t)other : b] = 0;
    }
    for (size_t b = 0; b < l->n_blocks; b++)
        if (is_in_skipped_block(s, b))
            s->skipped[b] = 0;
}

static void compare_path(struct source_search *s)
{
    struct arena a = {0};
    set_path(s);
    struct essential e = essential_on_path(&a, s->s, s->reassociate, s->skipped);
    const struct recurrence *all = s->reassociate ? &s->s->reassociated : &s->s->recurrence;
    struct recurrence r = recurrence_on_path(s->s, all, s->skipped);
    struct quantity ma = bound_ma(&a, s->m, &e, &r, s->k).cpl;
    double cycles = is_known(ma) ? ma.value : 0, n = count_operations(&e.counts);
    bool equal = cycles <= s->least * (1 + 1e-9);
    if (s->least < 0 || cycles < s->least * (1 - 1e-9) || (equal && n < s->least_operations)) {
        s->least = cycles;
        s->least_operations = n;
        memcpy(s->best, s->skipped, s->s->n_blocks * sizeof *s->best);
    }
    arena_free(&a);
}

static size_t count_constructs(const struct source_loop *l)
{
    size_t n = 0;
    for (size_t b = 0; b < l->n_blocks; b++)
        n += is_first_arm(l, b);
    return n;
}

/* Changes one construct after the other while the path becomes shorter. */
static void search_one_by_one(struct source_search *s, size_t constructs)
{
    compare_path(s);
    for (size_t i = 0; i < constructs; i++) {
        double before = s->least, operations = s->least_operations;
        s->second[i] = true;
        compare_path(s);
        s->second[i] = s->least < before || s->least_operations < operations;
    }
}

static void find_shortest(struct source_search *s)
{
    size_t constructs = count_constructs(s->s);
    if (constructs > CONSTRUCTS_MOST)
        search_one_by_one(s, constructs);
    for (unsigned path = 0; constructs <= CONSTRUCTS_MOST && path < 1u << constructs; path++) {
        for (size_t i = 0; i < constructs; i++)
            s->second[i] = path >> i & 1;
        compare_path(s);
    }
}

/* Sets search.best to the shortest path. Returns false if the loop has none. */
static bool search_path(struct source_search *search, const struct source_loop *s)
{
    if (search->m->static_schedule || s->n_blocks == 0 || s->excluded || s->residue)
        return false;
    search->skipped = ARENA_ARRAY(&search->scratch, double, s->n_blocks);
    search->second = ARENA_ARRAY(&search->scratch, bool, s->n_blocks);
    search->best = ARENA_ARRAY(&search->scratch, double, s->n_blocks);
    find_shortest(search);
    return true;
}

static struct source_search search_of(const struct machine *m, const struct source_loop *s,
                                      bool reassociate, struct quantity k)
{
    return (struct source_search){
        .m = m, .s = s, .reassociate = reassociate, .k = k, .least = -1, .least_operations = -1};
}

double *shares_of_shortest_path(struct arena *a, const struct machine *m,
                                const struct source_loop *s, bool reassociate, struct quantity k)
{
    struct source_search search = search_of(m, s, reassociate, k);
    double *skipped = NULL;
    if (search_path(&search, s)) {
        skipped = ARENA_ARRAY(a, double, s->n_blocks + 1);
        memcpy(skipped, search.best, s->n_blocks * sizeof *skipped);
    }
    arena_free(&search.scratch);
    return skipped;
}

const struct source_loop *source_with_shares(struct arena *a, const struct source_loop *s,
                                             bool reassociate, const double *skipped)
{
    struct source_loop *path = ARENA_NEW(a, struct source_loop);
    struct essential e = essential_on_path(a, s, reassociate, skipped);
    *path = *s;
    path->counts = e.counts;
    path->parts = e.parts;
    parts_flops(&e.parts, &path->flops8, &path->flops4);
    path->recurrence = recurrence_on_path(s, &s->recurrence, skipped);
    path->reassociated = recurrence_on_path(s, &s->reassociated, skipped);
    return path;
}

const struct source_loop *source_on_shortest_path(struct arena *a, const struct machine *m,
                                                  const struct source_loop *s, bool reassociate,
                                                  struct quantity k)
{
    struct source_search search = search_of(m, s, reassociate, k);
    if (search_path(&search, s))
        s = source_with_shares(a, s, reassociate, search.best);
    arena_free(&search.scratch);
    return s;
}
