/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/cycles.h"
#include "base/diag.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Products of sums of latency units and sums of distances are below 2^127. */
__extension__ typedef __int128 wide;

enum { UNITS = 1000000 }; /* latency units in a cycle */

/* Indices of edges by node: those of node v are order[first[v]] to order[first[v + 1] - 1]. */
struct by_node {
    size_t *first, *order;
};

struct graph {
    int nodes;
    const struct flow_edge *edges;
    size_t n;
    int64_t *units; /* latency of each edge, divided by the units' common divisor */
    struct by_node out, in;
    int *part; /* strongly connected component of each node */
    int parts; /* number of components */
};

/* Howard's policy iteration in one strongly connected component. */
struct search {
    const struct graph *g;
    const int *members; /* nodes of the component, ascending */
    int n_members;
    size_t *policy;            /* by node: its selected edge */
    wide *value;               /* by node: weight of its path to root for the current ratio */
    int *mark, *queue;         /* by node */
    int root;                  /* a node of the best cycle of the policy */
    int64_t latency, distance; /* of that cycle */
};

static struct by_node sort_edges(struct arena *a, const struct graph *g, bool by_from)
{
    struct by_node t = {ARENA_ARRAY(a, size_t, (size_t)g->nodes + 2),
                        ARENA_ARRAY(a, size_t, g->n + 1)};
    for (size_t e = 0; e < g->n; e++)
        t.first[(by_from ? g->edges[e].from : g->edges[e].to) + 2]++;
    for (int v = 2; v <= g->nodes; v++)
        t.first[v] += t.first[v - 1];
    for (size_t e = 0; e < g->n; e++)
        t.order[t.first[(by_from ? g->edges[e].from : g->edges[e].to) + 1]++] = e;
    return t;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void check_edges(const struct graph *g)
{
    if (g->nodes < 0 || g->n > FLOW_EDGES_MOST)
        bug("flow graph: too large");
    for (size_t e = 0; e < g->n; e++) {
        const struct flow_edge *edge = &g->edges[e];
        if (edge->from < 0 || edge->from >= g->nodes || edge->to < 0 || edge->to >= g->nodes)
            bug("flow graph: edge %zu has an invalid node", e);
        if (!(edge->latency >= 0 && edge->latency <= 1e6) || edge->distance < 0 ||
            edge->distance > 1000000000)
            bug("flow graph: edge %zu has latency %g, distance %ld", e, edge->latency,
                edge->distance);
    }
}

static void make_units(struct arena *a, struct graph *g)
{
    int64_t divisor = 0;
    g->units = ARENA_ARRAY(a, int64_t, g->n + 1);
    for (size_t e = 0; e < g->n; e++) {
        g->units[e] = llround(g->edges[e].latency * UNITS);
        divisor = common_divisor(g->units[e], divisor);
    }
    for (size_t e = 0; e < g->n && divisor > 1; e++)
        g->units[e] /= divisor;
}

/* Checks that edges with distance 0 form no cycle, by a topological sort. */
static void check_distances(struct arena *a, const struct graph *g)
{
    int *waits = ARENA_ARRAY(a, int, (size_t)g->nodes + 1);
    int *ready = ARENA_ARRAY(a, int, (size_t)g->nodes + 1);
    int n = 0;
    for (size_t e = 0; e < g->n; e++)
        waits[g->edges[e].to] += g->edges[e].distance == 0;
    for (int v = 0; v < g->nodes; v++)
        if (waits[v] == 0)
            ready[n++] = v;
    for (int i = 0; i < n; i++)
        for (size_t o = g->out.first[ready[i]]; o < g->out.first[ready[i] + 1]; o++) {
            const struct flow_edge *edge = &g->edges[g->out.order[o]];
            if (edge->distance == 0 && --waits[edge->to] == 0)
                ready[n++] = edge->to;
        }
    if (n < g->nodes)
        bug("flow graph: a cycle has distance 0");
}

/* Tarjan's algorithm without recursion. */
struct walk {
    int *index, *low, *open, *path; /* index from 1, 0 = not visited; open: without component */
    size_t *next;                   /* by node: its next edge */
    int n_open, n_path, seen;
};

static void enter_node(struct walk *w, const struct graph *g, int v)
{
    w->index[v] = w->low[v] = ++w->seen;
    w->next[v] = g->out.first[v];
    w->open[w->n_open++] = v;
    w->path[w->n_path++] = v;
}

static void leave_node(struct walk *w, struct graph *g, int v)
{
    w->n_path--;
    if (w->n_path > 0 && w->low[v] < w->low[w->path[w->n_path - 1]])
        w->low[w->path[w->n_path - 1]] = w->low[v];
    if (w->low[v] != w->index[v])
        return;
    int member;
    do {
        member = w->open[--w->n_open];
        g->part[member] = g->parts;
    } while (member != v);
    g->parts++;
}

static void find_parts(struct arena *a, struct graph *g)
{
    size_t n = (size_t)g->nodes + 1;
    struct walk w = {ARENA_ARRAY(a, int, n),
                     ARENA_ARRAY(a, int, n),
                     ARENA_ARRAY(a, int, n),
                     ARENA_ARRAY(a, int, n),
                     ARENA_ARRAY(a, size_t, n),
                     0,
                     0,
                     0};
    g->part = ARENA_ARRAY(a, int, n);
    for (int v = 0; v < g->nodes; v++)
        g->part[v] = -1;
    for (int start = 0; start < g->nodes; start++) {
        if (w.index[start] == 0)
            enter_node(&w, g, start);
        while (w.n_path > 0) {
            int v = w.path[w.n_path - 1];
            if (w.next[v] == g->out.first[v + 1]) {
                leave_node(&w, g, v);
                continue;
            }
            int to = g->edges[g->out.order[w.next[v]++]].to;
            if (w.index[to] == 0)
                enter_node(&w, g, to);
            else if (g->part[to] < 0 && w.index[to] < w.low[v])
                w.low[v] = w.index[to];
        }
    }
}

/* Returns whether both ends of an edge are in the same component. */
static bool is_within_part(const struct graph *g, size_t e)
{
    return g->part[g->edges[e].from] == g->part[g->edges[e].to];
}

/* Selects the first edge of each node within the component. Returns false if a node has none. */
static bool start_policy(struct search *s)
{
    for (int i = 0; i < s->n_members; i++) {
        int v = s->members[i];
        size_t o = s->g->out.first[v], end = s->g->out.first[v + 1];
        while (o < end && !is_within_part(s->g, s->g->out.order[o]))
            o++;
        if (o == end)
            return false; /* a single node without cycle */
        s->policy[v] = s->g->out.order[o];
    }
    return true;
}

static int successor(const struct search *s, int v)
{
    return s->g->edges[s->policy[v]].to;
}

static void sum_cycle(const struct search *s, int start, int64_t *latency, int64_t *distance)
{
    int v = start;
    *latency = *distance = 0;
    do {
        *latency += s->g->units[s->policy[v]];
        *distance += s->g->edges[s->policy[v]].distance;
        v = successor(s, v);
    } while (v != start);
}

/* Finds the best cycle of the policy. */
static void pick_cycle(struct search *s)
{
    for (int i = 0; i < s->n_members; i++)
        s->mark[s->members[i]] = 0;
    s->latency = s->distance = 0;
    for (int i = 0; i < s->n_members; i++) {
        int v = s->members[i];
        while (s->mark[v] == 0) {
            s->mark[v] = i + 1;
            v = successor(s, v);
        }
        if (s->mark[v] != i + 1)
            continue;
        int64_t latency, distance;
        sum_cycle(s, v, &latency, &distance);
        if (s->distance == 0 || (wide)latency * s->distance > (wide)s->latency * distance) {
            s->root = v;
            s->latency = latency;
            s->distance = distance;
        }
    }
}

/* Returns the weight of an edge for the current ratio. */
static wide edge_weight(const struct search *s, size_t e)
{
    return (wide)s->g->units[e] * s->distance - (wide)s->g->edges[e].distance * s->latency;
}

/* Selects edge e for its node, computes the value of the node, and adds it to the queue. */
static void reach_node(struct search *s, size_t e, int *n)
{
    int v = s->g->edges[e].from;
    s->policy[v] = e;
    s->value[v] = s->value[s->g->edges[e].to] + edge_weight(s, e);
    s->mark[v] = 1;
    s->queue[(*n)++] = v;
}

/* Computes the values of all nodes. Nodes whose policy leads to another cycle get a policy that
 * leads to root. */
static void compute_values(struct search *s)
{
    int n = 0;
    for (int i = 0; i < s->n_members; i++)
        s->mark[s->members[i]] = 0;
    s->value[s->root] = 0;
    s->mark[s->root] = 1;
    s->queue[n++] = s->root;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n; i++) {
            int to = s->queue[i];
            for (size_t o = s->g->in.first[to]; o < s->g->in.first[to + 1]; o++) {
                size_t e = s->g->in.order[o];
                int from = s->g->edges[e].from;
                if (is_within_part(s->g, e) && !s->mark[from] &&
                    (pass == 1 || s->policy[from] == e))
                    reach_node(s, e, &n);
            }
        }
}

