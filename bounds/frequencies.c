/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/frequencies.h"

#include <math.h>
#include <string.h>

/* ---- edges ---- */

enum { ROUNDS_MOST = 2000 };
#define FITTED 1e-9         /* greatest change of a round after which the fit ends */
#define OUTWARD_SHARE 1e-12 /* start value of edges that leave the loop; others start at 1 */
#define OUTWARD_LEAST 1e-6  /* share of passes that leave the loop if counts require it */

struct edge_fit {
    struct arena scratch;
    const struct instruction_body *b;
    const double *block;
    double back, out; /* passes that end by a branch back, and that leave the loop; out < 0: only
                         their sum is known */
    double *edge;
    double *in;    /* by block, then the ends of passes: sum of the edges to it */
    double *entry; /* by block: executions of the loop that begin there, apart from the first block;
                      NULL = the number of executions is unknown */
    double entered; /* their sum */
    double scaled;  /* greatest relative change of them in a round */
};

/* Returns the index of an edge's target in `in`. */
static size_t target_index(const struct edge_fit *f, int edge)
{
    int to = edge_target(f->b, edge);
    bool apart = f->out >= 0 && to == LOOP_EXIT;
    return to >= 0 ? (size_t)to : f->b->n_blocks + apart;
}

static double wanted_in(const struct edge_fit *f, size_t target)
{
    if (target < f->b->n_blocks)
        return f->block[target];
    return target == f->b->n_blocks ? f->back + f->entered : f->out;
}

/* Scales the edges of each block to its executions. Returns the greatest change. */
static double fit_sources(struct edge_fit *f)
{
    double change = 0;
    for (size_t i = 0; i < f->b->n_blocks; i++) {
        const struct code_block *block = &f->b->blocks[i];
        double sum = 0;
        for (int e = block->edges; e < block->edges + block->n_edges; e++)
            sum += f->edge[e];
        double scale = sum > 0 ? f->block[i] / sum : 0;
        for (int e = block->edges; e < block->edges + block->n_edges; e++) {
            change = fmax(change, fabs(f->edge[e] * (scale - 1)));
            f->edge[e] *= scale;
        }
    }
    return change;
}

/* Adds the entries of inner blocks to the edges to them, and scales them likewise. */
static void fit_entries(struct edge_fit *f)
{
    f->entered = f->scaled = 0;
    for (size_t i = 1; f->entry && i < f->b->n_blocks; i++) {
        f->in[i] += f->entry[i];
        double scale = f->in[i] > 0 ? wanted_in(f, i) / f->in[i] : 0;
        f->scaled = fmax(f->scaled, f->entry[i] > 0 ? fabs(scale - 1) : 0);
        f->entry[i] *= scale;
        f->entered += f->entry[i];
    }
}

/* Scales the edges to each target to its executions. */
static void fit_targets(struct edge_fit *f)
{
    memset(f->in, 0, (f->b->n_blocks + 2) * sizeof *f->in);
    for (size_t e = 0; e < f->b->n_edges; e++)
        f->in[target_index(f, (int)e)] += f->edge[e];
    fit_entries(f);
    for (size_t e = 0; e < f->b->n_edges; e++) {
        size_t to = target_index(f, (int)e);
        f->edge[e] *= f->in[to] > 0 ? wanted_in(f, to) / f->in[to] : 0;
    }
}

/* Iterative proportional fitting. It ends with the edges of each block adding up to it, also if the
 * counts contradict each other. */
static void fit_edges(struct edge_fit *f)
{
    for (size_t e = 0; e < f->b->n_edges; e++)
        f->edge[e] = edge_target(f->b, (int)e) == LOOP_EXIT ? OUTWARD_SHARE : 1;
    for (size_t i = 1; f->entry && i < f->b->n_blocks; i++)
        f->entry[i] = OUTWARD_SHARE;
    fit_sources(f);
    for (int i = 0; i < ROUNDS_MOST; i++) {
        fit_targets(f);
        if (fit_sources(f) < FITTED && f->scaled < OUTWARD_LEAST)
            return;
    }
}

