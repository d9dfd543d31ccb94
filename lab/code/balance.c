/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies use the left half of an instruction pair, loads the right half. In a loop whose left
 * half has more instructions, a copy of a loaded value is replaced by a second load. */
#include "lab/code/alias.h"
#include "lab/code/body.h"

/* Returns whether the memory and the address of the load are unchanged up to instruction at. */
static bool is_unchanged(const struct ir_block *b, size_t load, size_t at)
{
    const struct ir_inst *l = &b->code.at[load];
    struct memory m = ir_memory_of_inst(l);

    for (size_t i = load + 1; i < at; i++) {
        const struct ir_inst *j = &b->code.at[i];
        for (int t = 0; t < l->inst.place->n_terms; t++)
            if (ir_written(j) == l->inst.place->terms[t].index)
                return false;
        if (!ir_is_memory(j) || !lab_is_store(j->inst.op))
            continue;
        struct memory s = ir_memory_of_inst(j);
        if (ir_memory_may_overlap(&m, &s))
            return false;
    }
    return true;
}

/* Returns the index of the load whose result a copy reads; the block's length = none. */
static size_t find_load(const struct ir_block *b, size_t at)
{
    const struct ir_inst *copy = &b->code.at[at];

    for (size_t i = at; i-- > 0;) {
        const struct ir_inst *j = &b->code.at[i];
        if (ir_written(j) != copy->inst.s[0])
            continue;
        bool loads =
            ir_is_memory(j) && lab_is_load(j->inst.op) && j->inst.place && j->inst.base == 0;
        return loads && is_unchanged(b, i, at) ? i : b->code.n;
    }
    return b->code.n;
}

static bool is_copy(const struct ir_inst *i)
{
    return i->op == IR_INST && i->inst.op == LAB_MOV8 && !i->inst.immediate[0] &&
           lab_reg_unit(i->inst.d) == LAB_FPU;
}

static void balance_block(struct ir_block *b)
{
    unsigned left = body_size(b, LAB_LEFT), right = body_size(b, LAB_RIGHT) + 2;

    for (size_t i = 0; i < b->code.n && left > right; i++) {
        size_t load = is_copy(&b->code.at[i]) ? find_load(b, i) : b->code.n;
        if (load == b->code.n)
            continue;
        struct ir_inst again = b->code.at[load];
        again.inst.d = b->code.at[i].inst.d;
        again.inst.line = b->code.at[i].inst.line;
        b->code.at[i] = again;
        left--;
        right++;
    }
}

void optimize_balance(struct ir_procedure *p)
{
    struct flow f;

    flow_edges(&f, p);
    for (size_t l = 0; l < p->loops.n; l++)
        if (body_is_simple(&f, (int)l))
            balance_block(p->loops.at[l].head);
    flow_free(&f);
}
