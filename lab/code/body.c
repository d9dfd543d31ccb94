/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/code/body.h"

static void rename_arguments(struct arena *a, struct ir_inst *i,
                             lab_reg (*name)(void *context, lab_reg r), void *context)
{
    lab_reg *args = ARENA_ARRAY(a, lab_reg, i->n_args);

    for (uint32_t r = 0; r < i->n_args; r++)
        args[r] = name(context, i->args[r]);
    i->args = args;
}

void body_rename_reads(struct arena *a, struct ir_inst *i,
                       lab_reg (*name)(void *context, lab_reg r), void *context)
{
    lab_reg *at[IR_READS];
    size_t n = ir_reads(i, at);

    for (size_t r = 0; r < n; r++)
        *at[r] = name(context, *at[r]);
    if (i->n_args > 0)
        rename_arguments(a, i, name, context);
    if (i->inst.place)
        i->inst.place = ir_rename_place(a, i->inst.place, name, context);
}

bool body_is_simple(const struct flow *f, int loop)
{
    const struct ir_loop *l = &f->p->loops.at[loop];

    if (!l->counted || l->head != l->latch || !flow_is_entered_once(f, loop) ||
        !flow_one_exit(f->p, loop))
        return false;
    for (size_t i = 0; i < l->head->code.n; i++)
        if (ir_is_barrier(&l->head->code.at[i]) || l->head->code.at[i].op != IR_INST)
            return false;
    return true;
}

unsigned body_size(const struct ir_block *b, int half)
{
    unsigned n = 0;

    for (size_t i = 0; i < b->code.n; i++)
        n += b->code.at[i].op != IR_INST || lab_half(&b->code.at[i].inst) == half;
    return n;
}
