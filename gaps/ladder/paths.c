/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/ladder/paths.h"

#include "gaps/ladder/flow.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS_MOST = 8192, PARTS_MOST = 512 };

/* A basic block. */
struct part {
    size_t first, next; /* pairs, from 0; includes the delay pairs of its branch */
    int area;           /* the area whose branch is the last one here; -1 = none */
    bool goes;          /* its branch is always taken */
    bool leaves;        /* its branch leaves the loop */
    int target;         /* block that is the target of its branch */
    long condition;     /* line of its branch, if this is the first conditional branch of the line;
                           otherwise 0 */
    bool decides;       /* its branch is conditional */
    size_t copied; /* the pairs from here on are copied into the delay pairs of branches to the next
                      block: passes that take such a branch do not execute them here */
    long line; /* line of all its pairs, if its branch is not conditional; 0 = several */
};
struct paths {
    const struct source_loop *source;
    const struct compiled_pair *pairs;
    struct part *at;
    size_t n, n_areas;
};

/* ---- basic blocks ---- */

static bool begins(const struct compiled_pair *p, const char *with)
{
    return p->half[1].text && strncmp(p->half[1].text, with, strlen(with)) == 0;
}

static bool is_branch(const struct compiled_pair *p)
{
    return begins(p, "bc") || begins(p, "jmp");
}

static bool counts_for(const struct compiled_pair *p)
{
    return !p->delay && p->line > 0 && (p->half[0].text || p->half[1].text);
}

/* Returns the pair that follows the branch at i and its delay pairs. */
static size_t after_branch(const struct compiled_pair *p, size_t n, size_t i)
{
    size_t next = i + 1;
    while (next < n && p[next].delay)
        next++;
    return next;
}

static int area_at(const struct compiled_loop *c, size_t pair)
{
    for (size_t j = 0; j < c->n_areas; j++)
        if (c->areas[j].begin == (long)pair + 1)
            return (int)j;
    return -1;
}

/* Marks the first pair of each basic block, and at[n]. Returns false if the areas are inconsistent
 * with the pairs. */
static bool mark_parts(const struct compiled_loop *c, const struct compiled_pair *p, size_t n,
                       bool *at)
{
    at[0] = at[n] = true;
    for (size_t j = 0; j < c->n_areas; j++) {
        const struct area *a = &c->areas[j];
        if (a->begin < 1 || (size_t)a->begin > n || a->end <= a->begin || (size_t)a->end > n ||
            !is_branch(&p[a->begin - 1]))
            return false;
        at[a->end - 1] = true;
    }
    for (size_t i = 0; i < n; i++)
        if (is_branch(&p[i]))
            at[after_branch(p, n, i)] = true;
    return true;
}

/* Sets a branch that belongs to no area: to the label of the loop, or out of the loop. */
static void set_end(const struct compiled_loop *c, const struct compiled_pair *p, struct part *part)
{
    const char *text = p->half[1].text, *label = text + strlen(text);
    while (label > text && !strchr(" \t,", label[-1]))
        label--;
    bool back = strcmp(label, c->label) == 0;
    part->goes = begins(p, "jmp");
    part->leaves = part->goes && !back;
}

static void set_branch(const struct compiled_loop *c, struct paths *g, struct part *part)
{
    part->area = -1;
    for (size_t i = part->first; i < part->next; i++) {
        const struct compiled_pair *p = &g->pairs[i];
        if (!is_branch(p))
            continue;
        part->area = area_at(c, i);
        if (part->area < 0)
            set_end(c, p, part);
        else
            part->goes = begins(p, "jmp");
        part->decides = !part->goes && part->area >= 0;
        part->condition = part->decides ? p->line : 0;
        return;
    }
}

static int part_at(const struct paths *g, long pair)
{
    int i = 0;
    while ((size_t)i < g->n && (long)g->at[i].first != pair)
        i++;
    return i;
}

/* Keeps only the first condition of each line: .AND. and .OR. can skip the evaluation of the
 * others. */
static void keep_first_conditions(struct paths *g)
{
    for (size_t i = g->n; i-- > 0;)
        for (size_t k = 0; k < i; k++)
            if (g->at[k].condition == g->at[i].condition)
                g->at[i].condition = 0;
}

