/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop analysis: registers, entries and exits of loops. */
#include "lab/code/flow.h"

#include <string.h>

bool flow_in_loop(const struct ir_procedure *p, const struct ir_block *b, int loop)
{
    for (int l = b->loop; l >= 0; l = p->loops.at[l].parent)
        if (l == loop)
            return true;
    return loop < 0;
}

uint32_t *flow_writes(struct arena *a, const struct ir_procedure *p, int loop)
{
    uint32_t *n = ARENA_ARRAY(a, uint32_t, p->n_virtual + 1);

    for (size_t b = 0; b < p->blocks.n; b++) {
        const struct ir_block *block = p->blocks.at[b];
        if (!flow_in_loop(p, block, loop))
            continue;
        for (size_t i = 0; i < block->code.n; i++) {
            int64_t d = ir_virtual_number(ir_written(&block->code.at[i]));
            if (d >= 0)
                n[d]++;
        }
    }
    for (uint32_t i = 0; i < p->n_params && loop < 0; i++)
        n[ir_virtual_number(p->params[i])]++;
    return n;
}

static void count_read(void *n, lab_reg r)
{
    if (ir_virtual_number(r) >= 0)
        ((uint32_t *)n)[ir_virtual_number(r)]++;
}

uint32_t *flow_reads(struct arena *a, const struct ir_procedure *p)
{
    uint32_t *n = ARENA_ARRAY(a, uint32_t, p->n_virtual + 1);

    for (size_t b = 0; b < p->blocks.n; b++) {
        const struct ir_block *block = p->blocks.at[b];
        for (size_t i = 0; i < block->code.n; i++)
            ir_each_read(&block->code.at[i], count_read, n);
        for (int s = 0; s < LAB_SOURCES && block->end == END_BRANCH; s++)
            if (!block->compare.immediate[s])
                count_read(n, block->compare.s[s]);
    }
    return n;
}

bool flow_is_entered_once(const struct flow *f, int loop)
{
    const struct ir_loop *l = &f->p->loops.at[loop];

    if (!l->before || l->before->end != END_JUMP || l->before->next[0] != l->head)
        return false;
    for (size_t b = 0; b < f->n_blocks; b++)
        for (size_t e = 0; e < f->before[b].n; e++) {
            const struct ir_block *to = f->p->blocks.at[b], *from = f->before[b].at[e];
            bool inside = flow_in_loop(f->p, from, loop);
            if (to == l->head && from != (inside ? l->latch : l->before))
                return false;
            if (to != l->head && !inside && flow_in_loop(f->p, to, loop))
                return false;
        }
    return true;
}

bool flow_starts_at(const struct flow *f, int loop, lab_reg r, int64_t *value)
{
    const struct ir_block *b = f->p->loops.at[loop].before;

    for (size_t steps = 0; steps < f->n_blocks; steps++) {
        for (size_t i = b->code.n; i-- > 0;) {
            const struct ir_inst *j = &b->code.at[i];
            if (ir_written(j) != r)
                continue;
            *value = j->inst.imm;
            return j->op == IR_INST && j->inst.op == LAB_MOVI8 && !j->inst.symbol;
        }
        if (f->before[b->id].n != 1)
            return false;
        b = f->before[b->id].at[0];
    }
    return false;
}

/* Returns whether an iteration may run the block more than once, that is, without passing the
 * loop's head in between. */
static bool may_run_twice(const struct flow *f, int loop, const struct ir_block *b)
{
    struct arena arena = {0};
    bool *seen = ARENA_ARRAY(&arena, bool, f->n_blocks);
    const struct ir_block **stack = ARENA_ARRAY(&arena, const struct ir_block *, f->n_blocks + 1);
    bool again = false;
    size_t n = 0;

    stack[n++] = b;
    while (n > 0 && !again) {
        const struct ir_block *at = stack[--n];
        for (int e = 0; e < flow_next(at); e++) {
            const struct ir_block *to = at->next[e];
            again |= to == b && b != f->p->loops.at[loop].head;
            if (to == f->p->loops.at[loop].head || !flow_in_loop(f->p, to, loop) || seen[to->id])
                continue;
            seen[to->id] = true;
            stack[n++] = to;
        }
    }
    arena_free(&arena);
    return again;
}

