/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Emits single instructions: loads, stores and moves of real and virtual registers. */
#include "lab/code/allocate.h"

lab_reg real_of(const struct allocation *s, lab_reg r)
{
    if (r == 0)
        return 0;
    if (is_virtual(r))
        return s->v[virtual_index(r)].real;
    if (r == lab_register(LAB_CEU, LAB_CP) && s->leaf)
        return lab_register(LAB_CEU, BLOCK_C);
    return r;
}

void emit_block(struct emitter *e)
{
    int loop = e->b ? e->b->loop : -1;

    e->b = array_push(&e->f->blocks);
    *e->b = (struct lab_flow_block){.falls = true, .loop = loop, .line = e->line};
}

void emit(struct emitter *e, struct lab_inst i)
{
    if (i.line == 0)
        i.line = e->line;
    *array_push(&e->b->code) = i;
}

void emit_load(struct emitter *e, lab_reg d, lab_reg base, int64_t offset)
{
    emit(e, (struct lab_inst){.op = LAB_LD8, .d = d, .base = base, .offset = offset});
}

void emit_store(struct emitter *e, lab_reg r, lab_reg base, int64_t offset)
{
    emit(e, (struct lab_inst){.op = LAB_ST8, .s = {r}, .base = base, .offset = offset});
}

void emit_move(struct emitter *e, lab_reg d, lab_reg s)
{
    enum lab_unit to = lab_reg_unit(d), from = lab_reg_unit(s);

    if (d == s)
        return;
    if (to == from)
        emit(e, (struct lab_inst){.op = LAB_MOV8, .d = d, .s = {s}});
    else if (to == LAB_FPU || from == LAB_FPU) {
        emit(e, (struct lab_inst){.op = LAB_MOVOUT8, .s = {s}});
        emit(e, (struct lab_inst){.op = LAB_MOVIN8, .d = d});
    } else
        emit(e, (struct lab_inst){.op = LAB_MOVB8, .d = d, .s = {s}});
}

static lab_reg frame_register(void)
{
    return lab_register(LAB_CEU, LAB_FP);
}

/* Repeats an instruction to rematerialize a value in d, a register of any unit. */
static void emit_rematerialized(struct emitter *e, lab_reg d, const struct lab_inst *remat)
{
    struct lab_inst i = *remat;
    bool direct = i.op == LAB_LD8 || lab_reg_unit(i.d) == lab_reg_unit(d);

    i.d = direct ? d : lab_register(lab_reg_unit(i.d), RETURN_C);
    i.base = real_of(e->s, i.base);
    i.s[0] = real_of(e->s, i.s[0]);
    emit(e, i);
    if (!direct)
        emit_move(e, d, i.d);
}

void emit_read_virtual(struct emitter *e, lab_reg d, lab_reg v)
{
    const struct virtual *t = is_virtual(v) ? &e->s->v[virtual_index(v)] : NULL;

    if (t && t->remat && t->slot != 0)
        emit_rematerialized(e, d, t->remat);
    else if (t && t->slot > 0)
        emit_load(e, d, frame_register(), -8 * (int64_t)t->slot);
    else
        emit_move(e, d, real_of(e->s, v));
}

void emit_write_virtual(struct emitter *e, lab_reg v, lab_reg s)
{
    const struct virtual *t = &e->s->v[virtual_index(v)];

    if (t->slot > 0)
        emit_store(e, s, frame_register(), -8 * (int64_t)t->slot);
    else if (t->real != 0)
        emit_move(e, t->real, s);
}

int64_t allocation_address_word(struct allocation *s, const char *symbol)
{
    int64_t at = 8;

    for (size_t i = 0; i < s->p->constants.n; i++) {
        const struct lab_datum *d = &s->p->constants.at[i];
        if (d->bytes == 8 && d->repeat == 1 && d->symbol == symbol && d->bits == 0)
            return at;
        at += (int64_t)((d->bytes == 0 ? 1 : d->bytes) * d->repeat);
    }
    *array_push(&s->p->constants) = (struct lab_datum){.bytes = 8, .repeat = 1, .symbol = symbol};
    return at;
}
