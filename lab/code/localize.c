/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In a loop of one block, each write gets a new register. Values that the next iteration reads
 * are copied at the end of the block. Each register then has one value within an iteration. */
#include "lab/code/body.h"

#include <string.h>

struct localizing {
    struct arena *arena;
    struct flow f;
    struct ir_procedure *p;
    lab_reg *now; /* by register number: the register that holds its current value; 0 = itself */
};

static lab_reg current_register(void *context, lab_reg r)
{
    const struct localizing *x = context;
    int64_t n = ir_virtual_number(r);
    return n >= 0 && (size_t)n < x->f.register_words * 64 && x->now[n] != 0 ? x->now[n] : r;
}

static bool may_localize(const struct ir_block *b)
{
    for (size_t i = 0; i < b->code.n; i++)
        if (b->code.at[i].op == IR_INST && lab_reads_destination(b->code.at[i].inst.op))
            return false;
    return true;
}

static void localize_block(struct localizing *x, struct ir_block *b)
{
    uint32_t n = (uint32_t)x->f.register_words * 64;
    ir_code ends = {0};

    for (size_t i = 0; i < b->code.n; i++) {
        struct ir_inst *j = &b->code.at[i];
        int64_t d = ir_virtual_number(ir_written(j));
        body_rename_reads(x->arena, j, current_register, x);
        if (d >= 0)
            j->inst.d = x->now[d] = ir_register(x->p, lab_reg_unit(j->inst.d));
    }
    for (uint32_t r = 0; r < n; r++)
        if (x->now[r] != 0 && flow_is_live_out(&x->f, b, r))
            *array_push(&ends) =
                ir_move(lab_register(lab_reg_unit(x->now[r]), LAB_VIRTUAL + r), x->now[r], b->line);
    for (int s = 0; s < LAB_SOURCES; s++)
        if (!b->compare.immediate[s])
            b->compare.s[s] = current_register(x, b->compare.s[s]);
    ir_append_block(b, &ends);
    array_free(&ends);
}

void optimize_local(struct arena *a, struct ir_procedure *p)
{
    struct localizing x = {.arena = a, .p = p};

    flow_analyze(&x.f, p);
    for (size_t l = 0; l < p->loops.n; l++) {
        struct ir_loop *o = &p->loops.at[l];
        if (o->head != o->latch || !flow_is_entered_once(&x.f, (int)l) || !may_localize(o->head))
            continue;
        x.now = ARENA_ARRAY(&x.f.arena, lab_reg, x.f.register_words * 64);
        localize_block(&x, o->head);
    }
    flow_free(&x.f);
}