static bool is_increment(const struct ir_inst *i, int64_t *step)
{
    const struct lab_inst *n = &i->inst;

    if (i->op != IR_INST || (n->op != LAB_ADD8 && n->op != LAB_SUB8) || n->symbol ||
        !n->immediate[1] || n->immediate[0] || n->s[0] != n->d)
        return false;
    *step = n->op == LAB_ADD8 ? n->imm : -n->imm;
    return true;
}

struct flow_step *flow_steps(const struct flow *f, struct arena *a, int loop)
{
    struct flow_step *s = ARENA_ARRAY(a, struct flow_step, f->p->n_virtual + 1);
    const uint32_t *writes = flow_writes(a, f->p, loop);
    const struct ir_block *latch = f->p->loops.at[loop].latch;

    for (size_t b = 0; b < f->n_blocks; b++) {
        const struct ir_block *block = f->p->blocks.at[b];
        bool once = false;
        if (block->loop != loop || !flow_dominates(f, block, latch))
            continue;
        for (size_t i = 0; i < block->code.n; i++) {
            int64_t step, d = ir_virtual_number(ir_written(&block->code.at[i]));
            if (d < 0 || writes[d] != 1 || !is_increment(&block->code.at[i], &step))
                continue;
            once = once || !may_run_twice(f, loop, block);
            if (!once)
                break;
            s[d] = (struct flow_step){block, i, step};
        }
    }
    return s;
}

bool flow_one_exit(const struct ir_procedure *p, int loop)
{
    const struct ir_loop *l = &p->loops.at[loop];
    bool leaves = false;

    for (size_t b = 0; b < p->blocks.n; b++) {
        const struct ir_block *block = p->blocks.at[b];
        if (!flow_in_loop(p, block, loop))
            continue;
        if (block->end == END_RETURN || block->end == END_STOP)
            return false;
        for (int e = 0; e < flow_next(block); e++) {
            if (flow_in_loop(p, block->next[e], loop))
                continue;
            if (block != l->latch || block->next[e] != l->after)
                return false;
            leaves = true;
        }
    }
    return leaves;
}

struct ir_block *flow_block(struct arena *a, struct ir_procedure *p,
                            const struct ir_block *previous, int loop)
{
    struct ir_block *b = ARENA_NEW(a, struct ir_block);
    size_t at = 0;

    while (at < p->blocks.n && p->blocks.at[at] != previous)
        at++;
    at = at < p->blocks.n ? at + 1 : at;
    b->end = END_JUMP;
    b->loop = loop;
    b->line = previous->line;
    (void)array_push(&p->blocks);
    memmove(p->blocks.at + at + 1, p->blocks.at + at,
            (p->blocks.n - 1 - at) * sizeof *p->blocks.at);
    p->blocks.at[at] = b;
    for (size_t i = 0; i < p->blocks.n; i++)
        p->blocks.at[i]->id = (uint32_t)i;
    return b;
}

struct ir_block *flow_exit(struct arena *a, struct ir_procedure *p, int loop)
{
    struct ir_loop *l = &p->loops.at[loop];
    size_t n_entries = 0;

    for (size_t b = 0; b < p->blocks.n; b++)
        for (int e = 0; e < flow_next(p->blocks.at[b]); e++)
            n_entries += p->blocks.at[b]->next[e] == l->after;
    if (n_entries == 1)
        return l->after;
    struct ir_block *x = flow_block(a, p, l->latch, l->parent);
    x->next[0] = l->after;
    for (int e = 0; e < flow_next(l->latch); e++)
        if (l->latch->next[e] == l->after)
            l->latch->next[e] = x;
    l->after = x;
    return x;
}
