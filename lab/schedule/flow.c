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

void put_instruction(struct lab_pair *p, const struct lab_inst *i)
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
    array_sort(&t, by_label);
    return t;
}

static void add_next(struct block_schedule *b, size_t next, size_t n)
{
    if (next >= n)
        b->leaves = true;
    else if (b->n_next == 0 || b->next[0] != next)
        b->next[b->n_next++] = next;
}

/* Finds the successors of block b. A label outside the flow leaves it. */
static void find_successors(struct flow_schedule *s, size_t b, const targets *t)
{
    const struct lab_flow_block *block = &s->flow->blocks.at[b];
    const struct lab_inst *branch = block_branch(block);
    struct block_schedule *block_schedule = &s->blocks[b];
    if (branch && branch->op == LAB_JSR) {
        block_schedule->leaves = block_schedule->called = true;
    } else if (branch) {
        struct target key = {branch->target, 0};
        const struct target *to =
            branch->target && t->n ? bsearch(&key, t->at, t->n, sizeof key, by_label) : NULL;
        add_next(block_schedule, to ? to->block : s->n, s->n);
    }
    if (block->falls)
        add_next(block_schedule, b + 1, s->n);
}

static void find_predecessors(struct flow_schedule *s)
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
            struct block_schedule *next = &s->blocks[s->blocks[b].next[i]];
            next->before[next->n_before++] = b;
        }
}

struct flow_schedule flow_schedule_create(struct arena *a, const struct lab_flow *f,
                                          const struct machine *m)
{
    struct flow_schedule s = {.arena = a,
                              .flow = f,
                              .m = m,
                              .window = lab_longest_distance(m),
                              .blocks = ARENA_ARRAY(a, struct block_schedule, f->blocks.n),
                              .n = f->blocks.n};
    targets t = targets_of(f);
    for (size_t b = 0; b < s.n; b++)
        find_successors(&s, b, &t);
    array_free(&t);
    find_predecessors(&s);
    return s;
}

void flow_schedule_free(struct flow_schedule *s)
{
    for (size_t b = 0; b < s->n; b++)
        array_free(&s->blocks[b].pairs);
}

void flow_schedule_preset(struct flow_schedule *s, const struct preset *p)
{
    for (size_t i = 0; i < p->n; i++)
        *array_push(&s->blocks[p->block].pairs) = p->pairs[i];
    s->blocks[p->block].done = s->blocks[p->block].preset = true;
}

/* ---- instructions around a block ---- */

static void add_neighbour(neighbours *out, const struct lab_inst *i, int pairs)
{
    if (!i || !lab_is_nop(i))
        *array_push(out) = (struct neighbour){i, pairs};
}

/* Collects instructions of the blocks before b; `pairs` pairs lie between them and the original
 * block. */
static void collect_before(const struct flow_schedule *s, size_t b, int pairs, neighbours *out)
{
    for (size_t i = 0; i < s->blocks[b].n_before; i++) {
        size_t p = s->blocks[b].before[i];
        const struct block_schedule *from = &s->blocks[p];
        int at = pairs;
        if (!from->done || from->called)
            continue;
        for (size_t k = from->pairs.n; k > 0 && ++at <= s->window; k--) {
            add_neighbour(out, &from->pairs.at[k - 1].left, at);
            add_neighbour(out, &from->pairs.at[k - 1].right, at);
        }
        if (at < s->window)
            collect_before(s, p, at, out);
    }
}

void find_instructions_before(const struct flow_schedule *s, size_t b, neighbours *out)
{
    collect_before(s, b, 0, out);
}

static void collect_after(const struct flow_schedule *s, size_t b, int pairs, neighbours *out)
{
    if (s->blocks[b].leaves)
        add_neighbour(out, NULL, pairs);
    for (int i = 0; i < s->blocks[b].n_next && !s->blocks[b].called; i++) {
        const struct block_schedule *to = &s->blocks[s->blocks[b].next[i]];
        int at = pairs;
        if (!to->done)
            continue;
        for (size_t k = 0; k < to->pairs.n && at < s->window; k++, at++) {
            add_neighbour(out, &to->pairs.at[k].left, at);
            add_neighbour(out, &to->pairs.at[k].right, at);
        }
        if (at < s->window)
            collect_after(s, s->blocks[b].next[i], at, out);
    }
}

void find_instructions_after(const struct flow_schedule *s, size_t b, neighbours *out)
{
    collect_after(s, b, 0, out);
}

/* Returns the fewest pairs on a path from the end of block b to the begin of block `to` through
 * blocks that are already scheduled; -1 = no path that a result can span. The scheduling of a
 * block that has no schedule yet respects such paths. */
static int pairs_until(const struct flow_schedule *s, size_t b, size_t to, int pairs)
{
    const struct block_schedule *own = &s->blocks[b];
    int least = -1;
    for (int i = 0; i < own->n_next && !own->called; i++) {
        const struct block_schedule *next = &s->blocks[own->next[i]];
        int more = pairs + (int)next->pairs.n, path = -1;
        if (own->next[i] == to)
            path = pairs;
        else if (next->done && own->next[i] != b && more < s->window)
            path = pairs_until(s, own->next[i], to, more);
        if (path >= 0 && (least < 0 || path < least))
            least = path;
    }
    return least;
}

int pairs_around_cycle(const struct flow_schedule *s, size_t b)
{
    return pairs_until(s, b, b, 0);
}

void find_own_instructions_after(const struct flow_schedule *s, size_t b, neighbours *out)
{
    const struct block_schedule *own = &s->blocks[b];
    int around = pairs_around_cycle(s, b), most = around < 0 ? 0 : s->window - around;
    for (size_t k = 0; k < own->pairs.n && (int)k < most; k++) {
        add_neighbour(out, &own->pairs.at[k].left, around + (int)k);
        add_neighbour(out, &own->pairs.at[k].right, around + (int)k);
    }
}
