/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/counted.h"
#include "bounds/frequencies.h"

#include <math.h>

/* ---- unknown counts ---- */

/* The counts of a body's blocks and edges; -1 = unknown. */
struct derivation {
    const struct instruction_body *b;
    double *block, *edge;
    bool changed;
};

/* What the equation of a block has: the edges out of it, or those to it from others of its pass. */
struct junction {
    double sum;   /* of the known edges */
    int unknown;  /* number of the others */
    double *last; /* one of them */
};

static void add_junction_edge(struct junction *j, double *edge)
{
    j->sum += *edge >= 0 ? *edge : 0;
    j->unknown += *edge < 0;
    j->last = *edge < 0 ? edge : j->last;
}

static struct junction edges_out(const struct derivation *k, size_t block)
{
    struct junction j = {0};
    const struct code_block *of = &k->b->blocks[block];
    for (int e = of->edges; e < of->edges + of->n_edges; e++)
        add_junction_edge(&j, &k->edge[e]);
    return j;
}

static struct junction edges_in(const struct derivation *k, size_t block)
{
    struct junction j = {0};
    for (size_t e = 0; e < k->b->n_edges; e++)
        if (k->b->edges[e].to == (int)block)
            add_junction_edge(&j, &k->edge[e]);
    return j;
}

/* Sets the only unknown term of the equation: the block is the sum of the edges. */
static void solve_junction(struct derivation *k, double *block, const struct junction *j)
{
    if (*block < 0 && j->unknown == 0) {
        *block = j->sum;
        k->changed = true;
    } else if (*block >= j->sum && (j->unknown == 1 || (j->unknown && *block == j->sum))) {
        *j->last = *block - j->sum;
        k->changed = true;
    }
}

/* Sets what the edges out of blocks determine. Edges to a block are used only if those do not
 * determine anything, because an execution of the loop can begin in another block than the first
 * one. */
static bool derive_counts(struct derivation *k)
{
    k->changed = false;
    for (size_t i = 0; i < k->b->n_blocks; i++) {
        struct junction j = edges_out(k, i);
        solve_junction(k, &k->block[i], &j);
    }
    for (size_t i = 1; i < k->b->n_blocks && !k->changed; i++) {
        struct junction j = edges_in(k, i);
        solve_junction(k, &k->block[i], &j);
    }
    return k->changed;
}

size_t derive_block_counts(const struct instruction_body *b, double *count)
{
    struct arena scratch = {0};
    size_t unknown = 0;
    struct derivation k = {b, count, ARENA_ARRAY(&scratch, double, b->n_edges + 1), false};
    for (size_t e = 0; e < b->n_edges; e++)
        k.edge[e] = -1;
    for (size_t i = 0; i < b->n_blocks; i++)
        unknown += count[i] < 0;
    while (unknown && derive_counts(&k))
        continue;
    unknown = 0;
    for (size_t i = 0; i < b->n_blocks; i++)
        unknown += count[i] < 0;
    arena_free(&scratch);
    return unknown;
}

/* ---- frequencies ---- */

void set_counted_frequencies(struct arena *a, struct compiled_loop *l, const double *count,
                             double entries)
{
    const double accepted = 1e-3 + (entries > 0 ? entries / count[0] : 0);
    double *block = ARENA_ARRAY(a, double, l->body->n_blocks + 1);
    struct body_frequencies *f = ARENA_NEW(a, struct body_frequencies);
    for (size_t i = 0; i < l->body->n_blocks; i++)
        block[i] = count[i] / count[0];
    *f = find_frequencies(a, l->body, block, entries > 0 ? count[0] / entries : 0);
    l->frequencies = f;
    l->passes = count[0] / passes_of_whole_one(l->body, f);
    /* An execution of the loop can begin in another block than the first one. */
    if (f->mismatch > accepted)
        note(a, &l->notes,
             "the counts contradict the branches: of 100 passes, %.3g reach a block that its "
             "predecessors do not lead to",
             100 * f->mismatch);
}
