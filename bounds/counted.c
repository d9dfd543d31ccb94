/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/counted.h"
#include "bounds/frequencies.h"

#include <math.h>

/* ---- unknown counts ---- */

/* The counts of a body's blocks; -1 = unknown. */
struct derivation {
    const struct instruction_body *b;
    double *count;
    int *n_in;     /* edges to the block from others of its pass */
    double *in;    /* their sum, as far as they are known */
    int *known_in; /* number of those */
};

/* A block gets the sum of its successors if it is the only predecessor of each. */
static bool derive_from_successors(struct derivation *k)
{
    const struct instruction_body *b = k->b;
    bool derived = false;
    for (size_t i = 0; i < b->n_blocks; i++) {
        double sum = 0;
        for (int e = b->blocks[i].edges; e < b->blocks[i].edges + b->blocks[i].n_edges; e++) {
            int to = b->edges[e].to;
            sum += to >= 0 && k->n_in[to] == 1 && k->count[to] >= 0 ? k->count[to] : NAN;
        }
        if (k->count[i] < 0 && !isnan(sum)) {
            k->count[i] = sum;
            derived = true;
        }
    }
    return derived;
}

static void sum_predecessors(struct derivation *k)
{
    const struct instruction_body *b = k->b;
    for (size_t i = 0; i < b->n_blocks; i++)
        k->n_in[i] = k->known_in[i] = 0, k->in[i] = 0;
    for (size_t i = 0; i < b->n_blocks; i++)
        for (int e = b->blocks[i].edges; e < b->blocks[i].edges + b->blocks[i].n_edges; e++) {
            int to = b->edges[e].to;
            if (to < 0)
                continue;
            k->n_in[to]++;
            k->known_in[to] += k->count[i] == 0 || (b->blocks[i].n_edges == 1 && k->count[i] > 0);
            k->in[to] += k->count[i];
        }
}

/* A block gets the sum of its predecessors if they lead nowhere else, or were not executed. */
static bool derive_counts(struct derivation *k)
{
    bool derived = false;
    sum_predecessors(k);
    for (size_t i = 1; i < k->b->n_blocks; i++)
        if (k->count[i] < 0 && k->n_in[i] > 0 && k->known_in[i] == k->n_in[i]) {
            k->count[i] = k->in[i];
            derived = true;
        }
    return derived || derive_from_successors(k);
}

size_t derive_block_counts(const struct instruction_body *b, double *count)
{
    struct arena scratch = {0};
    size_t n = b->n_blocks, unknown = 0;
    struct derivation k = {b, count, ARENA_ARRAY(&scratch, int, n + 1),
                           ARENA_ARRAY(&scratch, double, n + 1), ARENA_ARRAY(&scratch, int, n + 1)};
    while (derive_counts(&k))
        continue;
    arena_free(&scratch);
    for (size_t i = 0; i < n; i++)
        unknown += count[i] < 0;
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
