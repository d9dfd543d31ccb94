/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code for registers that live in the frame. */
#include "lab/code/allocate.h"

struct rewritten {
    struct allocation *s;
    struct ir_inst *at; /* in the arena of the allocation */
    size_t n;
};

static struct virtual *spilled(struct allocation *s, lab_reg r)
{
    struct virtual *v = is_virtual(r) ? &s->v[virtual_index(r)] : NULL;
    return v != NULL && v->slot != 0 ? v : NULL;
}

static void put(struct rewritten *w, struct ir_inst i)
{
    *ARENA_PUSH(w->s->arena, w->at, w->n) = i;
}

static void put_reload(struct rewritten *w, const struct virtual *v, lab_reg to, uint32_t line)
{
    struct ir_inst i = {.op = IR_INST};

    if (v->again != NULL)
        i.inst = *v->again;
    else
        i.inst = (struct lab_inst){
            .op = LAB_LD8, .base = lab_register(LAB_CEU, LAB_FP), .offset = -8 * (int64_t)v->slot};
    i.inst.d = to;
    i.inst.line = line;
    put(w, i);
}

static void put_store(struct rewritten *w, const struct virtual *v, lab_reg from, uint32_t line)
{
    put(w, (struct ir_inst){.op = IR_INST,
                            .inst = {.op = LAB_ST8,
                                     .s = {from},
                                     .base = lab_register(LAB_CEU, LAB_FP),
                                     .offset = -8 * (int64_t)v->slot,
                                     .line = line}});
}

/* Registers of one instruction: reloads before it; the stores that it wants go to store[]. */
struct stores {
    lab_reg to[OPERANDS], from[OPERANDS]; /* spilled, temporary */
    int n;
};
static void replace(struct rewritten *w, struct lab_inst *i, struct stores *stores)
{
    struct operand at[OPERANDS];
    int n = inst_operands(i, at);
    lab_reg was[OPERANDS];

    for (int k = 0; k < n; k++)
        was[k] = *at[k].reg;
    for (int k = 0; k < n; k++) {
        struct virtual *v = spilled(w->s, was[k]);
        if (v == NULL || *at[k].reg != was[k])
            continue;
        struct virtual copy = *v; /* v moves when a temporary is made */
        lab_reg t = allocation_temporary(w->s, lab_reg_unit(was[k]));
        bool read = false, written = false;
        for (int j = k; j < n; j++)
            if (was[j] == was[k]) {
                *at[j].reg = t;
                read |= at[j].read;
                written |= at[j].written;
            }
        if (read)
            put_reload(w, &copy, t, i->line);
        if (written && copy.again == NULL) {
            stores->to[stores->n] = was[k];
            stores->from[stores->n++] = t;
        }
    }
}

/* The definition of what is made again for each use is no longer wanted. */
static bool superfluous(struct allocation *s, const struct lab_inst *i)
{
    const struct virtual *v = spilled(s, i->d);
    return v != NULL && v->again != NULL;
}

static void rewrite_inst(struct rewritten *w, struct ir_inst i)
{
    struct stores stores = {.n = 0};
    struct virtual *v;

    if (i.inst.d != 0 && i.op == IR_INST && superfluous(w->s, &i.inst))
        return;
    if (i.op == IR_INST && i.inst.op == LAB_MOV8 && (v = spilled(w->s, i.inst.s[0])) != NULL &&
        spilled(w->s, i.inst.d) == NULL) {
        put_reload(w, v, i.inst.d, i.inst.line);
        return;
    }
    if (i.op == IR_INST && i.inst.op == LAB_MOV8 && (v = spilled(w->s, i.inst.d)) != NULL &&
        spilled(w->s, i.inst.s[0]) == NULL) {
        put_store(w, v, i.inst.s[0], i.inst.line);
        return;
    }
    if (i.op == IR_INST)
        replace(w, &i.inst, &stores);
    put(w, i);
    for (int k = 0; k < stores.n; k++)
        put_store(w, spilled(w->s, stores.to[k]), stores.from[k], i.inst.line);
}

static void rewrite_block(struct allocation *s, struct ir_block *b)
{
    struct rewritten w = {.s = s};
    struct stores none = {.n = 0};

    for (size_t i = 0; i < b->code.n; i++)
        rewrite_inst(&w, b->code.at[i]);
    if (b->end == END_BRANCH)
        replace(&w, &b->compare, &none);
    b->code.n = 0;
    for (size_t i = 0; i < w.n; i++)
        *array_push(&b->code) = w.at[i];
}

void allocation_spill(struct allocation *s)
{
    for (size_t i = 0; i < s->p->blocks.n; i++)
        rewrite_block(s, s->p->blocks.at[i]);
}
