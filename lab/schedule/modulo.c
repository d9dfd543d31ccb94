/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/modulo.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* list[first[i]] to list[first[i + 1] - 1] are the arcs of node i. */
static void index_arcs(struct arena *a, const struct modulo *x, bool by_from, uint32_t **first,
                       uint32_t **list)
{
    uint32_t *f = ARENA_ARRAY(a, uint32_t, x->n + 2), *l = ARENA_ARRAY(a, uint32_t, x->arcs.n);
    for (size_t k = 0; k < x->arcs.n; k++)
        f[(by_from ? x->arcs.at[k].from : x->arcs.at[k].to) + 2]++;
    for (size_t i = 2; i < x->n + 2; i++)
        f[i] += f[i - 1];
    for (size_t k = 0; k < x->arcs.n; k++)
        l[f[(by_from ? x->arcs.at[k].from : x->arcs.at[k].to) + 1]++] = (uint32_t)k;
    *first = f;
    *list = l;
}

void modulo_sort_arcs(struct arena *a, struct modulo *x)
{
    index_arcs(a, x, true, &x->first_out, &x->out);
    index_arcs(a, x, false, &x->first_in, &x->in);
    x->at = ARENA_ARRAY(a, int, x->n);
    x->height = ARENA_ARRAY(a, int, x->n);
}

static bool stores_fp(const struct node *n)
{
    return lab_is_store(n->inst->op) && lab_reg_unit(n->inst->s[0]) == LAB_FPU;
}

enum { LONGEST = 1 << 16 }; /* greater than any interval that is tried */

/* Returns the lower bound by slots and ports. */
static int least_by_nodes(const struct modulo *x)
{
    int left = 0, right = 0, triads = 0, stores = 0, port = 0;
    for (int k = 0; k < x->n_control; k++) {
        left += (x->control[k] & LAB_LEFT) != 0;
        right += (x->control[k] & LAB_RIGHT) != 0;
    }
    for (size_t i = 0; i < x->n; i++) {
        left += (x->nodes[i].halves & LAB_LEFT) != 0;
        right += (x->nodes[i].halves & LAB_RIGHT) != 0;
        triads += lab_uses_port(x->nodes[i].inst);
        stores += stores_fp(&x->nodes[i]);
        for (size_t k = 0; k < x->n && lab_uses_port(x->nodes[i].inst) && !port; k++)
            port = lab_port_distance(x->m, x->nodes[i].inst, x->nodes[k].inst);
    }
    int both = port > 0 ? triads + stores + port - 1 : 0;
    return max_int(max_int(max_int(left, right), both), x->n_control);
}

/* Computes the longest path to each node, over iterations. Returns false if a cycle has positive
 * length: the interval is too short for a recurrence. */
static bool find_heights(struct modulo *x)
{
    if (x->heights_of == x->interval)
        return true;
    x->heights_of = 0;
    memset(x->height, 0, sizeof *x->height * x->n);
    for (size_t round = 0; round <= x->n; round++) {
        bool more = false;
        for (size_t k = x->arcs.n; k > 0; k--) {
            const struct loop_arc *a = &x->arcs.at[k - 1];
            int h = x->height[a->to] + a->pairs - a->iterations * x->interval;
            if (h > x->height[a->from]) {
                x->height[a->from] = h;
                more = true;
            }
        }
        if (!more) {
            x->heights_of = x->interval;
            return true;
        }
    }
    return false;
}

static bool is_feasible(struct modulo *x, int interval)
{
    x->interval = interval;
    return find_heights(x);
}

/* Finds the bound by recurrences with a binary search: an interval that is too short for one makes
 * all shorter ones too short. */
int modulo_lower_bound(struct modulo *x)
{
    if (x->least)
        return x->least;
    int low = least_by_nodes(x), high = low;
    while (high < LONGEST && !is_feasible(x, high)) {
        low = high + 1;
        high = 2 * high + 1;
    }
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (is_feasible(x, middle))
            high = middle;
        else
            low = middle + 1;
    }
    x->least = high;
    return high;
}

/* ---- reservation table: contents of each row of the interval ---- */

enum { NO_NODE = -1, MAX_PORT_DISTANCE = 6, MAX_CONFLICTS = MAX_PORT_DISTANCE + 2 };
struct reservation_table {
    int *left, *right; /* node; NO_NODE; -2 = control */
    int *triad, *store;
};
enum { CONTROL = -2 };

