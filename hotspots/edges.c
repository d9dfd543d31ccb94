/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/edges.h"
#include "base/array.h"

#include <math.h>

#define UNKNOWN (-1.0)
/* Interrupted executions: at the end of a process, and by exceptions in a callee. */
#define TOLERANCE 1e-3
enum { INTERRUPTED = 2 };

struct edge_solver {
    const struct x86_graph *g;
    double *block, *edge;
    uint32_t *first_in, *in; /* edges to each block; first_in has one more element */
    uint32_t *from;          /* of each edge: its block */
    bool *queued;
    ARRAY(uint32_t) queue;
};

/* ---- edges by block ---- */

static void index_edges(struct arena *a, struct edge_solver *s)
{
    const struct x86_graph *g = s->g;
    s->from = ARENA_ARRAY(a, uint32_t, g->n_edges + 1);
    s->in = ARENA_ARRAY(a, uint32_t, g->n_edges + 1);
    s->first_in = ARENA_ARRAY(a, uint32_t, g->n + 2);
    uint32_t *used = ARENA_ARRAY(a, uint32_t, g->n + 1);
    for (uint32_t b = 0; b < g->n; b++)
        for (uint32_t e = 0; e < g->blocks[b].n_edges; e++)
            s->from[g->blocks[b].edges + e] = b;
    for (size_t e = 0; e < g->n_edges; e++)
        s->first_in[g->edges[e] + 1]++;
    for (size_t b = 0; b < g->n; b++)
        s->first_in[b + 1] += s->first_in[b];
    for (uint32_t e = 0; e < g->n_edges; e++) {
        uint32_t to = g->edges[e];
        s->in[s->first_in[to] + used[to]++] = e;
    }
}

/* ---- equations ---- */

/* The edges at one end of a block. */
struct edge_list {
    uint32_t first, n;
    const uint32_t *at; /* NULL: first, first + 1, ... */
    bool complete;      /* control passes the block along these edges only */
};

static struct edge_list edges_out(const struct edge_solver *s, uint32_t b)
{
    const struct x86_graph_block *block = &s->g->blocks[b];
    return (struct edge_list){block->edges, block->n_edges, NULL, !block->leaves};
}

static struct edge_list edges_in(const struct edge_solver *s, uint32_t b)
{
    uint32_t first = s->first_in[b];
    return (struct edge_list){first, s->first_in[b + 1] - first, s->in + first,
                              !s->g->blocks[b].entered};
}

static uint32_t edge_at(const struct edge_list *l, uint32_t i)
{
    return l->at ? l->at[i] : l->first + i;
}

static void queue_block(struct edge_solver *s, uint32_t b)
{
    if (!s->queued[b])
        *array_push(&s->queue) = b;
    s->queued[b] = true;
}

static void set_edge(struct edge_solver *s, uint32_t e, double value)
{
    s->edge[e] = fmax(value, 0);
    queue_block(s, s->from[e]);
    queue_block(s, s->g->edges[e]);
}

/* Solves the equation "the block's executions are the sum of these edges" if one number is unknown.
 * A block without executions has none on any edge. */
static void solve_equation(struct edge_solver *s, uint32_t b, const struct edge_list *l)
{
    double sum = 0;
    uint32_t unknown = 0, last = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        uint32_t e = edge_at(l, i);
        bool open = s->edge[e] < 0;
        if (open && s->block[b] == 0) {
            set_edge(s, e, 0);
            open = false;
        }
        unknown += open;
        last = open ? e : last;
        sum += open ? 0 : s->edge[e];
    }
    if (!l->complete)
        return;
    if (unknown == 1 && s->block[b] >= 0)
        set_edge(s, last, s->block[b] - sum);
    else if (unknown == 0 && s->block[b] < 0) {
        s->block[b] = sum;
        queue_block(s, b);
    }
}

void solve_edge_counts(const struct x86_graph *g, double *block, double *edge)
{
    struct arena scratch = {0};
    struct edge_solver s = {.g = g, .block = block, .edge = edge};
    index_edges(&scratch, &s);
    s.queued = ARENA_ARRAY(&scratch, bool, g->n + 1);
    for (uint32_t b = 0; b < g->n; b++)
        queue_block(&s, b);
    while (s.queue.n) {
        uint32_t b = s.queue.at[--s.queue.n];
        struct edge_list in = edges_in(&s, b), out = edges_out(&s, b);
        s.queued[b] = false;
        solve_equation(&s, b, &in);
        solve_equation(&s, b, &out);
    }
    array_free(&s.queue);
    arena_free(&scratch);
}

/* ---- a loop ---- */