/* Selects edges that improve values. Returns false if there are none: the policy is optimal. */
static bool improve_policy(struct search *s)
{
    bool better = false;
    for (int i = 0; i < s->n_members; i++) {
        int v = s->members[i];
        wide best = s->value[v];
        for (size_t o = s->g->out.first[v]; o < s->g->out.first[v + 1]; o++) {
            size_t e = s->g->out.order[o];
            if (!is_within_part(s->g, e) || s->value[s->g->edges[e].to] + edge_weight(s, e) <= best)
                continue;
            best = s->value[s->g->edges[e].to] + edge_weight(s, e);
            s->policy[v] = e;
            better = true;
        }
    }
    return better;
}

static struct flow_cycle cycle_of(struct arena *a, const struct search *s)
{
    struct flow_cycle c = {0};
    int start = s->root, v = s->root;
    do {
        c.n++;
        start = v < start ? v : start;
        v = successor(s, v);
    } while (v != s->root);
    c.edges = ARENA_ARRAY(a, size_t, c.n);
    v = start;
    for (size_t i = 0; i < c.n; i++) {
        c.edges[i] = s->policy[v];
        c.latency += s->g->edges[s->policy[v]].latency;
        c.distance += s->g->edges[s->policy[v]].distance;
        v = successor(s, v);
    }
    return c;
}