struct search {
    struct modulo *x;
    struct reservation_table rows;
    int *last; /* last pair of a node before it was removed; -1 = none */
    bool *done;
    uint32_t *order, *rank; /* nodes by descending height, and the inverse */
    size_t first;           /* all nodes before this one in the order are placed */
    int start;
    int port; /* least pairs from a triad to a store */
};

static int row_at(const struct search *s, int pair)
{
    int row = pair % s->x->interval;
    return row < 0 ? row + s->x->interval : row;
}

static void clear_rows(struct arena *a, struct search *s)
{
    size_t n = (size_t)s->x->interval;
    int **all[] = {&s->rows.left, &s->rows.right, &s->rows.triad, &s->rows.store};
    for (size_t k = 0; k < COUNT_OF(all); k++) {
        *all[k] = ARENA_ARRAY(a, int, n);
        for (size_t r = 0; r < n; r++)
            (*all[k])[r] = NO_NODE;
    }
    for (int k = 0; k < s->x->n_control; k++) {
        size_t row = n - 1 - (size_t)k;
        if (s->x->control[k] & LAB_LEFT)
            s->rows.left[row] = CONTROL;
        if (s->x->control[k] & LAB_RIGHT)
            s->rows.right[row] = CONTROL;
    }
}

/* Finds the nodes that conflict with i at that pair. Returns their number. *never: the control is
 * among them, which cannot be removed. */
static int find_conflicts(const struct search *s, size_t i, int pair, int out[MAX_CONFLICTS],
                          bool *never)
{
    const struct node *n = &s->x->nodes[i];
    int row = row_at(s, pair), k = 0, who;
    if (n->halves & LAB_LEFT && (who = s->rows.left[row]) != NO_NODE)
        out[k++] = who;
    if (n->halves & LAB_RIGHT && (who = s->rows.right[row]) != NO_NODE)
        out[k++] = who;
    for (int d = 0; d < s->port && d < MAX_PORT_DISTANCE && d < s->x->interval; d++) {
        if (lab_uses_port(n->inst) && (who = s->rows.store[row_at(s, pair + d)]) != NO_NODE)
            out[k++] = who;
        if (stores_fp(n) && (who = s->rows.triad[row_at(s, pair - d)]) != NO_NODE)
            out[k++] = who;
    }
    *never = false;
    for (int j = 0; j < k; j++)
        *never |= out[j] == CONTROL;
    return k;
}

static void reserve_pair(struct search *s, size_t i, int pair)
{
    const struct node *n = &s->x->nodes[i];
    int row = row_at(s, pair);
    s->x->at[i] = s->last[i] = pair;
    s->done[i] = true;
    if (n->halves & LAB_LEFT)
        s->rows.left[row] = (int)i;
    if (n->halves & LAB_RIGHT)
        s->rows.right[row] = (int)i;
    if (lab_uses_port(n->inst))
        s->rows.triad[row] = (int)i;
    if (stores_fp(n))
        s->rows.store[row] = (int)i;
}

static void remove_node(struct search *s, size_t i)
{
    const struct node *n = &s->x->nodes[i];
    int row = row_at(s, s->x->at[i]);
    if (!s->done[i])
        return;
    s->done[i] = false;
    s->first = s->rank[i] < s->first ? s->rank[i] : s->first;
    if (n->halves & LAB_LEFT)
        s->rows.left[row] = NO_NODE;
    if (n->halves & LAB_RIGHT)
        s->rows.right[row] = NO_NODE;
    if (lab_uses_port(n->inst))
        s->rows.triad[row] = NO_NODE;
    if (stores_fp(n))
        s->rows.store[row] = NO_NODE;
}

/* Returns the first pair that the predecessors of i allow. */
static int earliest_pair(const struct search *s, size_t i)
{
    const struct modulo *x = s->x;
    int at = s->start;
    for (uint32_t k = x->first_in[i]; k < x->first_in[i + 1]; k++) {
        const struct loop_arc *a = &x->arcs.at[x->in[k]];
        if (s->done[a->from] && a->from != i)
            at = max_int(at, x->at[a->from] + a->pairs - a->iterations * x->interval);
    }
    return at;
}

/* Returns the last pair that the placed successors of i allow, at most `most`. */
static int latest_pair(const struct search *s, size_t i, int most)
{
    const struct modulo *x = s->x;
    for (uint32_t k = x->first_out[i]; k < x->first_out[i + 1]; k++) {
        const struct loop_arc *a = &x->arcs.at[x->out[k]];
        int at = x->at[a->to] + a->iterations * x->interval - a->pairs;
        if (s->done[a->to] && a->to != i && at < most)
            most = at;
    }
    return most;
}

