/* SPDX-License-Identifier: GPL-3.0-or-later */
/* List scheduling of a block. For a given length, issues the ready node with the earliest deadline
 * first; if a node misses its deadline, tries a longer block. The branch is two pairs before the
 * end, so the block fills its delay pairs. */
#include "lab/schedule/graph.h"
#include "base/util.h"

struct list {
    const struct flow_schedule *s;
    struct graph g;
    neighbours before, after;
    int *at;             /* pair of each node; -1 = not issued */
    int *needs;          /* number of predecessors that are not issued */
    int *from;           /* first pair in which it may be issued */
    int n;               /* length that is tried, pairs */
    size_t triad, store; /* last ones issued; g.n = none: they share a port */
    int around; /* pairs between the block and itself if it may follow itself; -1 = never */
};

/* Returns the least number of pairs between the node and the neighbour, which is before or after
 * the block. */
static int neighbour_distance(const struct machine *m, const struct node *n,
                              const struct neighbour *b, bool before)
{
    const struct lab_inst *halves[] = {n->inst, n->with};
    int most = -1; /* independent */
    for (size_t i = 0; i < COUNT_OF(halves); i++)
        if (halves[i])
            most = max_int(most, before ? register_distance(m, b->inst, halves[i])
                                        : distance_or_all(m, halves[i], b->inst));
    return most - b->pairs;
}

/* Sets the node's earliest pair from the code before the block, and its tail from the code after
 * the block and the branch. */
static void bound_by_neighbours(struct list *l, struct node *n)
{
    n->earliest = l->g.lead;
    n->tail = 1;
    for (size_t i = 0; i < l->before.n; i++)
        n->earliest = max_int(n->earliest, neighbour_distance(l->s->m, n, &l->before.at[i], true));
    for (size_t i = 0; i < l->after.n; i++)
        n->tail = max_int(n->tail, neighbour_distance(l->s->m, n, &l->after.at[i], false));
    if (l->g.branch.inst && n != &l->g.branch) {
        int d = node_distance(l->s->m, n, &l->g.branch);
        n->tail = max_int(n->tail, d < 0 ? 1 : d + 1 + DELAY_PAIRS);
    }
}

/* Computes the longest paths from the block's begin and to its end. */
static void bound_nodes(struct list *l)
{
    for (size_t i = 0; i < l->g.n; i++)
        bound_by_neighbours(l, &l->g.nodes[i]);
    for (size_t i = 0; i < l->g.n; i++) {
        const struct node *n = &l->g.nodes[i];
        for (size_t k = 0; k < n->arcs.n; k++) {
            struct node *to = &l->g.nodes[n->arcs.at[k].to];
            to->earliest = max_int(to->earliest, n->earliest + n->arcs.at[k].pairs);
        }
    }
    for (size_t i = l->g.n; i > 0; i--) {
        struct node *n = &l->g.nodes[i - 1];
        for (size_t k = 0; k < n->arcs.n; k++)
            n->tail = max_int(n->tail, n->arcs.at[k].pairs + l->g.nodes[n->arcs.at[k].to].tail);
    }
}

/* Returns a lower bound on the length of all schedules, in pairs. */
static int least_length(struct list *l)
{
    const struct node *branch = &l->g.branch;
    int left = 0, right = branch->inst != NULL, least = l->g.lead;
    for (size_t i = 0; i < l->g.n; i++) {
        const struct node *n = &l->g.nodes[i];
        left += (n->halves & LAB_LEFT) != 0;
        right += (n->halves & LAB_RIGHT) != 0;
        least = max_int(least, n->earliest + n->tail);
    }
    least = max_int(least, l->g.lead + max_int(left, right));
    if (branch->inst)
        least = max_int(least, branch->earliest + 1 + DELAY_PAIRS);
    for (size_t i = 0; i < l->before.n; i++)
        for (size_t k = 0; k < l->after.n; k++)
            least =
                max_int(least, distance_or_all(l->s->m, l->before.at[i].inst, l->after.at[k].inst) -
                                   l->before.at[i].pairs - l->after.at[k].pairs);
    return least;
}

static void reset_list(struct list *l)
{
    l->triad = l->store = l->g.n;
    for (size_t i = 0; i < l->g.n; i++) {
        l->at[i] = -1;
        l->needs[i] = l->g.nodes[i].before;
        l->from[i] = l->g.nodes[i].earliest;
    }
}

/* Returns whether the port is free: a store must not follow a triad too soon, nor share its pair.
 */
static bool port_free(const struct list *l, size_t i, int pair)
{
    const struct lab_inst *inst = l->g.nodes[i].inst;
    if (l->triad < l->g.n)
        if (pair - l->at[l->triad] < lab_port_distance(l->s->m, l->g.nodes[l->triad].inst, inst))
            return false;
    return l->store == l->g.n || l->at[l->store] < pair ||
           lab_port_distance(l->s->m, inst, l->g.nodes[l->store].inst) == 0;
}