/* Returns the nodes of all components, ascending in each; those of component p start at
 * first[p]. */
static int *members_by_part(struct arena *a, const struct graph *g, int **first)
{
    int *at = ARENA_ARRAY(a, int, (size_t)g->nodes + 1);
    int *start = ARENA_ARRAY(a, int, (size_t)g->parts + 2);
    for (int v = 0; v < g->nodes; v++)
        start[g->part[v] + 2]++;
    for (int p = 2; p <= g->parts; p++)
        start[p] += start[p - 1];
    for (int v = 0; v < g->nodes; v++)
        at[start[g->part[v] + 1]++] = v;
    *first = start;
    return at;
}

static struct flow_cycle search_parts(struct arena *a, struct arena *scratch, const struct graph *g)
{
    size_t n = (size_t)g->nodes + 1;
    struct search s = {.g = g,
                       .policy = ARENA_ARRAY(scratch, size_t, n),
                       .value = ARENA_ARRAY(scratch, wide, n),
                       .mark = ARENA_ARRAY(scratch, int, n),
                       .queue = ARENA_ARRAY(scratch, int, n)};
    struct search best = {0};
    struct flow_cycle result = {0};
    int *first, *members = members_by_part(scratch, g, &first);
    for (int v = 0; v < g->nodes; v++) {
        int p = g->part[v];
        s.members = members + first[p];
        s.n_members = first[p + 1] - first[p];
        if (s.members[0] != v || !start_policy(&s))
            continue;
        do {
            pick_cycle(&s);
            compute_values(&s);
        } while (improve_policy(&s));
        if (best.distance && (wide)s.latency * best.distance <= (wide)best.latency * s.distance)
            continue;
        best = s;
        result = cycle_of(a, &s);
    }
    return result;
}