/* Places node i in the first free pair that is not too late for others. If no pair is free, places
 * it in a pair where it was not before and removes the nodes that conflict. Returns false if the
 * control occupies all pairs. */
static bool place_node(struct search *s, size_t i)
{
    int from = earliest_pair(s, i), end = from + s->x->interval - 1;
    int to = latest_pair(s, i, end), out[MAX_CONFLICTS], forced = -1;
    bool never;
    for (int pair = from; pair <= (to < from ? end : to); pair++)
        if (find_conflicts(s, i, pair, out, &never) == 0) {
            reserve_pair(s, i, pair);
            return true;
        }
    int first = max_int(from, s->last[i] + 1);
    for (int pair = first; pair < first + s->x->interval && forced < 0; pair++) {
        find_conflicts(s, i, pair, out, &never);
        if (!never)
            forced = pair;
    }
    if (forced < 0)
        return false;
    for (int k = find_conflicts(s, i, forced, out, &never); k > 0; k--)
        remove_node(s, (size_t)out[k - 1]);
    reserve_pair(s, i, forced);
    return true;
}

/* Removes the placed successors that are now too early after i. */
static void remove_late_successors(struct search *s, size_t i)
{
    const struct modulo *x = s->x;
    for (uint32_t k = x->first_out[i]; k < x->first_out[i + 1]; k++) {
        const struct loop_arc *a = &x->arcs.at[x->out[k]];
        if (a->to != i && s->done[a->to] &&
            x->at[a->to] + a->iterations * x->interval < x->at[i] + a->pairs)
            remove_node(s, a->to);
    }
}

/* Returns the unplaced node with the greatest height; n = none. */
static size_t next_node(struct search *s)
{
    while (s->first < s->x->n && s->done[s->order[s->first]])
        s->first++;
    return s->first < s->x->n ? s->order[s->first] : s->x->n;
}

struct ranked {
    int height;
    uint32_t node;
};

static int by_height(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return x->height != y->height ? (x->height < y->height) - (x->height > y->height)
                                  : (x->node > y->node) - (x->node < y->node);
}

static void order_nodes(struct arena *a, struct search *s)
{
    size_t n = s->x->n;
    struct ranked *by = ARENA_ARRAY(a, struct ranked, n);
    s->order = ARENA_ARRAY(a, uint32_t, n);
    s->rank = ARENA_ARRAY(a, uint32_t, n);
    for (size_t i = 0; i < n; i++)
        by[i] = (struct ranked){s->x->height[i], (uint32_t)i};
    qsort(by, n, sizeof *by, by_height);
    for (size_t i = 0; i < n; i++) {
        s->order[i] = by[i].node;
        s->rank[by[i].node] = (uint32_t)i;
    }
}

static int port_distance(const struct modulo *x)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t k = 0; k < x->n && lab_uses_port(x->nodes[i].inst); k++)
            if (stores_fp(&x->nodes[k]))
                return lab_port_distance(x->m, x->nodes[i].inst, x->nodes[k].inst);
    return 0;
}

/* Shifts all nodes so that the first one is issued in the first interval. */
static void shift_to_first_interval(struct modulo *x)
{
    int least = x->n ? x->at[0] : 0;
    for (size_t i = 0; i < x->n; i++)
        least = x->at[i] < least ? x->at[i] : least;
    least -= least % x->interval;
    for (size_t i = 0; i < x->n; i++)
        x->at[i] -= least;
}

enum { TRIES_PER_NODE = 20 };

bool modulo_set_interval(struct modulo *x, int interval)
{
    x->interval = interval;
    return find_heights(x);
}

bool modulo_schedule(struct arena *a, struct modulo *x, int start)
{
    struct search s = {.x = x, .start = start, .port = port_distance(x)};
    clear_rows(a, &s);
    s.last = ARENA_ARRAY(a, int, x->n);
    s.done = ARENA_ARRAY(a, bool, x->n);
    for (size_t i = 0; i < x->n; i++)
        s.last[i] = -1;
    order_nodes(a, &s);
    size_t tries = TRIES_PER_NODE * x->n, i;
    while ((i = next_node(&s)) < x->n) {
        if (tries-- == 0 || !place_node(&s, i))
            return false;
        remove_late_successors(&s, i);
    }
    shift_to_first_interval(x);
    return true;
}
