/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/paths.h"
#include "bounds/steady.h"

#include <math.h>
#include <string.h>

enum { COMPARED_INSTRUCTIONS = 1 << 16 }; /* in all paths, if MAC is computed for each */
#define PATHS_COUNTED 1e15                /* more are not distinguished */

struct path_search {
    struct arena *a, scratch;
    const struct machine *m;
    const struct instruction_body *b;
    struct body_paths *found;
    int *edges; /* of the path that is extended, and their number */
    size_t n;
    /* of the shortest and the longest path so far */
    double least, greatest;
    size_t least_n, greatest_n;
};

static const struct code_edge *edges_of(const struct instruction_body *b, int block)
{
    return b->edges + b->blocks[block].edges;
}

/* ---- number of paths ---- */

static double count_paths(struct path_search *s)
{
    const struct instruction_body *b = s->b;
    double *n = ARENA_ARRAY(&s->scratch, double, b->n_blocks + 1);
    for (int i = (int)b->n_blocks - 1; i >= 0; i--)
        for (int e = 0; e < b->blocks[i].n_edges; e++) {
            int to = edges_of(b, i)[e].to;
            n[i] = fmin(PATHS_COUNTED, n[i] + (to == PASS_END ? 1 : to >= 0 ? n[to] : 0));
        }
    return b->n_blocks ? n[0] : 0;
}

/* ---- comparison of all paths ---- */

static struct body_path keep_path(struct arena *a, const int *edges, size_t n)
{
    int *kept = ARENA_ARRAY(a, int, n + 1);
    memcpy(kept, edges, n * sizeof *kept);
    return (struct body_path){kept, n};
}

static bool is_less(double x, double y)
{
    return x < y * (1 - 1e-9);
}

/* Adds the path to those that are simulated. */
static void add_simulated(struct path_search *s, struct body_path path)
{
    struct body_paths *f = s->found;
    if (path.n && f->n_simulated < PATHS_SIMULATED)
        f->simulated[f->n_simulated++] = path;
}

static void compare_path(struct path_search *s)
{
    if (s->found->n <= PATHS_SIMULATED)
        add_simulated(s, keep_path(s->a, s->edges, s->n));
    struct arena a = {0};
    struct body_path path = {s->edges, s->n};
    const struct instruction_body *b = body_sequence(&a, s->b, &path, 1);
    double mac = straight_mac(&a, s->m, b).value;
    bool first = !s->found->shortest.n;
    if (first || is_less(mac, s->least) || (!is_less(s->least, mac) && b->n < s->least_n)) {
        s->found->shortest = keep_path(s->a, s->edges, s->n);
        s->least = mac;
        s->least_n = b->n;
    }
    if (first || is_less(s->greatest, mac) ||
        (!is_less(mac, s->greatest) && b->n > s->greatest_n)) {
        s->found->longest = keep_path(s->a, s->edges, s->n);
        s->greatest = mac;
        s->greatest_n = b->n;
    }
    arena_free(&a);
}

/* Recursion ends: edges lead to later blocks. Only called for few paths. */
static void compare_paths_from(struct path_search *s, int block)
{
    for (int e = 0; e < s->b->blocks[block].n_edges; e++) {
        int to = edges_of(s->b, block)[e].to;
        s->edges[s->n++] = s->b->blocks[block].edges + e;
        if (to == PASS_END)
            compare_path(s);
        else if (to >= 0)
            compare_paths_from(s, to);
        s->n--;
    }
}

/* ---- the path with the least sum ---- */

/* Returns the least sum of costs of the edges on a path; sign -1: the greatest. Sets path unless
 * it is NULL. */
static double extreme_path(struct path_search *s, const double *cost, double sign,
                           struct body_path *path)
{
    const struct instruction_body *b = s->b;
    double *best = ARENA_ARRAY(&s->scratch, double, b->n_blocks + 1);
    int *next = ARENA_ARRAY(&s->scratch, int, b->n_blocks + 1);
    for (int i = (int)b->n_blocks - 1; i >= 0; i--) {
        best[i] = INFINITY;
        for (int e = b->blocks[i].edges; e < b->blocks[i].edges + b->blocks[i].n_edges; e++) {
            int to = edge_target(b, e);
            double rest = to == PASS_END ? 0 : to >= 0 ? best[to] : INFINITY;
            if (sign * cost[e] + rest < best[i]) {
                best[i] = sign * cost[e] + rest;
                next[i] = e;
            }
        }
    }
    if (path) {
        s->n = 0;
        for (int at = 0; at >= 0; at = edge_target(b, s->edges[s->n++]))
            s->edges[s->n] = next[at];
        *path = keep_path(s->a, s->edges, s->n);
    }
    return sign * best[0];
}

