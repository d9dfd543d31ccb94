/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inserts loads and stores for spilled registers. */
#include "lab/code/allocate.h"

#include <string.h>

void allocation_grow(struct allocation *s, uint32_t n)
{
    if (n > s->room) {
        uint32_t room = n * 2 + 64;
        struct virtual *v = ARENA_ARRAY(s->arena, struct virtual, room);
        if (s->n > 0)
            memcpy(v, s->v, s->n * sizeof *v);
        s->v = v;
        s->room = room;
    }
    s->n = n;
}

static lab_reg new_temporary(struct allocation *s, enum lab_unit unit)
{
    lab_reg r = ir_register(s->p, unit);

    allocation_grow(s, virtual_index(r) + 1);
    s->v[virtual_index(r)] = (struct virtual){.reg = r, .temporary = true};
    return r;
}

struct block_rewrite {
    struct allocation *s;
    struct ir_inst *at; /* in the allocation's arena */
    size_t n;
};

static struct virtual *find_spilled(struct allocation *s, lab_reg r)
{
    struct virtual *v = is_virtual(r) ? &s->v[virtual_index(r)] : NULL;
    return v && v->slot != 0 ? v : NULL;
}

static void add_inst(struct block_rewrite *w, struct ir_inst i)
{
    *ARENA_PUSH(w->s->arena, w->at, w->n) = i;
}

static void add_reload(struct block_rewrite *w, const struct virtual *v, lab_reg to, uint32_t line)
{
    struct ir_inst i = {.op = IR_INST};

    if (v->remat)
        i.inst = *v->remat;
    else
        i.inst = (struct lab_inst){
            .op = LAB_LD8, .base = lab_register(LAB_CEU, LAB_FP), .offset = -8 * (int64_t)v->slot};
    i.inst.d = to;
    i.inst.line = line;
    add_inst(w, i);
}

static void add_store(struct block_rewrite *w, const struct virtual *v, lab_reg from, uint32_t line)
{
    add_inst(w, (struct ir_inst){.op = IR_INST,
                                 .inst = {.op = LAB_ST8,
                                          .s = {from},
                                          .base = lab_register(LAB_CEU, LAB_FP),
                                          .offset = -8 * (int64_t)v->slot,
                                          .line = line}});
}

/* The stores that one instruction requires after it. */
struct stores {
    lab_reg to[OPERANDS], from[OPERANDS]; /* spilled register, temporary */
    int n;
};
static void replace_spilled(struct block_rewrite *w, struct lab_inst *i, struct stores *stores)
{
    struct operand at[OPERANDS];
    int n = inst_operands(i, at);
    lab_reg was[OPERANDS];

    for (int k = 0; k < n; k++)
        was[k] = *at[k].reg;
    for (int k = 0; k < n; k++) {
        struct virtual *v = find_spilled(w->s, was[k]);
        if (!v || *at[k].reg != was[k])
            continue;
        struct virtual copy = *v; /* new_temporary() may move v */
        lab_reg t = new_temporary(w->s, lab_reg_unit(was[k]));
        bool read = false, written = false;
        for (int j = k; j < n; j++)
            if (was[j] == was[k]) {
                *at[j].reg = t;
                read |= at[j].read;
                written |= at[j].written;
            }
        if (read)
            add_reload(w, &copy, t, i->line);
        if (written && !copy.remat) {
            stores->to[stores->n] = was[k];
            stores->from[stores->n++] = t;
        }
    }
}

/* Returns whether i defines a register that is rematerialized at each use, so that the
 * definition is not needed. */
static bool is_unneeded_definition(struct allocation *s, const struct lab_inst *i)
{
    const struct virtual *v = find_spilled(s, i->d);
    return v && v->remat;
}

static void rewrite_inst(struct block_rewrite *w, struct ir_inst i)
{
    struct stores stores = {.n = 0};
    struct virtual *v;

    if (i.inst.d != 0 && i.op == IR_INST && is_unneeded_definition(w->s, &i.inst))
        return;
    if (i.op == IR_INST && i.inst.op == LAB_MOV8 && (v = find_spilled(w->s, i.inst.s[0])) != NULL &&
        !find_spilled(w->s, i.inst.d)) {
        add_reload(w, v, i.inst.d, i.inst.line);
        return;
    }
    if (i.op == IR_INST && i.inst.op == LAB_MOV8 && (v = find_spilled(w->s, i.inst.d)) != NULL &&
        !find_spilled(w->s, i.inst.s[0])) {
        add_store(w, v, i.inst.s[0], i.inst.line);
        return;
    }
    if (i.op == IR_INST)
        replace_spilled(w, &i.inst, &stores);
    add_inst(w, i);
    for (int k = 0; k < stores.n; k++)
        add_store(w, find_spilled(w->s, stores.to[k]), stores.from[k], i.inst.line);
}

static void rewrite_block(struct allocation *s, struct ir_block *b)
{
    struct block_rewrite w = {.s = s};
    struct stores none = {.n = 0};

    for (size_t i = 0; i < b->code.n; i++)
        rewrite_inst(&w, b->code.at[i]);
    if (b->end == END_BRANCH)
        replace_spilled(&w, &b->compare, &none);
    b->code.n = 0;
    for (size_t i = 0; i < w.n; i++)
        *array_push(&b->code) = w.at[i];
}

void allocation_spill(struct allocation *s)
{
    for (size_t i = 0; i < s->p->blocks.n; i++)
        rewrite_block(s, s->p->blocks.at[i]);
}
