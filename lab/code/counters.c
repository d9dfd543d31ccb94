/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removes integers that a counted loop only increments from the loop, and computes their final
 * values after it. */
#include "lab/code/passes.h"

#include <string.h>

struct counter_removal {
    struct arena *arena;
    struct flow f;
    struct ir_procedure *p;
    int number;
    uint32_t *reads; /* reads in the loop, by register number */
    struct blocks {
        struct ir_block **at;
        size_t n, room;
    } * mentions; /* for each register: blocks that mention it, now or before a removal */
    uint32_t n_registers;
    uint32_t *named, *seen; /* by block: the last search that marked it */
    uint32_t search;
};

static void count_read(void *reads, lab_reg r)
{
    if (ir_virtual_number(r) >= 0)
        ((uint32_t *)reads)[ir_virtual_number(r)]++;
}

static void count_reads(struct counter_removal *x)
{
    x->reads = ARENA_ARRAY(&x->f.arena, uint32_t, x->p->n_virtual + 1);
    for (size_t b = 0; b < x->f.n_blocks; b++) {
        const struct ir_block *block = x->p->blocks.at[b];
        if (!flow_in_loop(x->p, block, x->number))
            continue;
        for (size_t i = 0; i < block->code.n; i++)
            ir_each_read(&block->code.at[i], count_read, x->reads);
        for (int s = 0; s < LAB_SOURCES && block->end == END_BRANCH; s++)
            if (!block->compare.immediate[s])
                count_read(x->reads, block->compare.s[s]);
    }
}

/* Adds r += iterations * step at the loop's exit. The trip count is copied before the loop. */
static void add_total(struct counter_removal *x, lab_reg r, int64_t step, uint32_t line)
{
    struct ir_loop *l = &x->p->loops.at[x->number];
    ir_code before = {0}, exit = {0};

    if (l->trips > 0)
        *array_push(&exit) = ir_of_number(LAB_ADD8, r, r, 1, l->trips * step, line);
    else {
        lab_reg count = ir_register(x->p, LAB_IPU), all = ir_register(x->p, LAB_IPU);
        int log2 = ir_log2(step);
        *array_push(&before) = ir_move(count, l->trip, line);
        *array_push(&exit) = log2 >= 0 ? ir_of_number(LAB_ASH8, all, count, 0, log2, line)
                                       : ir_of_number(LAB_MUL8, all, count, 1, step, line);
        *array_push(&exit) = ir_of_registers(LAB_ADD8, r, r, all, line);
    }
    ir_append_block(l->before, &before);
    struct ir_block *exit_block = flow_exit(x->arena, x->p, x->number);
    ir_insert(exit_block, 0, exit.at, exit.n);
    array_free(&before);
    array_free(&exit);
}

static void remove_inst(struct ir_block *b, size_t at)
{
    for (size_t i = at + 1; i < b->code.n; i++)
        b->code.at[i - 1] = b->code.at[i];
    b->code.n--;
}

/* ---- liveness while code changes ---- */
static void add_mention(struct counter_removal *x, struct ir_block *b, lab_reg r)
{
    int64_t n = ir_virtual_number(r);

    if (n < 0 || n >= x->n_registers)
        return;
    struct blocks *m = &x->mentions[n];
    if (m->n == 0 || m->at[m->n - 1] != b)
        *array_push(m) = b;
}

struct mention_context {
    struct counter_removal *x;
    struct ir_block *block;
};
static void note_read(void *context, lab_reg r)
{
    struct mention_context *m = context;
    add_mention(m->x, m->block, r);
}

static void find_mentions(struct counter_removal *x)
{
    size_t most = x->p->blocks.n + x->p->loops.n + 1;

    x->n_registers = x->p->n_virtual;
    x->mentions = xmalloc((x->n_registers + 1) * sizeof *x->mentions);
    memset(x->mentions, 0, (x->n_registers + 1) * sizeof *x->mentions);
    x->named = xmalloc(2 * most * sizeof *x->named);
    memset(x->named, 0, 2 * most * sizeof *x->named);
    x->seen = x->named + most;
    for (size_t b = 0; b < x->p->blocks.n; b++) {
        struct mention_context m = {x, x->p->blocks.at[b]};
        for (size_t i = 0; i < m.block->code.n; i++) {
            ir_each_read(&m.block->code.at[i], note_read, &m);
            add_mention(x, m.block, ir_written(&m.block->code.at[i]));
        }
        for (int s = 0; s < LAB_SOURCES && m.block->end == END_BRANCH; s++)
            if (!m.block->compare.immediate[s])
                add_mention(x, m.block, m.block->compare.s[s]);
    }
}

static void free_mentions(struct counter_removal *x)
{
    for (uint32_t r = 0; r < x->n_registers; r++)
        array_free(&x->mentions[r]);
    array_release(x->mentions);
    array_release(x->named);
}

