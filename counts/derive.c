/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flow equations: which counts follow from others.
 *
 * The end of a segment and the start of each of its successors belong to one junction. What arrives
 * at a junction leaves it: the sum of the counts of the segments that end there equals the sum of
 * those that start there. Segments are edges between junctions. The segments of a spanning tree
 * need no counter: their counts follow from the others, from the leaves of the tree to its root.
 * The root is the outside: everything that is not known exactly belongs to it, and its own equation
 * is not used. A segment that control can leave before its end (calls, which can throw, exit or
 * jump) ends at the outside. (Knuth and Stevenson, Optimal measurement points for program frequency
 * counts, 1973.) */
#include "base/util.h"
#include "counts/plan.h"

#include <stdlib.h>

struct junctions {
    const struct x86_flow *flow;
    const struct count_segments *s;
    uint32_t n;       /* nodes: 0 = the outside, then start and end of each segment */
    uint32_t *parent; /* of a node, to its junction */
    uint32_t *tree;   /* of a junction, to its part of the tree */
    bool *ends;       /* a segment ends at the junction */
};

static uint32_t start_of(uint32_t segment)
{
    return 1 + 2 * segment;
}

static uint32_t end_of(uint32_t segment)
{
    return 2 + 2 * segment;
}

static uint32_t find(uint32_t *parent, uint32_t node)
{
    while (parent[node] != node)
        node = parent[node] = parent[parent[node]];
    return node;
}

/* Returns false if both were joined before. The outside stays the representative of its set. */
static bool join(uint32_t *parent, uint32_t a, uint32_t b)
{
    a = find(parent, a);
    b = find(parent, b);
    if (a == b)
        return false;
    parent[a > b ? a : b] = a < b ? a : b;
    return true;
}

static uint32_t *new_sets(struct arena *a, uint32_t n)
{
    uint32_t *parent = ARENA_ARRAY(a, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        parent[i] = i;
    return parent;
}

/* ---- junctions ---- */

/* Joins the end of a segment with the starts of its successors. */
static void join_successors(struct junctions *j, uint32_t i)
{
    const struct count_segment *s = &j->s->at[i];
    const struct x86_block *b = &j->flow->blocks.at[s->last_block];
    const struct x86_edge *e = x86_edges(j->flow, s->last_block);
    bool known = b->last == s->last && b->n_edges > 0 && !s->leaves && s->chosen && !s->why;
    for (uint32_t k = 0; b->last == s->last && k < b->n_edges; k++) {
        if (e[k].to == X86_NO_INDEX || e[k].through) {
            known = false;
            continue;
        }
        uint32_t step = j->flow->blocks.at[e[k].to].first, to = j->s->of_step[step];
        if (j->s->at[to].first == step)
            join(j->parent, end_of(i), start_of(to));
        else
            known = false;
    }
    if (b->last != s->last && i + 1 < j->s->n)
        join(j->parent, end_of(i), start_of(i + 1));
    if (!known)
        join(j->parent, end_of(i), 0);
}

static void find_junctions(struct junctions *j)
{
    for (uint32_t i = 0; i < j->s->n; i++) {
        const struct count_segment *s = &j->s->at[i];
        if (s->entered || !s->chosen || s->why)
            join(j->parent, start_of(i), 0);
        join_successors(j, i);
    }
    for (uint32_t i = 0; i < j->s->n; i++)
        j->ends[find(j->parent, end_of(i))] = true;
    for (uint32_t i = 0; i < j->s->n; i++)
        if (!j->ends[find(j->parent, start_of(i))])
            join(j->parent, start_of(i), 0);
}

/* ---- the tree ---- */

struct weighed {
    uint32_t segment, depth;
};

static int by_depth(const void *a, const void *b)
{
    const struct weighed *x = a, *y = b;
    if (x->depth != y->depth)
        return x->depth < y->depth ? 1 : -1;
    return ORDER_OF(x->segment, y->segment);
}

static bool is_counted(const struct count_segment *s)
{
    return s->block != COUNT_NONE && !s->why;
}

/* Builds the tree from the innermost segments: those are executed most often. needs[segment] =
 * false: it is in the tree. */
static void build_tree(struct arena *a, struct junctions *j, bool *needs)
{
    struct weighed *w = ARENA_ARRAY(a, struct weighed, j->s->n + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < j->s->n; i++)
        if (is_counted(&j->s->at[i]))
            w[n++] = (struct weighed){i, j->s->at[i].depth};
    qsort(w, n, sizeof *w, by_depth);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = w[k].segment;
        needs[i] = !join(j->tree, find(j->parent, start_of(i)), find(j->parent, end_of(i)));
    }
}

/* ---- sums ---- */