struct flow_cycle greatest_cycle(struct arena *a, int nodes, const struct flow_edge *edges,
                                 size_t n)
{
    struct graph g = {.nodes = nodes, .edges = edges, .n = n};
    struct arena scratch = {0};
    check_edges(&g);
    make_units(&scratch, &g);
    g.out = sort_edges(&scratch, &g, true);
    g.in = sort_edges(&scratch, &g, false);
    check_distances(&scratch, &g);
    find_parts(&scratch, &g);
    struct flow_cycle result = search_parts(a, &scratch, &g);
    arena_free(&scratch);
    return result;
}

/* ---- least distances ---- */

enum { EXACT_MEMBERS = 400 }; /* in larger components only paths through the first node are used */

/* Computes distances from or to a node within its component. */
struct spread {
    const struct graph *g;
    long most;
    long *far;   /* distance by node; most = not reached */
    bool *waits; /* by node: it is in the queue */
    int *queue;  /* a ring buffer with one element more than nodes */
};

static void spread_edge(struct spread *s, size_t e, bool forward, int *put)
{
    const struct flow_edge *edge = &s->g->edges[e];
    int at = forward ? edge->from : edge->to, next = forward ? edge->to : edge->from;
    if (!is_within_part(s->g, e) || s->far[at] + edge->distance >= s->far[next])
        return;
    s->far[next] = s->far[at] + edge->distance;
    if (s->waits[next])
        return;
    s->waits[next] = true;
    s->queue[*put] = next;
    *put = (*put + 1) % (s->g->nodes + 1);
}

static void spread_from(struct spread *s, const int *members, int n, int start, bool forward)
{
    const struct by_node *edges = forward ? &s->g->out : &s->g->in;
    int get = 0, put = 1;
    for (int i = 0; i < n; i++)
        s->far[members[i]] = s->most;
    s->far[start] = 0;
    s->queue[0] = start;
    s->waits[start] = true;
    do {
        int v = s->queue[get];
        get = (get + 1) % (s->g->nodes + 1);
        s->waits[v] = false;
        for (size_t o = edges->first[v]; o < edges->first[v + 1]; o++)
            spread_edge(s, edges->order[o], forward, &put);
    } while (get != put);
}

/* Returns the smallest distance of a cycle through v: the minimum over its last edge. */
static long least_cycle(const struct spread *s, int v)
{
    long least = s->most;
    for (size_t o = s->g->in.first[v]; o < s->g->in.first[v + 1]; o++) {
        const struct flow_edge *e = &s->g->edges[s->g->in.order[o]];
        if (is_within_part(s->g, s->g->in.order[o]) && s->far[e->from] + e->distance < least)
            least = s->far[e->from] + e->distance;
    }
    return least;
}

static void least_of_part(struct spread *s, const int *members, int n, long *least)
{
    if (n <= EXACT_MEMBERS) {
        for (int i = 0; i < n; i++) {
            spread_from(s, members, n, members[i], true);
            least[members[i]] = least_cycle(s, members[i]);
        }
        return;
    }
    spread_from(s, members, n, members[0], true);
    least[members[0]] = least_cycle(s, members[0]);
    for (int i = 1; i < n; i++)
        least[members[i]] = s->far[members[i]];
    spread_from(s, members, n, members[0], false);
    for (int i = 1; i < n; i++)
        least[members[i]] += s->far[members[i]];
}

void least_cycles(int nodes, const struct flow_edge *edges, size_t n, long most, long *least)
{
    struct graph g = {.nodes = nodes, .edges = edges, .n = n};
    struct arena a = {0};
    size_t room = (size_t)nodes + 1;
    struct spread s = {.g = &g,
                       .most = most,
                       .far = ARENA_ARRAY(&a, long, room),
                       .waits = ARENA_ARRAY(&a, bool, room),
                       .queue = ARENA_ARRAY(&a, int, room)};
    check_edges(&g);
    g.out = sort_edges(&a, &g, true);
    g.in = sort_edges(&a, &g, false);
    find_parts(&a, &g);
    int *first, *members = members_by_part(&a, &g, &first);
    for (int v = 0; v < nodes; v++) {
        int p = g.part[v];
        if (members[first[p]] == v)
            least_of_part(&s, members + first[p], first[p + 1] - first[p], least);
    }
    for (int v = 0; v < nodes; v++)
        least[v] = least[v] < most ? least[v] : 0;
    arena_free(&a);
}