struct register_search {
    lab_reg r;
    bool found;
};
static void match_register(void *context, lab_reg r)
{
    struct register_search *l = context;
    l->found |= ir_virtual_number(r) == ir_virtual_number(l->r);
}

/* Returns the first use of r in b: 1 = read, -1 = write, 0 = none. */
static int first_use(const struct ir_block *b, lab_reg r)
{
    struct register_search l = {r, false};

    for (size_t i = 0; i < b->code.n; i++) {
        ir_each_read(&b->code.at[i], match_register, &l);
        if (l.found)
            return 1;
        if (ir_virtual_number(ir_written(&b->code.at[i])) == ir_virtual_number(r))
            return -1;
    }
    for (int s = 0; s < LAB_SOURCES && b->end == END_BRANCH; s++)
        if (!b->compare.immediate[s])
            match_register(&l, b->compare.s[s]);
    return l.found;
}

/* Returns whether some path from the start of b reads r before it is written. */
static bool is_live_into(struct counter_removal *x, struct ir_block *b, lab_reg r)
{
    struct ir_block **stack = ARENA_ARRAY(&x->f.arena, struct ir_block *, x->p->blocks.n + 1);
    const struct blocks *m = &x->mentions[ir_virtual_number(r)];
    size_t n = 0;

    x->search++;
    for (size_t i = 0; i < m->n; i++)
        x->named[m->at[i]->id] = x->search;
    stack[n++] = b;
    x->seen[b->id] = x->search;
    while (n > 0) {
        const struct ir_block *at = stack[--n];
        int use = x->named[at->id] == x->search ? first_use(at, r) : 0;
        if (use > 0)
            return true;
        for (int e = 0; e < flow_next(at) && use == 0; e++)
            if (x->seen[at->next[e]->id] != x->search) {
                x->seen[at->next[e]->id] = x->search;
                stack[n++] = at->next[e];
            }
    }
    return false;
}

/* ---- loops ---- */
/* Returns the index of the instruction of b that writes the register with r's number. Requires
 * that there is one. */
static size_t find_write(const struct ir_block *b, lab_reg r)
{
    size_t at = 0;

    while (ir_virtual_number(ir_written(&b->code.at[at])) != ir_virtual_number(r))
        at++;
    return at;
}

/* Removes the increment of r in b from the loop, and adds the total at the exit if r is live
 * there. */
static void remove_step(struct counter_removal *x, struct ir_block *b, lab_reg r, int64_t step)
{
    size_t at = find_write(b, r);
    uint32_t line = b->code.at[at].inst.line;
    const struct ir_loop *l = &x->p->loops.at[x->number];
    bool is_live = is_live_into(x, l->after, r);

    remove_inst(b, at);
    if (!is_live)
        return;
    add_total(x, r, step, line);
    add_mention(x, l->after, r);
    add_mention(x, l->before, l->trip);
}

/* Returns whether the register with r's number that b writes is in the same unit. */
static bool is_of_unit(const struct ir_block *b, lab_reg r)
{
    size_t at = find_write(b, r);
    return lab_reg_unit(b->code.at[at].inst.d) == lab_reg_unit(r);
}

/* Removes all registers that the loop only increments. */
static void remove_counters(struct counter_removal *x)
{
    const struct ir_loop *l = &x->p->loops.at[x->number];
    count_reads(x);
    const struct flow_step *steps = flow_steps(&x->f, &x->f.arena, x->number);

    for (uint32_t n = 0; n < x->n_registers; n++) {
        lab_reg r = lab_register(LAB_IPU, LAB_VIRTUAL + n);
        if (steps[n].block && x->reads[n] == 1 && r != l->trip && is_of_unit(steps[n].block, r))
            remove_step(x, x->p->blocks.at[steps[n].block->id], r, steps[n].step);
    }
}

/* Returns whether the loop is controlled by its trip count alone. */
static bool is_counted(const struct counter_removal *x)
{
    const struct ir_loop *l = &x->p->loops.at[x->number];

    return l->counted && l->trip != 0 && l->latch->end == END_BRANCH &&
           l->latch->compare.s[0] == l->trip && l->latch->test == LAB_ITSTGT8 &&
           l->latch->compare.immediate[1] && l->latch->compare.imm == 0;
}

void optimize_counters(struct arena *a, struct ir_procedure *p)
{
    struct counter_removal x = {.arena = a, .p = p};

    flow_edges(&x.f, p);
    find_mentions(&x);
    for (size_t l = p->loops.n; l-- > 0;) {
        x.number = (int)l;
        if (is_counted(&x) && flow_is_entered_once(&x.f, (int)l) && flow_one_exit(p, (int)l)) {
            remove_counters(&x);
            flow_free(&x.f);
            flow_edges(&x.f, p);
        }
    }
    flow_free(&x.f);
    free_mentions(&x);
}