/* Returns whether the edges from a block have more or fewer executions than the block. */
static bool is_contradicted(const struct x86_graph *g, const double *block, const double *edge,
                            uint32_t b)
{
    const struct x86_graph_block *of = &g->blocks[b];
    double sum = 0;
    for (uint32_t e = of->edges; e < of->edges + of->n_edges; e++)
        sum += edge[e] >= 0 ? edge[e] : NAN;
    return !of->leaves && block[b] >= 0 && !isnan(sum) &&
           fabs(sum - block[b]) > INTERRUPTED + TOLERANCE * block[b];
}

/* Returns the sum of the edges to a block from blocks that are counted; UNKNOWN if one is unknown.
 */
static double sum_edges(const struct x86_graph *g, const double *block, const double *edge,
                        bool is_counted(const struct x86_graph *g, uint32_t from, uint32_t to))
{
    double sum = 0;
    for (uint32_t b = 0; b < g->n; b++) {
        const struct x86_graph_block *of = &g->blocks[b];
        if (of->inside && is_contradicted(g, block, edge, b))
            return UNKNOWN;
        for (uint32_t e = of->edges; e < of->edges + of->n_edges; e++) {
            if (!is_counted(g, b, g->edges[e]))
                continue;
            if (edge[e] < 0)
                return UNKNOWN;
            sum += edge[e];
        }
    }
    return sum;
}

static bool begins_pass(const struct x86_graph *g, uint32_t from, uint32_t to)
{
    return to == g->start && !g->blocks[from].shared;
}

static bool enters_loop(const struct x86_graph *g, uint32_t from, uint32_t to)
{
    return g->blocks[to].inside && !g->blocks[from].inside;
}

/* Returns whether control enters the loop at its start only, and each block that jumps back to it
 * does nothing else. */
static bool tests_at_top(const struct x86_graph *g)
{
    for (uint32_t b = 0; b < g->n; b++) {
        const struct x86_graph_block *of = &g->blocks[b];
        bool back = false, out = false;
        for (uint32_t e = of->edges; e < of->edges + of->n_edges; e++) {
            uint32_t to = g->edges[e];
            back |= of->inside && to == g->start;
            out |= of->inside && !g->blocks[to].inside;
            if (!of->inside && g->blocks[to].inside && to != g->start)
                return false;
        }
        if (back && (out || b == g->start))
            return false;
    }
    return true;
}

double exits_at_top(const struct x86_graph *g, const double *edge)
{
    const struct x86_graph_block *start = &g->blocks[g->start];
    double sum = 0;
    for (uint32_t e = start->edges; tests_at_top(g) && e < start->edges + start->n_edges; e++) {
        if (g->blocks[g->edges[e]].inside)
            continue;
        if (edge[e] < 0)
            return UNKNOWN;
        sum += edge[e];
    }
    return sum;
}

double calls_of_edges(const struct x86_graph *g, const double *block, const double *edge)
{
    double calls = g->n ? block[0] : UNKNOWN;
    if (calls < 0)
        return UNKNOWN;
    for (size_t e = 0; e < g->n_edges; e++) {
        if (g->edges[e] != 0)
            continue;
        if (edge[e] < 0)
            return UNKNOWN;
        calls -= edge[e];
    }
    return calls > 0 ? calls : 0;
}

double passes_of_edges(const struct x86_graph *g, const double *block, const double *edge)
{
    return g->blocks[g->start].entered ? UNKNOWN : sum_edges(g, block, edge, begins_pass);
}

double entries_of_edges(const struct x86_graph *g, const double *block, const double *edge)
{
    for (size_t b = 0; b < g->n; b++)
        if (g->blocks[b].inside && g->blocks[b].foreign)
            return UNKNOWN;
    return sum_edges(g, block, edge, enters_loop);
}

static double most_of_block(const double *block, uint32_t b)
{
    return block[b] >= 0 ? block[b] : INFINITY;
}

/* Returns at most how often control entered the loop (in), or left it. */
static double most_crossings(const struct x86_graph *g, const double *block, const double *edge,
                             bool in)
{
    double sum = 0;
    for (uint32_t b = 0; b < g->n; b++) {
        const struct x86_graph_block *of = &g->blocks[b];
        if (of->inside && (in ? of->foreign : of->leaves))
            sum += most_of_block(block, b);
        for (uint32_t e = of->edges; e < of->edges + of->n_edges; e++) {
            uint32_t to = g->edges[e];
            bool crosses = g->blocks[to].inside == in && of->inside != in;
            double most = fmin(most_of_block(block, b), most_of_block(block, to));
            sum += !crosses ? 0 : edge[e] >= 0 ? edge[e] : most;
        }
    }
    return sum;
}

double most_entries_of_edges(const struct x86_graph *g, const double *block, const double *edge)
{
    double most = fmin(most_crossings(g, block, edge, true), most_crossings(g, block, edge, false));
    return isinf(most) ? UNKNOWN : most;
}
