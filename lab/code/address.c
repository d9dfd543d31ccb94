/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts places to base registers and displacements: loops first (address-loops.c), then each
 * remaining place by itself. */
#include "lab/code/address.h"
#include "lab/code/passes.h"

/* Converts one instruction whose place has no base register yet. */
static void address_inst(struct addressing *x, ir_code *code, struct ir_inst i)
{
    int64_t offset;
    bool whole = i.op == IR_ADDRESS;
    lab_reg base = address_place(x, code, i.inst.place, whole, &offset, i.inst.line);

    if (whole)
        i = ir_move(i.inst.d, base, i.inst.line);
    else {
        i.inst.base = base;
        i.inst.offset = offset;
    }
    *array_push(code) = i;
}

static void address_block(struct addressing *x, struct ir_block *b)
{
    ir_code code = {0};

    for (size_t i = 0; i < b->code.n; i++) {
        const struct ir_inst *at = &b->code.at[i];
        if (at->inst.place && at->inst.base == 0)
            address_inst(x, &code, *at);
        else
            *array_push(&code) = *at;
    }
    ir_replace(b, &code);
}

/* Removes address computations that are redundant or loop-invariant. */
static void remove_redundancy(struct arena *a, struct ir_procedure *p)
{
    optimize_values(a, p);
    optimize_invariants(p);
    optimize_copies(a, p);
    optimize_dead(p);
}

void kfc_address(struct ir_unit *u, const struct kfc_options *o)
{
    for (size_t i = 0; i < u->procedures.n; i++) {
        struct addressing x = {.arena = u->arena, .p = u->procedures.at[i]};
        bool optimized = o->level > 0 && !x.p->too_large;
        x.reach = (int64_t)o->machine->displacement;
        if (optimized)
            address_loops(&x);
        for (size_t b = 0; b < x.p->blocks.n; b++)
            address_block(&x, x.p->blocks.at[b]);
        if (optimized)
            optimize_counters(u->arena, x.p);
        if (optimized)
            remove_redundancy(u->arena, x.p);
    }
}