static bool same_half(const struct compiled_half *a, const struct compiled_half *b)
{
    return a->text && b->text ? strcmp(a->text, b->text) == 0 : !a->text && !b->text;
}

/* Returns how many pairs at the end of block `of` are equal to the last delay pairs of a branch to
 * the next block. */
static size_t copies(const struct paths *g, const struct part *branch, const struct part *of)
{
    size_t n = 0;
    while (n < branch->next - branch->first && n < of->next - of->first) {
        const struct compiled_pair *a = &g->pairs[branch->next - 1 - n];
        const struct compiled_pair *b = &g->pairs[of->next - 1 - n];
        if (!a->delay || !same_half(&a->half[0], &b->half[0]) ||
            !same_half(&a->half[1], &b->half[1]))
            return n;
        n++;
    }
    return n;
}

static void mark_copied(struct paths *g)
{
    for (size_t i = 0; i < g->n; i++)
        g->at[i].copied = g->at[i].next;
    for (size_t i = 0; i < g->n; i++) {
        const struct part *p = &g->at[i];
        struct part *before = p->area >= 0 && p->target > 0 ? &g->at[p->target - 1] : NULL;
        if (!before || before == p || before->area >= 0 || before->goes)
            continue;
        size_t from = before->next - copies(g, p, before);
        before->copied = from < before->copied ? from : before->copied;
    }
}

static void set_lines(struct paths *g)
{
    for (size_t i = 0; i < g->n; i++) {
        struct part *p = &g->at[i];
        bool one = !p->decides;
        for (size_t k = p->first; k < p->copied && one; k++)
            if (counts_for(&g->pairs[k])) {
                one = !p->line || p->line == g->pairs[k].line;
                p->line = g->pairs[k].line;
            }
        p->line = one ? p->line : 0;
    }
}

static bool make_parts(struct arena *a, const struct compiled_loop *c, struct paths *g, size_t n)
{
    bool *at = ARENA_ARRAY(a, bool, n + 1);
    size_t parts = 0;
    if (!mark_parts(c, g->pairs, n, at))
        return false;
    for (size_t i = 0; i < n; i++)
        parts += at[i];
    if (parts > PARTS_MOST)
        return false;
    g->at = ARENA_ARRAY(a, struct part, parts);
    for (size_t i = 0; i < n; i++) {
        if (at[i])
            g->at[g->n++].first = i;
        g->at[g->n - 1].next = i + 1;
    }
    for (size_t i = 0; i < g->n; i++)
        set_branch(c, g, &g->at[i]);
    for (size_t i = 0; i < g->n; i++)
        if (g->at[i].area >= 0)
            g->at[i].target = part_at(g, c->areas[g->at[i].area].end - 1);
    keep_first_conditions(g);
    mark_copied(g);
    set_lines(g);
    return true;
}

/* ---- flow for given counts ---- */

/* Returns the share of iterations that execute the line: its condition, or its most frequently
 * skipped block. */
static double share_of_line(const struct source_loop *l, const double *block, long line,
                            bool condition)
{
    double share = 1;
    for (size_t b = 0; b < l->n_blocks; b++) {
        const struct block *k = &l->blocks[b];
        if (k->line <= line && line <= k->end_line && !(condition && k->decided == line))
            share -= block[b];
    }
    return share < 0 ? 0 : share;
}

/* Returns whether the block is on the line of its condition. */
static bool is_guarded(const struct block *b, long line)
{
    return b->line == line && b->end_line == line && b->decided == line;
}

/* Returns the source block of a basic block on a line with several blocks, by order; -1 =
 * unknown. */
static int guarded_of(const struct paths *g, const struct part *p)
{
    size_t parts = 0, turn = 0, blocks = 0;
    int found = -1;
    for (size_t i = 0; p->line && i < g->n; i++) {
        turn += g->at[i].line == p->line && &g->at[i] < p;
        parts += g->at[i].line == p->line;
    }
    for (size_t b = 0; p->line && b < g->source->n_blocks; b++)
        if (is_guarded(&g->source->blocks[b], p->line) && blocks++ == turn)
            found = (int)b;
    return parts == blocks ? found : -1;
}