/* Segments at each junction. */
struct incidence {
    uint32_t *first;  /* of a junction, in at; first[n] = end */
    uint32_t *at;     /* segments; one that starts and ends at the junction occurs twice */
    uint32_t *degree; /* number of segments of the tree whose sums are missing */
};

static struct incidence find_incidence(struct arena *a, struct junctions *j, const bool *needs)
{
    struct incidence in = {ARENA_ARRAY(a, uint32_t, j->n + 2),
                           ARENA_ARRAY(a, uint32_t, 2 * (size_t)j->s->n + 1),
                           ARENA_ARRAY(a, uint32_t, j->n + 1)};
    uint32_t *used = ARENA_ARRAY(a, uint32_t, j->n + 1);
    for (uint32_t i = 0; i < j->s->n; i++) {
        in.first[find(j->parent, start_of(i)) + 1]++;
        in.first[find(j->parent, end_of(i)) + 1]++;
    }
    for (uint32_t v = 0; v < j->n; v++)
        in.first[v + 1] += in.first[v];
    for (uint32_t i = 0; i < j->s->n; i++) {
        uint32_t ends[] = {find(j->parent, start_of(i)), find(j->parent, end_of(i))};
        for (int k = 0; k < 2; k++) {
            in.at[in.first[ends[k]] + used[ends[k]]++] = i;
            in.degree[ends[k]] += is_counted(&j->s->at[i]) && !needs[i];
        }
    }
    return in;
}

static void add_term(struct arena *a, struct count_map *m, uint32_t block, bool minus)
{
    *ARENA_PUSH(a, m->terms, m->n_terms) = (struct count_term){block, minus};
}

/* Adds the sum of the only segment of the tree at junction v whose sum is missing. Returns the
 * segment's other junction. */
static uint32_t add_sum(struct arena *a, struct junctions *j, const struct incidence *in,
                        bool *known, uint32_t v, struct count_map *m)
{
    uint32_t of = X86_NO_INDEX, first = (uint32_t)m->n_terms;
    for (uint32_t k = in->first[v]; k < in->first[v + 1]; k++)
        if (!known[in->at[k]])
            of = in->at[k];
    bool starts = find(j->parent, start_of(of)) == v;
    for (uint32_t k = in->first[v]; k < in->first[v + 1]; k++) {
        uint32_t i = in->at[k];
        bool starts_here = find(j->parent, start_of(i)) == v;
        bool ends_here = find(j->parent, end_of(i)) == v;
        if (i != of && starts_here != ends_here)
            add_term(a, m, j->s->at[i].block, starts_here == starts);
    }
    *ARENA_PUSH(a, m->sums, m->n_sums) =
        (struct count_sum){j->s->at[of].block, first, (uint32_t)m->n_terms - first};
    known[of] = true;
    return find(j->parent, starts ? end_of(of) : start_of(of));
}

static void add_sums(struct arena *a, struct junctions *j, const bool *needs, struct count_map *m)
{
    struct incidence in = find_incidence(a, j, needs);
    bool *known = ARENA_ARRAY(a, bool, j->s->n + 1);
    for (uint32_t i = 0; i < j->s->n; i++)
        known[i] = needs[i] || !is_counted(&j->s->at[i]);
    for (uint32_t v = 1; v < j->n; v++)
        for (uint32_t at = v; at && in.degree[at] == 1;) {
            in.degree[at] = 0;
            at = add_sum(a, j, &in, known, at, m);
            in.degree[at] -= in.degree[at] > 0;
        }
}

void count_derive(struct arena *a, const struct x86_flow *f, const struct count_segments *s,
                  struct count_map *m, bool *needs)
{
    struct arena own = {0};
    struct junctions j = {.flow = f, .s = s, .n = 1 + 2 * s->n};
    j.parent = new_sets(&own, j.n);
    j.tree = new_sets(&own, j.n);
    j.ends = ARENA_ARRAY(&own, bool, j.n);
    find_junctions(&j);
    build_tree(&own, &j, needs);
    add_sums(a, &j, needs, m);
    arena_free(&own);
}

/* ---- branches ---- */

/* Counts of segments are known, those of edges are searched for. The count of a segment is the sum
 * of the edges from its end, and the sum of those to its start. These equations are nodes, and an
 * edge connects the two that contain it: a forest has one solution. An equation that is not exact
 * belongs to the outside. A cycle contains a conditional branch, whose edge without a jump is
 * counted, or a jump through a table. */
struct edge_graph {
    const struct x86_flow *flow;
    const struct count_segments *s;
    uint32_t *parent;
};

static bool is_end_of_block(const struct edge_graph *g, uint32_t i)
{
    return g->flow->blocks.at[g->s->at[i].last_block].last == g->s->at[i].last;
}