/* Edges out of the loop keep a share of their start value. */
static void remove_needless_exits(struct edge_fit *f)
{
    for (size_t e = 0; e < f->b->n_edges; e++)
        if (edge_target(f->b, (int)e) == LOOP_EXIT && f->edge[e] < OUTWARD_LEAST)
            f->edge[e] = 0;
    fit_sources(f);
}

/* Returns the greatest difference between the executions of a block and the edges to it. */
static double greatest_mismatch(struct edge_fit *f)
{
    double most = 0;
    memset(f->in, 0, (f->b->n_blocks + 2) * sizeof *f->in);
    for (size_t e = 0; e < f->b->n_edges; e++)
        f->in[target_index(f, (int)e)] += f->edge[e];
    for (size_t i = 1; i < f->b->n_blocks; i++)
        most = fmax(most, fabs(f->in[i] - f->block[i]));
    return most;
}

/* Smaller frequencies of an edge are 0. */
#define EDGE_LEAST 1e-12

struct body_frequencies find_frequencies(struct arena *a, const struct instruction_body *b,
                                         const double *block, double trip)
{
    struct edge_fit f = {.b = b, .block = block, .back = block[0], .out = -1};
    bool leaves = false;
    for (size_t e = 0; e < b->n_edges; e++)
        leaves |= edge_target(b, (int)e) == LOOP_EXIT;
    if (trip >= 1 && leaves) {
        f.out = block[0] / trip;
        f.back = block[0] - f.out;
    }
    if (trip >= 1)
        f.entry = ARENA_ARRAY(&f.scratch, double, b->n_blocks + 1);
    f.edge = ARENA_ARRAY(a, double, b->n_edges + 1);
    f.in = ARENA_ARRAY(&f.scratch, double, b->n_blocks + 2);
    fit_edges(&f);
    for (size_t e = 0; e < b->n_edges; e++) /* the fit approaches 0 without end */
        f.edge[e] = f.edge[e] < EDGE_LEAST ? 0 : f.edge[e];
    remove_needless_exits(&f);
    double mismatch = greatest_mismatch(&f);
    arena_free(&f.scratch);
    double *kept = ARENA_ARRAY(a, double, b->n_blocks + 1), out = 0;
    memcpy(kept, block, b->n_blocks * sizeof *kept);
    for (size_t e = 0; e < b->n_edges; e++)
        out += edge_target(b, (int)e) == LOOP_EXIT ? f.edge[e] : 0;
    if (trip < 1 && out > OUTWARD_LEAST && mismatch < OUTWARD_LEAST)
        trip = block[0] / out;
    return (struct body_frequencies){kept, f.edge, b->n_blocks, b->n_edges, trip, mismatch};
}

struct body_frequencies frequencies_of_areas(struct arena *a, const struct instruction_body *b,
                                             const double *share, size_t n)
{
    double *block = ARENA_ARRAY(a, double, b->n_blocks + 1);
    for (size_t i = 0; i < b->n_blocks; i++) {
        int area = b->blocks[i].n ? b->at[b->blocks[i].first].area : -1;
        block[i] = share && area >= 0 && (size_t)area < n ? share[area] : 1;
    }
    return find_frequencies(a, b, block, 0);
}

/* Returns the frequency of the edges from a block to that target. */
static double sum_edges_to(const struct instruction_body *b, const struct body_frequencies *f,
                           const struct code_block *from, int target)
{
    double sum = 0;
    for (int e = from->edges; e < from->edges + from->n_edges; e++)
        sum += edge_target(b, e) == target ? f->edge[e] : 0;
    return sum;
}

double passes_of_whole_one(const struct instruction_body *b, const struct body_frequencies *f)
{
    const double least = 1e-6; /* share of whole passes */
    for (size_t i = 0; i < b->n_blocks; i++)
        if (has_edge_to(b, &b->blocks[i], PASS_END) &&
            (i == 0 || has_edge_to(b, &b->blocks[i], LOOP_EXIT)))
            return 1;
    double out = b->n_blocks ? sum_edges_to(b, f, &b->blocks[0], LOOP_EXIT) : 0;
    /* An execution that begins in another block has a first pass that completes its last one. */
    bool begins_elsewhere = f->mismatch > out / 2;
    return out < 1 - least && !begins_elsewhere ? 1 / (1 - out) : 1;
}

