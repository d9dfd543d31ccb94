/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes liveness register by register: from each block that reads a register before writing
 * it, backwards to the blocks that write it. Memory use grows with the number of live registers,
 * not with blocks x registers. */
#include "lab/code/flow.h"

#include <stdlib.h>
#include <string.h>

/* Blocks of each register in one array: those of register r are at[start[r]] to at[start[r + 1]
 * - 1]. */
struct mentions {
    uint32_t *start, *at;
};

struct liveness {
    struct flow *f;
    struct arena arena;
    ARRAY(uint64_t) reads, writes; /* register << 32 | block, each pair once */
    uint32_t *read, *written;      /* by register: the last block recorded + 1 */
    uint32_t block;                /* current block */
};

static void record_read(void *context, lab_reg r)
{
    struct liveness *x = context;
    int64_t n = ir_virtual_number(r);

    if (n < 0 || x->written[n] == x->block + 1 || x->read[n] == x->block + 1)
        return;
    x->read[n] = x->block + 1;
    *array_push(&x->reads) = (uint64_t)n << 32 | x->block;
}

static void record_write(struct liveness *x, lab_reg r)
{
    int64_t n = ir_virtual_number(r);

    if (n < 0 || x->written[n] == x->block + 1)
        return;
    x->written[n] = x->block + 1;
    *array_push(&x->writes) = (uint64_t)n << 32 | x->block;
}

/* Records the registers that a block reads before it writes them, and those that it writes. */
static void record_block(struct liveness *x, const struct ir_block *b)
{
    x->block = b->id;
    for (size_t i = 0; i < b->code.n; i++) {
        ir_each_read(&b->code.at[i], record_read, x);
        record_write(x, ir_written(&b->code.at[i]));
    }
    for (int s = 0; s < LAB_SOURCES && b->end == END_BRANCH; s++)
        if (!b->compare.immediate[s])
            record_read(x, b->compare.s[s]);
}

/* Groups n pairs by register with a counting sort. */
static struct mentions sort_by_register(struct liveness *x, const uint64_t *pairs, size_t n)
{
    size_t registers = x->f->p->n_virtual;
    struct mentions m = {ARENA_ARRAY(&x->arena, uint32_t, registers + 2),
                         ARENA_ARRAY(&x->arena, uint32_t, n + 1)};

    for (size_t i = 0; i < n; i++)
        m.start[(pairs[i] >> 32) + 2]++;
    for (size_t r = 2; r < registers + 2; r++)
        m.start[r] += m.start[r - 1];
    for (size_t i = 0; i < n; i++)
        m.at[m.start[(pairs[i] >> 32) + 1]++] = (uint32_t)pairs[i];
    return m;
}

/* State of the walk for one register. Marks hold the register + 1. */
struct walk {
    struct flow *f;
    uint32_t *live, *written; /* by block */
    uint32_t *stack;
    size_t n;
};

static void set_live(struct walk *w, uint32_t block, uint32_t r)
{
    if (w->live[block] == r + 1)
        return;
    w->live[block] = r + 1;
    *array_push(&w->f->live_in[block]) = r;
    w->stack[w->n++] = block;
}

/* Marks register r as live into the blocks that read it first, and into their predecessors that
 * do not write it. */
static void walk_register(struct walk *w, const struct mentions *reads,
                          const struct mentions *writes, uint32_t r)
{
    for (uint32_t i = writes->start[r]; i < writes->start[r + 1]; i++)
        w->written[writes->at[i]] = r + 1;
    for (uint32_t i = reads->start[r]; i < reads->start[r + 1]; i++)
        set_live(w, reads->at[i], r);
    while (w->n > 0) {
        const struct flow_edges *before = &w->f->before[w->stack[--w->n]];
        for (size_t e = 0; e < before->n; e++)
            if (w->written[before->at[e]->id] != r + 1)
                set_live(w, before->at[e]->id, r);
    }
}

void flow_find_live(struct flow *f)
{
    struct liveness x = {.f = f};
    struct walk w = {.f = f};

    x.read = ARENA_ARRAY(&x.arena, uint32_t, f->p->n_virtual + 1);
    x.written = ARENA_ARRAY(&x.arena, uint32_t, f->p->n_virtual + 1);
    for (size_t b = 0; b < f->n_blocks; b++)
        record_block(&x, f->p->blocks.at[b]);
    struct mentions reads = sort_by_register(&x, x.reads.at, x.reads.n);
    struct mentions writes = sort_by_register(&x, x.writes.at, x.writes.n);
    f->live_in = ARENA_ARRAY(&f->arena, struct flow_registers, f->n_blocks);
    w.live = ARENA_ARRAY(&x.arena, uint32_t, f->n_blocks);
    w.written = ARENA_ARRAY(&x.arena, uint32_t, f->n_blocks);
    w.stack = ARENA_ARRAY(&x.arena, uint32_t, f->n_blocks + 1);
    for (uint32_t r = 0; r < f->p->n_virtual; r++)
        walk_register(&w, &reads, &writes, r);
    array_free(&x.reads);
    array_free(&x.writes);
    arena_free(&x.arena);
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

bool flow_is_live_at(const struct flow *f, size_t block, size_t number)
{
    const struct flow_registers *l = &f->live_in[block];
    uint32_t r = (uint32_t)number;

    return l->n > 0 && bsearch(&r, l->at, l->n, sizeof r, compare_numbers);
}

bool flow_is_live_in(const struct flow *f, const struct ir_block *b, lab_reg r)
{
    int64_t n = ir_virtual_number(r);
    return n >= 0 && flow_is_live_at(f, b->id, (size_t)n);
}

bool flow_is_live_out(const struct flow *f, const struct ir_block *b, size_t number)
{
    for (int e = 0; e < flow_next(b); e++)
        if (flow_is_live_at(f, b->next[e]->id, number))
            return true;
    return false;
}

void flow_set_live_in(const struct flow *f, const struct ir_block *b, flow_set live)
{
    const struct flow_registers *l = &f->live_in[b->id];

    for (size_t i = 0; i < l->n; i++)
        flow_add(live, l->at[i]);
}

void flow_live_at_end(const struct flow *f, const struct ir_block *b, flow_set live)
{
    memset(live, 0, f->register_words * sizeof *live);
    for (int e = 0; e < flow_next(b); e++)
        flow_set_live_in(f, b->next[e], live);
    flow_add_compare(live, b);
}

static void add_read(void *live, lab_reg r)
{
    int64_t n = ir_virtual_number(r);
    if (n >= 0)
        flow_add(live, (size_t)n);
}

void flow_step_back(flow_set live, const struct ir_inst *i)
{
    int64_t d = ir_virtual_number(ir_written(i));

    if (d >= 0)
        flow_remove(live, (size_t)d);
    ir_each_read(i, add_read, live);
}

void flow_add_compare(flow_set live, const struct ir_block *b)
{
    if (b->end != END_BRANCH)
        return;
    for (int s = 0; s < LAB_SOURCES; s++)
        if (!b->compare.immediate[s])
            add_read(live, b->compare.s[s]);
}