/* Returns whether a branch depends on the line in another way than by a block on it. A basic block
 * without this branch can then be a jump that depends on it. */
static bool decides_jumps(const struct paths *g, long line)
{
    bool condition = false, guarded = false;
    for (size_t i = 0; i < g->n; i++)
        condition |= g->at[i].condition == line;
    for (size_t b = 0; condition && b < g->source->n_blocks; b++) {
        const struct block *k = &g->source->blocks[b];
        if (k->decided == line && !is_guarded(k, line))
            return true;
        guarded |= is_guarded(k, line);
    }
    return condition && !guarded;
}

/* Returns the least share of passes that execute the basic block. Ignores delay pairs, which can be
 * copies of pairs at the branch target. */
static double least_of(const struct paths *g, const double *block, const struct part *p)
{
    double least = -1;
    int guarded = guarded_of(g, p);
    if (p->decides && !p->condition)
        return 0;
    if (p->condition)
        return share_of_line(g->source, block, p->condition, true);
    if (guarded >= 0)
        return share_of_line(g->source, block, p->line, true) - block[guarded];
    for (size_t i = p->first; i < p->copied; i++) {
        const struct compiled_pair *pair = &g->pairs[i];
        if (!counts_for(pair))
            continue;
        double share =
            decides_jumps(g, pair->line) ? 0 : share_of_line(g->source, block, pair->line, false);
        least = least < 0 || share < least ? share : least;
    }
    return least < 0 ? 0 : least;
}

/* Writes the arcs of the flow problem. Node 2i is the entry of block i, 2i + 1 its exit; the last
 * node is the end of the pass. */
static size_t put_arcs(const struct paths *g, const double *block, struct flow_arc *to)
{
    size_t n = 0;
    for (size_t i = 0; i < g->n; i++) {
        const struct part *p = &g->at[i];
        int begin = (int)(2 * i), end = begin + 1, sink = (int)(2 * g->n);
        bool back = p->goes && p->area < 0 && !p->leaves;
        to[n++] = (struct flow_arc){begin, end, (double)(p->next - p->first),
                                    block ? least_of(g, block, p) : 0, 0};
        if (p->area >= 0)
            to[n++] = (struct flow_arc){end, 2 * p->target, 0, 0, 0};
        if (!p->goes || back)
            to[n++] = (struct flow_arc){end, back ? sink : begin + 2, 0, 0, 0};
    }
    return n;
}

static bool solve(struct arena *a, const struct paths *g, const double *block, double *area)
{
    struct flow_arc *arcs = ARENA_ARRAY(a, struct flow_arc, 3 * g->n);
    size_t n = put_arcs(g, block, arcs), at = 0;
    bool ok = flow_solve(arcs, n, 2 * g->n + 1);
    for (size_t i = 0; i < g->n; i++) {
        const struct part *p = &g->at[i];
        bool back = p->goes && p->area < 0 && !p->leaves;
        if (p->area >= 0)
            area[p->area] = arcs[at + 1].flow;
        at += 1 + (p->area >= 0) + (!p->goes || back);
    }
    return ok;
}

const struct paths *paths_make(struct arena *a, const struct model_loop *l)
{
    const struct compiled_loop *c = l->compiled;
    struct compiled_pair *pairs;
    size_t n;
    if (!l->runs || c->has_body || !c->n_areas || !l->source->n_blocks || !is_known(l->k) ||
        l->k.value != 1 || !runs_pairs(l->runs, a, l->build, c, &pairs, &n) || !n ||
        n > PAIRS_MOST || n != (size_t)c->length)
        return NULL;
    struct paths *g = ARENA_NEW(a, struct paths);
    *g = (struct paths){.source = l->source, .pairs = pairs, .n_areas = c->n_areas};
    double *area = ARENA_ARRAY(a, double, c->n_areas);
    return make_parts(a, c, g, n) && solve(a, g, NULL, area) ? g : NULL;
}

bool paths_shares(struct arena *a, const struct paths *p, const double *block, double *area)
{
    if (solve(a, p, block, area))
        return true;
    solve(a, p, NULL, area);
    return false;
}