/* ---- draws ---- */

enum { TRIES = 50 };         /* to find a path with the required end */
#define FREQUENCY_LEAST 1e-6 /* of an edge that is drawn */

struct path_draw {
    struct arena *a;
    const struct instruction_body *b;
    const struct body_frequencies *f;
    double *left; /* by edge: expected occurrences minus those drawn */
    int *edges;   /* of the pass being drawn */
    size_t n;
    uint64_t seed;
};

/* Returns a number from 0 to 1 (splitmix64). */
static double next_number(struct path_draw *d)
{
    uint64_t x = d->seed += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (double)((x ^ x >> 31) >> 11) / 9007199254740992.0;
}

/* Returns the frequency of an edge. A loop that never ends is not left. */
static double edge_frequency(const struct path_draw *d, int e)
{
    return isinf(d->f->trip) && edge_target(d->b, e) == LOOP_EXIT ? 0 : d->f->edge[e];
}

/* Returns the weight of an edge in a draw: its remaining occurrences, or its frequency if no edge
 * of the block has any. */
static double edge_weight(const struct path_draw *d, int e, bool any_left)
{
    if (edge_frequency(d, e) < FREQUENCY_LEAST)
        return 0;
    return any_left ? fmax(d->left[e], 0) : d->f->edge[e];
}

static int draw_edge(struct path_draw *d, const struct code_block *block)
{
    int chosen = block->edges, end = block->edges + block->n_edges;
    bool any_left = false;
    double sum = 0, at = 0;
    for (int e = block->edges; e < end; e++) {
        any_left |= edge_frequency(d, e) >= FREQUENCY_LEAST && d->left[e] > FREQUENCY_LEAST;
        chosen = d->f->edge[e] > d->f->edge[chosen] ? e : chosen;
    }
    for (int e = block->edges; e < end; e++)
        sum += edge_weight(d, e, any_left);
    at = next_number(d) * sum;
    for (int e = block->edges; e < end && sum > 0; e++) {
        double weight = edge_weight(d, e, any_left);
        chosen = weight > 0 ? e : chosen;
        at -= weight;
        if (weight > 0 && at < 0)
            break;
    }
    return chosen;
}

/* Draws a path. Returns the target of its last edge. */
static int draw_path(struct path_draw *d)
{
    int at = 0;
    for (d->n = 0; at >= 0; d->n++) {
        d->edges[d->n] = draw_edge(d, &d->b->blocks[at]);
        at = edge_target(d->b, d->edges[d->n]);
    }
    return at;
}

static struct body_path keep_drawn_path(struct path_draw *d)
{
    int *kept = ARENA_ARRAY(d->a, int, d->n + 1);
    memcpy(kept, d->edges, d->n * sizeof *kept);
    for (size_t i = 0; i < d->n; i++)
        d->left[kept[i]]--;
    return (struct body_path){kept, d->n};
}

/* Returns true if pass i is the last one of an execution with `trip` passes on average. */
static bool ends_execution(double trip, long i)
{
    return trip >= 1 && floor((double)(i + 1) / trip + 1e-9) > floor((double)i / trip + 1e-9);
}

struct body_path *draw_paths(struct arena *a, const struct instruction_body *b,
                             const struct body_frequencies *f, long n)
{
    struct arena scratch = {0};
    struct path_draw d = {.a = a, .b = b, .f = f, .seed = 1};
    struct body_path *paths = ARENA_ARRAY(a, struct body_path, (size_t)n + 1);
    d.edges = ARENA_ARRAY(&scratch, int, b->n_blocks + 1);
    d.left = ARENA_ARRAY(&scratch, double, b->n_edges + 1);
    for (size_t e = 0; e < b->n_edges; e++)
        d.left[e] = f->edge[e] * (double)n;
    for (long i = 0; i < n; i++) {
        int end = ends_execution(f->trip, i) ? LOOP_EXIT : PASS_END;
        for (int t = 0; draw_path(&d) != end && f->trip >= 1 && t < TRIES; t++)
            continue;
        paths[i] = keep_drawn_path(&d);
    }
    arena_free(&scratch);
    return paths;
}
