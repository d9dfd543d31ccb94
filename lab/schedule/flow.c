/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/flow.h"

#include <stdlib.h>
#include <string.h>

const struct lab_inst *block_branch(const struct lab_flow_block *b)
{
    const struct lab_inst *last = b->code.n ? &b->code.at[b->code.n - 1] : NULL;
    return last && lab_is_branch(last->op) ? last : NULL;
}

struct lab_pair nop_pair(void)
{
    return (struct lab_pair){.left = {.op = LAB_FINOP}, .right = {.op = LAB_CXNOP}};
}

void pair_put(struct lab_pair *p, const struct lab_inst *i)
{
    *(lab_half(i) == LAB_LEFT ? &p->left : &p->right) = *i;
    if (p->line == 0)
        p->line = i->line;
}

void flow_release(struct lab_flow *f)
{
    for (size_t b = 0; b < f->blocks.n; b++) {
        array_free(&f->blocks.at[b].labels);
        array_free(&f->blocks.at[b].code);
    }
    array_free(&f->blocks);
    array_free(&f->live_out);
}

/* ---- edges ---- */

struct target {
    const char *label;
    size_t block;
};

static int by_label(const void *x, const void *y)
{
    const struct target *a = x, *b = y;
    return strcmp(a->label, b->label);
}

typedef ARRAY(struct target) targets;

static targets targets_of(const struct lab_flow *f)
{
    targets t = {0};
    for (size_t b = 0; b < f->blocks.n; b++)
        for (size_t i = 0; i < f->blocks.at[b].labels.n; i++)
            *array_push(&t) = (struct target){f->blocks.at[b].labels.at[i], b};
    if (t.n)
        qsort(t.at, t.n, sizeof *t.at, by_label);
    return t;
}

static void add_next(struct shaped *b, size_t next, size_t n)
{
    if (next >= n)
        b->leaves = true;
    else if (b->n_next == 0 || b->next[0] != next)
        b->next[b->n_next++] = next;
}

/* Successors of block b; labels that are not of the flow lead out of it. */
static void find_next(struct shape *s, size_t b, const targets *t)
{
    const struct lab_flow_block *block = &s->flow->blocks.at[b];
    const struct lab_inst *branch = block_branch(block);
    struct shaped *shaped = &s->blocks[b];
    if (branch && branch->op == LAB_JSR) {
        shaped->leaves = shaped->called = true;
    } else if (branch) {
        struct target key = {branch->target, 0};
        const struct target *to =
            branch->target && t->n ? bsearch(&key, t->at, t->n, sizeof key, by_label) : NULL;
        add_next(shaped, to ? to->block : s->n, s->n);
    }
    if (block->falls)
        add_next(shaped, b + 1, s->n);
}

static void find_before(struct shape *s)
{
    for (size_t b = 0; b < s->n; b++)
        for (int i = 0; i < s->blocks[b].n_next; i++)
            s->blocks[s->blocks[b].next[i]].n_before++;
    for (size_t b = 0; b < s->n; b++) {
        s->blocks[b].before = ARENA_ARRAY(s->arena, size_t, s->blocks[b].n_before);
        s->blocks[b].n_before = 0;
    }
    for (size_t b = 0; b < s->n; b++)
        for (int i = 0; i < s->blocks[b].n_next; i++) {
            struct shaped *next = &s->blocks[s->blocks[b].next[i]];
            next->before[next->n_before++] = b;
        }
}

struct shape shape_of(struct arena *a, const struct lab_flow *f, const struct machine *m)
{
    struct shape s = {.arena = a,
                      .flow = f,
                      .m = m,
                      .window = lab_longest_distance(m),
                      .blocks = ARENA_ARRAY(a, struct shaped, f->blocks.n),
                      .n = f->blocks.n};
    targets t = targets_of(f);
    for (size_t b = 0; b < s.n; b++)
        find_next(&s, b, &t);
    array_free(&t);
    find_before(&s);
    return s;
}

void shape_free(struct shape *s)
{
    for (size_t b = 0; b < s->n; b++)
        array_free(&s->blocks[b].pairs);
}

void shape_preset(struct shape *s, const struct preset *p)
{
    for (size_t i = 0; i < p->n; i++)
        *array_push(&s->blocks[p->block].pairs) = p->pairs[i];
    s->blocks[p->block].done = s->blocks[p->block].preset = true;
}

/* ---- what stands around a block ---- */

static void add(neighbours *out, const struct lab_inst *i, int pairs)
{
    if (!i || !lab_is_nop(i))
        *array_push(out) = (struct neighbour){i, pairs};
}

/* Pairs of the blocks before b; `pairs` of those behind them are counted already. */
static void look_before(const struct shape *s, size_t b, int pairs, neighbours *out)
{
    for (size_t i = 0; i < s->blocks[b].n_before; i++) {
        size_t p = s->blocks[b].before[i];
        const struct shaped *from = &s->blocks[p];
        int at = pairs;
        if (!from->done || from->called)
            continue;
        for (size_t k = from->pairs.n; k > 0 && ++at <= s->window; k--) {
            add(out, &from->pairs.at[k - 1].left, at);
            add(out, &from->pairs.at[k - 1].right, at);
        }
        if (at < s->window)
            look_before(s, p, at, out);
    }
}

void shape_before(const struct shape *s, size_t b, neighbours *out)
{
    look_before(s, b, 0, out);
}

static void look_behind(const struct shape *s, size_t b, int pairs, neighbours *out)
{
    if (s->blocks[b].leaves)
        add(out, NULL, pairs);
    for (int i = 0; i < s->blocks[b].n_next && !s->blocks[b].called; i++) {
        const struct shaped *to = &s->blocks[s->blocks[b].next[i]];
        int at = pairs;
        if (!to->done)
            continue;
        for (size_t k = 0; k < to->pairs.n && at < s->window; k++, at++) {
            add(out, &to->pairs.at[k].left, at);
            add(out, &to->pairs.at[k].right, at);
        }
        if (at < s->window)
            look_behind(s, s->blocks[b].next[i], at, out);
    }
}

void shape_behind(const struct shape *s, size_t b, neighbours *out)
{
    look_behind(s, b, 0, out);
}

/* The fewest pairs on a way from the end of block b to the begin of block to, through blocks that
 * have theirs already (empty ones, say); -1 = none that results could reach over. What has none yet
 * sees to it itself. */
static int pairs_until(const struct shape *s, size_t b, size_t to, int pairs)
{
    const struct shaped *own = &s->blocks[b];
    int least = -1;
    for (int i = 0; i < own->n_next && !own->called; i++) {
        const struct shaped *next = &s->blocks[own->next[i]];
        int more = pairs + (int)next->pairs.n, way = -1;
        if (own->next[i] == to)
            way = pairs;
        else if (next->done && own->next[i] != b && more < s->window)
            way = pairs_until(s, own->next[i], to, more);
        if (way >= 0 && (least < 0 || way < least))
            least = way;
    }
    return least;
}

int shape_around(const struct shape *s, size_t b)
{
    return pairs_until(s, b, b, 0);
}

void shape_behind_itself(const struct shape *s, size_t b, neighbours *out)
{
    const struct shaped *own = &s->blocks[b];
    int around = shape_around(s, b), most = around < 0 ? 0 : s->window - around;
    for (size_t k = 0; k < own->pairs.n && (int)k < most; k++) {
        add(out, &own->pairs.at[k].left, around + (int)k);
        add(out, &own->pairs.at[k].right, around + (int)k);
    }
}