/* Returns the needs of each operation. */
static struct body_needs *needs_of_operations(struct path_search *s, const struct body_parts *p)
{
    struct body_needs *needs = ARENA_ARRAY(&s->scratch, struct body_needs, (size_t)p->n_ops + 1);
    for (int o = 0; o < p->n_ops; o++)
        add_operation_needs(&s->scratch, &needs[o], &p->ops[o], 1);
    return needs;
}

/* Returns the least load of the ports over all paths. */
static double least_load(struct path_search *s, const struct body_parts *p,
                         const struct body_needs *needs, const int *edge_of, port_set ports)
{
    double *cost = ARENA_ARRAY(&s->scratch, double, s->b->n_edges + 1);
    for (int o = 0; o < p->n_ops; o++)
        cost[edge_of[p->ops[o].instruction]] += resource_load_on(needs[o].at, needs[o].n, ports);
    return extreme_path(s, cost, 1, NULL);
}

/* Too many paths to compute MAC for each. */
static void bound_paths(struct path_search *s)
{
    const int *edge_of;
    const struct instruction_body *apart = body_edges_apart(&s->scratch, s->b, &edge_of);
    struct body_parts p = body_parts(&s->scratch, s->m, apart);
    double *slots = ARENA_ARRAY(&s->scratch, double, s->b->n_edges + 1);
    struct body_needs needs = body_needs(&s->scratch, &p, NULL);
    struct bound_terms t = needs_terms(&s->scratch, s->m, needs.at, needs.n);
    for (int i = 0; i < p.n_slots; i++)
        slots[edge_of[p.slots[i].instruction]]++;
    double least = extreme_path(s, slots, 1, &s->found->shortest);
    extreme_path(s, slots, -1, &s->found->longest);
    least = s->m->core.issue > 0 ? least / s->m->core.issue : 0;
    const struct body_needs *each = needs_of_operations(s, &p);
    for (size_t i = 0; i < t.n; i++)
        least = fmax(least, least_load(s, &p, each, edge_of, t.at[i].ports));
    s->found->least = known(least);
}

struct body_paths find_body_paths(struct arena *a, const struct machine *m,
                                  const struct instruction_body *b)
{
    struct body_paths found = {.least = missing("MAC of all paths was compared")};
    struct path_search s = {.a = a, .m = m, .b = b, .found = &found};
    found.n = count_paths(&s);
    found.compared = found.n <= PATHS_MOST && found.n * (double)b->n <= COMPARED_INSTRUCTIONS;
    s.edges = ARENA_ARRAY(&s.scratch, int, b->n_blocks + 1);
    if (found.n > 0 && (found.n == 1 || !found.compared))
        bound_paths(&s);
    else if (found.n > 0)
        compare_paths_from(&s, 0);
    if (found.n > 1 && found.n_simulated == 0) {
        add_simulated(&s, found.shortest);
        add_simulated(&s, found.longest);
    }
    found.compared |= found.n == 1;
    arena_free(&s.scratch);
    return found;
}

/* ---- edges with their blocks ---- */

const struct instruction_body *body_edges_apart(struct arena *a, const struct instruction_body *b,
                                                const int **edge_of)
{
    struct instruction_body *to = ARENA_NEW(a, struct instruction_body);
    size_t n = 0;
    for (size_t i = 0; i < b->n_blocks; i++)
        n += (size_t)b->blocks[i].n * (size_t)b->blocks[i].n_edges;
    int *edges = ARENA_ARRAY(a, int, n + 1);
    to->at = ARENA_ARRAY(a, struct instruction, n + 1);
    for (size_t i = 0; i < b->n_blocks; i++)
        for (int e = b->blocks[i].edges; e < b->blocks[i].edges + b->blocks[i].n_edges; e++)
            for (int j = 0; j < b->blocks[i].n; j++) {
                struct instruction in = b->at[b->blocks[i].first + j];
                bool last = j + 1 == b->blocks[i].n;
                in.taken = last && b->blocks[i].n_edges > 1 ? b->edges[e].taken : in.taken;
                in.fused = in.fused && !last;
                edges[to->n] = e;
                to->at[to->n++] = in;
            }
    *edge_of = edges;
    return to;
}