/* Returns the ready node with the longest tail for a free half; g.n = none. */
static size_t most_urgent(const struct list *l, int pair, int taken)
{
    size_t best = l->g.n;
    for (size_t i = 0; i < l->g.n; i++) {
        const struct node *n = &l->g.nodes[i];
        bool ready = l->at[i] < 0 && l->needs[i] == 0 && l->from[i] <= pair;
        if (ready && !(n->halves & taken) && port_free(l, i, pair) &&
            (best == l->g.n || n->tail > l->g.nodes[best].tail))
            best = i;
    }
    return best;
}

static void issue_node(struct list *l, size_t i, int pair)
{
    const struct node *n = &l->g.nodes[i];
    l->at[i] = pair;
    if (lab_uses_port(n->inst))
        l->triad = i;
    if (lab_is_store(n->inst->op) && lab_reg_unit(n->inst->s[0]) == LAB_FPU)
        l->store = i;
    for (size_t k = 0; k < n->arcs.n; k++) {
        uint32_t to = n->arcs.at[k].to;
        l->needs[to]--;
        l->from[to] = max_int(l->from[to], pair + n->arcs.at[k].pairs);
    }
}

/* Tries the current length. Returns the pairs that are missing, at least; 0 = all nodes are
 * issued. */
static int try_length(struct list *l)
{
    size_t left = l->g.n;
    reset_list(l);
    for (int pair = l->g.lead; left > 0; pair++) {
        bool branches = l->g.branch.inst && pair == l->n - 1 - DELAY_PAIRS;
        int taken = branches ? LAB_RIGHT : 0;
        for (size_t i; (i = most_urgent(l, pair, taken)) < l->g.n; left--) {
            if (pair + l->g.nodes[i].tail > l->n)
                return pair + l->g.nodes[i].tail - l->n;
            taken |= l->g.nodes[i].halves;
            issue_node(l, i, pair);
        }
        if (pair >= l->n && left)
            return 1;
    }
    return 0;
}

/* Returns the pairs that are missing for the block's results if it follows itself. */
static int missing_around(const struct list *l)
{
    int most = 0;
    for (size_t i = 0; i < l->g.n && l->around >= 0; i++)
        for (size_t k = 0; k < l->g.n; k++) {
            int apart = l->at[k] + l->around + l->n - l->at[i];
            if (apart >= l->s->window)
                continue;
            const struct node *a = &l->g.nodes[i], *b = &l->g.nodes[k];
            most = max_int(most, node_distance(l->s->m, a, b) - apart);
            most = max_int(most, lab_port_distance(l->s->m, a->inst, b->inst) - apart);
        }
    return most;
}

/* Stores the nodes in the block's pairs. The branch needs no check over the back edge: its two
 * delay pairs exceed its distances. */
static void fill_pairs(struct list *l, struct block_schedule *b)
{
    while ((int)b->pairs.n < l->n)
        *array_push(&b->pairs) = nop_pair();
    for (size_t i = 0; i < l->g.n; i++)
        node_put(&b->pairs.at[l->at[i]], &l->g.nodes[i]);
    if (l->g.branch.inst)
        node_put(&b->pairs.at[l->n - 1 - DELAY_PAIRS], &l->g.branch);
    b->done = true;
}

enum { LIST_MOST = 3000 }; /* instructions; longer blocks are scheduled in order */

void schedule_list(struct flow_schedule *s, size_t b)
{
    const struct lab_flow_block *from = &s->flow->blocks.at[b];
    if (from->code.n > LIST_MOST) {
        schedule_in_order(s, b);
        return;
    }
    struct arena a = {0};
    struct list l = {.s = s, .g = graph_of(&a, from, s->m), .around = pairs_around_cycle(s, b)};
    graph_connect(&l.g);
    find_instructions_before(s, b, &l.before);
    find_instructions_after(s, b, &l.after);
    l.at = ARENA_ARRAY(&a, int, l.g.n);
    l.needs = ARENA_ARRAY(&a, int, l.g.n);
    l.from = ARENA_ARRAY(&a, int, l.g.n);
    bound_nodes(&l);
    if (l.g.branch.inst)
        bound_by_neighbours(&l, &l.g.branch);
    l.n = least_length(&l);
    for (int more; (more = try_length(&l)) > 0 || (more = missing_around(&l)) > 0;)
        l.n += more;
    fill_pairs(&l, &s->blocks[b]);
    graph_free(&l.g);
    array_free(&l.before);
    array_free(&l.after);
    arena_free(&a);
}
