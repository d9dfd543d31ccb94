/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Value numbering of loads, stores and places. */
#include "lab/code/values.h"

#include <string.h>

/* ---- places ---- */
/* Sets s to the place's address as a sum of values. Returns false if it has too many terms. */
static bool place_sum(struct values *v, const struct ir_place *p, struct sum *s)
{
    *s = (struct sum){.c = p->offset};
    for (int t = 0; t < p->n_terms; t++) {
        value_number n = vn_of(v, p->terms[t].index);
        if (!sum_add(s, &v->known.at[n].sum, p->terms[t].scale))
            return false;
    }
    return true;
}

/* Expresses a place by registers that hold the sum's roots. Returns false if a root is in no
 * register. */
static bool place_by_roots(struct values *v, const struct sum *s, struct ir_place *p)
{
    p->n_terms = 0;
    p->offset = s->c;
    for (int r = 0; r < s->n; r++) {
        int64_t more;
        lab_reg reg = vn_root(v, s->roots[r].of, &more);
        if (reg == 0)
            return false;
        p->terms[p->n_terms++] = (struct ir_place_term){reg, s->roots[r].scale};
        p->offset += more * s->roots[r].scale;
    }
    return true;
}

/* Expresses a place by the oldest registers that hold the values of its terms. */
static void place_by_terms(struct values *v, struct memory *m, struct ir_place *p)
{
    bool fits = true;

    m->offset = p->offset;
    m->n = 0;
    for (int t = 0; t < p->n_terms; t++) {
        value_number n = vn_of(v, p->terms[t].index);
        p->terms[t].index = vn_holder(v, n);
        fits &= ir_memory_add(m, n, p->terms[t].scale);
    }
    if (!fits)
        m->object = NULL;
}

void vn_place(struct values *v, struct ir_inst *i, struct memory *m)
{
    struct sum s;
    struct ir_place new = *i->inst.place;

    *m = (struct memory){.object = new.object, .bytes = new.bytes};
    if (i->op == IR_INST)
        m->bytes = lab_memory_bytes(i->inst.op);
    if (i->inst.base != 0 && new.n_terms > 0) {
        ir_memory_add(m, vn_new(v), 1);
        return;
    }
    bool summed = place_sum(v, i->inst.place, &s);
    if (summed) {
        m->offset = s.c;
        for (int r = 0; r < s.n; r++)
            ir_memory_add(m, s.roots[r].of, s.roots[r].scale);
    }
    if (i->inst.base != 0)
        return;
    if (!summed || !place_by_roots(v, &s, &new)) {
        struct memory by_terms = *m;
        new = *i->inst.place;
        place_by_terms(v, &by_terms, &new);
        if (!summed)
            *m = by_terms;
    }
    struct ir_place *kept = ARENA_NEW(v->arena, struct ir_place);
    *kept = new;
    i->inst.place = kept;
}

/* ---- values in memory ---- */
static void remove_memory(struct values *v, size_t at)
{
    v->memory.at[at] = v->memory.at[--v->memory.n];
}

void vn_barrier(struct values *v)
{
    for (size_t e = v->memory.n; e-- > 0;) {
        v->memory.at[e].store = -1;
        if (ir_memory_escapes(&v->memory.at[e].at) && !v->memory.at[e].at.object->constant)
            remove_memory(v, e);
    }
}

/* Marks the stores that may have written m as read. */
static void read_stores(struct values *v, const struct memory *m)
{
    for (size_t e = 0; e < v->memory.n; e++)
        if (v->memory.at[e].store >= 0 && ir_memory_may_overlap(&v->memory.at[e].at, m))
            v->memory.at[e].store = -1;
}

static struct memory_value *find_memory(struct values *v, const struct memory *m)
{
    for (size_t e = 0; e < v->memory.n; e++)
        if (m->object && ir_memory_same(&v->memory.at[e].at, m))
            return &v->memory.at[e];
    return NULL;
}

static bool is_floating(const struct ir_inst *i, enum lab_unit unit)
{
    return unit == LAB_FPU &&
           (!i->inst.place || i->inst.place->floating || lab_memory_bytes(i->inst.op) == 8);
}

static void add_memory(struct values *v, const struct memory *m, enum lab_unit unit, bool floating,
                       value_number n, int64_t store)
{
    v->memory.n = vn_halve(v->memory.at, sizeof *v->memory.at, v->memory.n, VALUES_MEMORY);
    if (m->object && m->bytes <= 8)
        *array_push(&v->memory) = (struct memory_value){*m, unit, floating, n, store};
}

/* ---- loads ---- */
static struct memory place_of_inst(struct values *v, struct ir_inst *i)
{
    struct memory m = {.bytes = lab_memory_bytes(i->inst.op)};
    if (i->inst.place)
        vn_place(v, i, &m);
    return m;
}

void vn_load(struct values *v, struct ir_inst i)
{
    struct memory m = place_of_inst(v, &i);
    enum lab_unit unit = lab_reg_unit(i.inst.d);
    bool plain = i.inst.op == LAB_LD1 || i.inst.op == LAB_LD4 || i.inst.op == LAB_LD8;
    struct memory_value *h = plain ? find_memory(v, &m) : NULL;

    if (h && h->unit == unit && h->floating == is_floating(&i, unit)) {
        lab_reg r = vn_holder(v, h->value);
        value_number value = h->value;
        if (r == 0) {
            read_stores(v, &m);
            *array_push(&v->code) = i;
        } else if (r != i.inst.d)
            *array_push(&v->code) = ir_move(i.inst.d, r, i.inst.line);
        if (r != i.inst.d)
            vn_set(v, i.inst.d, value);
        return;
    }
    read_stores(v, &m);
    *array_push(&v->code) = i;
    value_number n = vn_new(v);
    v->known.at[n].single = unit == LAB_FPU && i.inst.op == LAB_LD4;
    vn_set(v, i.inst.d, n);
    if (plain && !h)
        add_memory(v, &m, unit, is_floating(&i, unit), n, -1);
}

/* ---- stores ---- */
/* Returns whether a load after the store would give exactly the stored value. */
static bool reload_is_exact(const struct values *v, const struct ir_inst *i, enum lab_unit unit,
                            value_number n)
{
    switch (i->inst.op) {
    case LAB_ST8:
        return true;
    case LAB_ST4:
        return unit == LAB_FPU ? v->known.at[n].single : unit == LAB_IPU;
    default:
        return false;
    }
}

/* Removes the previous store of the same bytes if it has not been read. */
static void remove_overwritten_store(struct values *v, const struct memory *m)
{
    struct memory_value *h = find_memory(v, m);

    if (h && h->store >= 0)
        v->code.at[h->store].inst.op = LAB_OPCODES;
}

void vn_store(struct values *v, struct ir_inst i)
{
    value_number n = vn_of(v, i.inst.s[0]);
    enum lab_unit unit = lab_reg_unit(i.inst.s[0]);
    struct memory m = place_of_inst(v, &i);
    struct memory_value *h = find_memory(v, &m);

    if (h && h->value == n && reload_is_exact(v, &i, unit, n) && h->unit == unit)
        return;
    remove_overwritten_store(v, &m);
    for (size_t e = v->memory.n; e-- > 0;)
        if (ir_memory_may_overlap(&v->memory.at[e].at, &m))
            remove_memory(v, e);
    if (reload_is_exact(v, &i, unit, n))
        add_memory(v, &m, unit, is_floating(&i, unit), n, (int64_t)v->code.n);
    *array_push(&v->code) = i;
}
