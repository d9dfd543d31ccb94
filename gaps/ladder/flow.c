/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Successive shortest paths. Each arc is represented by two: one up to its lower limit, with a
 * bonus greater than the cost of any path, and one for the flow above the limit. */
#include "gaps/ladder/flow.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

static const double least_flow = 1e-9; /* smaller flows count as 0 */

struct half {
    int from, to;
    double cost, capacity, flow;
};
struct network {
    struct half *at; /* arc i: 2i up to its limit, 2i + 1 above it */
    size_t n, n_nodes;
    double *distance;
    long *by; /* number of the half arc to each node, from 1; negative = reverse; 0 = none */
};

static void open_network(struct network *w, const struct flow_arc *arcs, size_t n, size_t n_nodes)
{
    double bonus = 1;
    *w = (struct network){.n = 2 * n, .n_nodes = n_nodes};
    w->at = xmalloc(sizeof *w->at * (2 * n + 1));
    w->distance = xmalloc(sizeof *w->distance * n_nodes);
    w->by = xmalloc(sizeof *w->by * n_nodes);
    for (size_t i = 0; i < n; i++)
        bonus += arcs[i].cost;
    for (size_t i = 0; i < n; i++) {
        const struct flow_arc *a = &arcs[i];
        w->at[2 * i] = (struct half){a->from, a->to, a->cost - bonus, a->least, 0};
        w->at[2 * i + 1] = (struct half){a->from, a->to, a->cost, 1, 0};
    }
}

static void close_network(struct network *w)
{
    free(w->at);
    free(w->distance);
    free(w->by);
}

static bool shorten(struct network *w, int from, int to, double cost, long by)
{
    if (!(w->distance[from] + cost < w->distance[to] - least_flow))
        return false;
    w->distance[to] = w->distance[from] + cost;
    w->by[to] = by;
    return true;
}

/* Finds the cheapest path (Bellman-Ford). Returns false if the sink is not reached. */
static bool find_path(struct network *w)
{
    bool again = true;
    for (size_t i = 0; i < w->n_nodes; i++) {
        w->distance[i] = i ? INFINITY : 0;
        w->by[i] = 0;
    }
    for (size_t turn = 0; again && turn < w->n_nodes; turn++) {
        again = false;
        for (size_t i = 0; i < w->n; i++) {
            const struct half *h = &w->at[i];
            if (h->capacity - h->flow > least_flow)
                again |= shorten(w, h->from, h->to, h->cost, (long)i + 1);
            if (h->flow > least_flow)
                again |= shorten(w, h->to, h->from, -h->cost, -(long)i - 1);
        }
    }
    return !again && isfinite(w->distance[w->n_nodes - 1]);
}

static struct half *half_by(struct network *w, int node)
{
    return &w->at[labs(w->by[node]) - 1];
}

static int node_before(struct network *w, int node)
{
    return w->by[node] > 0 ? half_by(w, node)->from : half_by(w, node)->to;
}

/* Increases the flow along the path by its free capacity, at most by more. Returns the increase. */
static double send(struct network *w, double more)
{
    int sink = (int)w->n_nodes - 1;
    for (int v = sink; v != 0; v = node_before(w, v)) {
        const struct half *h = half_by(w, v);
        double fits = w->by[v] > 0 ? h->capacity - h->flow : h->flow;
        more = fits < more ? fits : more;
    }
    for (int v = sink; v != 0; v = node_before(w, v))
        half_by(w, v)->flow += w->by[v] > 0 ? more : -more;
    return more;
}

bool flow_solve(struct flow_arc *arcs, size_t n, size_t n_nodes)
{
    struct network w;
    double left = 1;
    bool ok = true;
    open_network(&w, arcs, n, n_nodes);
    for (size_t step = 0; left > least_flow && step < 4 * n + 16 && find_path(&w); step++)
        left -= send(&w, left);
    for (size_t i = 0; i < n; i++) {
        arcs[i].flow = w.at[2 * i].flow + w.at[2 * i + 1].flow;
        ok &= arcs[i].flow > arcs[i].least - 1e-6;
    }
    close_network(&w);
    return ok && left <= least_flow;
}