/* Returns the segment that an edge leads to; X86_NO_INDEX = unknown. */
static uint32_t target_of(const struct edge_graph *g, const struct x86_edge *e)
{
    if (e->to == X86_NO_INDEX)
        return X86_NO_INDEX;
    uint32_t step = g->flow->blocks.at[e->to].first, to = g->s->of_step[step];
    return g->s->at[to].first == step ? to : X86_NO_INDEX;
}

/* Returns whether the segment ends with a conditional branch between two other segments. */
static bool is_branch(const struct edge_graph *g, uint32_t i)
{
    const struct count_segment *s = &g->s->at[i];
    const struct x86_edge *e = x86_edges(g->flow, s->last_block);
    const struct x86_step *last = &g->flow->unit->steps.at[s->last];
    if (!is_end_of_block(g, i) || x86_control(&last->is) != X86_BRANCHES ||
        g->flow->blocks.at[s->last_block].n_edges != 2)
        return false;
    uint32_t to = target_of(g, &e[0]), next = target_of(g, &e[1]);
    return e[0].taken && to != X86_NO_INDEX && next == i + 1 && to != next;
}

/* Connects the equations of an end with the outside, or along its edges except that of a branch
 * without a jump. */
static void connect_end(const struct edge_graph *g, uint32_t i)
{
    const struct x86_block *b = &g->flow->blocks.at[g->s->at[i].last_block];
    const struct x86_edge *e = x86_edges(g->flow, g->s->at[i].last_block);
    bool branch = is_branch(g, i), ends = is_end_of_block(g, i);
    if (!ends && i + 1 < g->s->n)
        join(g->parent, end_of(i), start_of(i + 1));
    if (ends && b->n_edges == 0)
        join(g->parent, end_of(i), 0);
    for (uint32_t k = 0; ends && k < b->n_edges; k++) {
        uint32_t to = target_of(g, &e[k]);
        if (to == X86_NO_INDEX || e[k].through)
            join(g->parent, end_of(i), 0);
        if (to != X86_NO_INDEX && (!branch || e[k].taken))
            join(g->parent, end_of(i), e[k].through ? 0 : start_of(to));
    }
}

/* Connects what is known without counting a branch. A segment without a count has one unknown more,
 * in both of its equations. */
static void connect_known(const struct edge_graph *g)
{
    for (uint32_t i = 0; i < g->s->n; i++) {
        const struct count_segment *s = &g->s->at[i];
        if (s->entered)
            join(g->parent, start_of(i), 0);
        if (!is_counted(s))
            join(g->parent, start_of(i), end_of(i));
        connect_end(g, i);
    }
}

/* Returns whether a line can be inserted before a branch, and one after it. */
static bool has_own_line(const struct count_text *t, const struct x86_step *branch)
{
    bool label = branch->label && branch->label_line == branch->line;
    return branch[-1].line < branch->line && !label && branch->line < branch[1].line &&
           !count_is_inline(t, branch->line);
}

/* Returns whether the branch at the end of a segment is in a loop, or leads into or out of one, and
 * can be counted. */
static bool is_wanted(const struct edge_graph *g, const struct count_text *t, uint32_t i)
{
    const struct count_segment *s = &g->s->at[i];
    return s[0].depth + s[1].depth > 0 && (is_counted(&s[0]) || is_counted(&s[1])) && s->last > 0 &&
           has_own_line(t, &g->flow->unit->steps.at[s->last]);
}

static uint32_t depth_of_branch(const struct count_segment *s)
{
    return s[0].depth < s[1].depth ? s[0].depth : s[1].depth;
}

const uint32_t *count_choose_branches(struct arena *a, const struct count_text *t,
                                      const struct x86_flow *f, const struct count_segments *s,
                                      uint32_t *n)
{
    struct edge_graph g = {f, s, new_sets(a, 1 + 2 * s->n)};
    struct weighed *w = ARENA_ARRAY(a, struct weighed, s->n + 1);
    uint32_t *chosen = ARENA_ARRAY(a, uint32_t, s->n + 1), branches = 0;
    connect_known(&g);
    for (uint32_t i = 0; i < s->n; i++)
        if (is_branch(&g, i))
            w[branches++] = (struct weighed){i, depth_of_branch(&s->at[i])};
    qsort(w, branches, sizeof *w, by_depth);
    *n = 0;
    for (uint32_t k = 0; k < branches; k++) {
        uint32_t i = w[k].segment;
        if (!join(g.parent, end_of(i), start_of(i + 1)) && is_wanted(&g, t, i))
            chosen[(*n)++] = i;
    }
    return chosen;
}
