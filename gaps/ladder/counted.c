/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares of the conditional blocks of a source loop, from the counted frequencies of its machine
 * code. A block is executed as often as control enters the machine code of its lines. */
#include "gaps/ladder/model.h"

#include "bounds/source-path.h"
#include "bounds/steady.h"

#include <math.h>

enum { BLOCKS_MOST = 1024 }; /* of a body that is analysed */
#define EQUAL_SHARES 1e-3
#define UNKNOWN (-1.0)

struct weigher {
    struct arena *a;
    const struct source_loop *s;
    const struct instruction_body *b;
    const struct body_frequencies *f;
    double k;
    bool *always;     /* by machine block: each pass executes it */
    bool *within;     /* by machine block: code of the current source block */
    double *executed; /* by source block: share of iterations that execute it; UNKNOWN */
};

/* ---- machine blocks ---- */

/* Returns whether a path leads from the first block to the branch back without that block. */
static bool is_avoidable(const struct weigher *w, size_t block, bool *reached)
{
    const struct instruction_body *b = w->b;
    for (size_t i = 0; i < b->n_blocks; i++)
        reached[i] = i == 0;
    for (size_t i = 0; i < b->n_blocks; i++)
        for (int e = b->blocks[i].edges; e < b->blocks[i].edges + b->blocks[i].n_edges; e++) {
            int to = b->edges[e].to;
            if (!reached[i] || i == block)
                continue;
            if (to == PASS_END)
                return true;
            if (to >= 0)
                reached[to] = true;
        }
    return false;
}

static void find_always(struct weigher *w)
{
    bool *reached = ARENA_ARRAY(w->a, bool, w->b->n_blocks + 1);
    w->always = ARENA_ARRAY(w->a, bool, w->b->n_blocks + 1);
    for (size_t i = 0; i < w->b->n_blocks; i++)
        w->always[i] = !is_avoidable(w, i, reached);
}

/* Returns whether the machine block is code of a source block. A condition on the line of the block
 * that it decides is not. */
static bool is_code_of(const struct weigher *w, size_t i, const struct block *of)
{
    const struct code_block *m = &w->b->blocks[i];
    bool decides = m->n > 0 && m->n_edges > 1 && w->b->at[m->first + m->n - 1].line == of->decided;
    if (w->always[i] || (decides && of->decided >= of->line && of->decided <= of->end_line))
        return false;
    for (int k = m->first; k < m->first + m->n; k++)
        if (w->b->at[k].line >= of->line && w->b->at[k].line <= of->end_line)
            return true;
    return false;
}

/* ---- source blocks ---- */

/* Returns how often an iteration enters the code of a source block; UNKNOWN if it has none. */
static double executions_of(struct weigher *w, const struct block *of)
{
    double entries = 0;
    bool any = false;
    for (size_t i = 0; i < w->b->n_blocks; i++)
        any |= w->within[i] = is_code_of(w, i, of);
    for (size_t i = 0; i < w->b->n_blocks; i++)
        for (int e = w->b->blocks[i].edges; e < w->b->blocks[i].edges + w->b->blocks[i].n_edges;
             e++) {
            int to = w->b->edges[e].to;
            entries += !w->within[i] && to >= 0 && w->within[to] ? w->f->edge[e] : 0;
        }
    entries *= passes_of_whole_one(w->b, w->f) / w->k;
    return any && entries <= 1 + EQUAL_SHARES ? fmin(entries, 1) : UNKNOWN;
}

/* Returns the share of iterations that reach the block. */
static double reached_share(const struct weigher *w, size_t b)
{
    int in = w->s->blocks[b].within;
    return in < 0 ? 1 : w->executed[in];
}

/* Of two arms, of which each iteration that reaches them executes one, one share gives the other.
 * Shares that contradict this are not used. */
static void compare_arms(struct weigher *w, size_t b)
{
    int other = w->s->blocks[b].alternative;
    double all = reached_share(w, b);
    if (other <= (int)b || all < 0)
        return;
    double *x = &w->executed[b], *y = &w->executed[other];
    if (*x >= 0 && *y >= 0 && fabs(*x + *y - all) > EQUAL_SHARES)
        *x = *y = UNKNOWN;
    else if (*x >= 0 && *y < 0 && *x <= all)
        *y = all - *x;
    else if (*y >= 0 && *x < 0 && *y <= all)
        *x = all - *y;
}

/* Returns whether block b is within block `in`. */
static bool is_within(const struct source_loop *s, size_t b, size_t in)
{
    int at = s->blocks[b].within;
    while (at >= 0 && (size_t)at != in)
        at = s->blocks[at].within;
    return at >= 0;
}

/* Returns whether lines of the block are also those of another one that is neither within it nor
 * around it, or that has the same lines: blocks that GO TO or IF on one line skip. */
static bool is_ambiguous(const struct source_loop *s, size_t b)
{
    const struct block *x = &s->blocks[b];
    for (size_t i = 0; i < s->n_blocks; i++) {
        const struct block *y = &s->blocks[i];
        bool nested = is_within(s, i, b) || is_within(s, b, i);
        bool same = x->line == y->line && x->end_line == y->end_line;
        if (i != b && x->line <= y->end_line && y->line <= x->end_line && (!nested || same))
            return true;
    }
    return false;
}

static void find_executions(struct weigher *w)
{
    for (size_t b = 0; b < w->s->n_blocks; b++)
        w->executed[b] = is_ambiguous(w->s, b) ? UNKNOWN : executions_of(w, &w->s->blocks[b]);
    for (size_t b = 0; b < w->s->n_blocks; b++) {
        compare_arms(w, b);
        double all = reached_share(w, b);
        if (w->executed[b] > all + EQUAL_SHARES)
            w->executed[b] = UNKNOWN;
    }
}

/* Returns the shares that skip each block. skipped: on the shortest path. */
static double *skipped_shares(struct weigher *w, const double *skipped)
{
    size_t n = w->s->n_blocks;
    double *share = ARENA_ARRAY(w->a, double, n + 1), *executed = ARENA_ARRAY(w->a, double, n + 1);
    for (size_t b = 0; b < n; b++) {
        int in = w->s->blocks[b].within;
        double all = in < 0 ? 1 : executed[in];
        bool on_path = skipped[b] == 0 && (in < 0 || skipped[in] == 0);
        executed[b] = w->executed[b] >= 0 ? fmin(w->executed[b], all) : on_path ? all : 0;
        share[b] = all - executed[b];
    }
    return share;
}

/* ---- the recurrence ---- */

static double count_operations(const struct source_loop *s)
{
    double n = 0;
    for (int i = 0; i < OP_CLASSES; i++)
        n += s->counts.n[i];
    return n;
}

/* Returns the recurrence without the share of it that consecutive executions overlap. A pass of
 * ideal code needs a slot for each essential operation at most. */
static struct recurrence exposed_recurrence(struct weigher *w, const struct model_loop *l,
                                            const struct recurrence *r)
{
    struct recurrence exposed = *r;
    struct pass_model p = find_pass_model(w->a, l->compiled_machine, w->b, w->f);
    double share = exposed_recurrence_share(&p, w->k * count_operations(w->s));
    exposed.latency *= share;
    exposed.overlapped = r->n ? 1 - share : 0;
    return exposed.latency > 0
               ? exposed
               : (struct recurrence){.overlapped = exposed.overlapped, .missing = r->missing};
}

/* ---- the loop ---- */

/* Returns whether no count is negative. */
static bool is_possible(const struct counts *c)
{
    for (int i = 0; i < OP_CLASSES; i++)
        if (c->n[i] < -1e-9)
            return false;
    return true;
}

static void set_all_unknown(struct weigher *w)
{
    for (size_t b = 0; b < w->s->n_blocks; b++)
        w->executed[b] = UNKNOWN;
}

/* Returns "7, 9", the lines of the blocks whose share is known, or of the others; NULL = none. */
static const char *lines_of_blocks(const struct weigher *w, bool known_ones)
{
    const char *text = NULL;
    for (size_t b = 0; b < w->s->n_blocks; b++)
        if ((w->executed[b] >= 0) == known_ones &&
            (b == 0 || w->s->blocks[b].line != w->s->blocks[b - 1].line))
            text = text ? arena_printf(w->a, "%s, %ld", text, w->s->blocks[b].line)
                        : arena_printf(w->a, "%ld", w->s->blocks[b].line);
    return text;
}

static void note_lines(struct weigher *w, struct notes *notes)
{
    const char *by_counts = lines_of_blocks(w, true), *by_path = lines_of_blocks(w, false);
    const char *none =
        "no branch in the machine code belongs only to the conditional code at line ";
    if (by_counts)
        note(w->a, notes, "paths by counts: M and MA weigh the conditional code at line %s%s%s%s",
             by_counts, by_path ? "; " : "", by_path ? none : "", by_path ? by_path : "");
    else if (by_path)
        note(w->a, notes, "M and MA are those of the shortest path: %s%s", none, by_path);
}

/* Sets l->path. skipped: shares of the shortest path. */
static void weigh_blocks(struct weigher *w, struct model_loop *l, const double *skipped,
                         struct notes *notes)
{
    find_always(w);
    find_executions(w);
    const struct source_loop *path =
        source_with_shares(w->a, w->s, l->reassociate, skipped_shares(w, skipped));
    if (!is_possible(&path->counts)) {
        set_all_unknown(w);
        path = source_with_shares(w->a, w->s, l->reassociate, skipped);
    }
    l->path = path;
    note_lines(w, notes);
}

void model_weigh_by_counts(struct arena *a, struct model_loop *l, struct notes *notes)
{
    const char *why;
    const struct compiled_loop *c = l->compiled;
    const struct instruction_body *b =
        c && c->frequencies && c->has_body ? model_body(a, l, &why) : NULL;
    if (!b || b->n_blocks > BLOCKS_MOST || !is_known(l->k) || !(l->k.value >= 1))
        return;
    struct source_loop *s = ARENA_NEW(a, struct source_loop);
    *s = *l->source;
    s->recurrence = s->reassociated = l->recurrence;
    struct weigher w = {.a = a, .s = s, .b = b, .f = c->frequencies, .k = l->k.value};
    w.within = ARENA_ARRAY(a, bool, b->n_blocks + 1);
    w.executed = ARENA_ARRAY(a, double, s->n_blocks + 1);
    s->recurrence = s->reassociated = exposed_recurrence(&w, l, &l->recurrence);
    l->weighted = true;
    const double *skipped =
        l->machine ? shares_of_shortest_path(a, l->machine, s, l->reassociate, l->ma_k) : NULL;
    if (skipped)
        weigh_blocks(&w, l, skipped, notes);
    else
        l->path = s;
}
