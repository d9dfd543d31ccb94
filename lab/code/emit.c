/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Emits procedures in real registers as blocks for the scheduler. */
#include "lab/code/allocate.h"
#include "base/util.h"

#include <stdio.h>
#include <string.h>

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

static struct lab_inst replace_registers(const struct allocation *s, struct lab_inst i)
{
    struct operand at[OPERANDS];
    int n = inst_operands(&i, at);

    for (int k = 0; k < n; k++)
        *at[k].reg = real_of(s, *at[k].reg);
    return i;
}

static void emit_ir(struct emitter *e, const struct ir_inst *i)
{
    if (i->inst.line != 0)
        e->line = i->inst.line;
    if (i->op == IR_CALL)
        emit_call(e, i);
    else if (i->op == IR_RETURN) {
        if (i->inst.s[0] != 0)
            emit_read_virtual(e, lab_register(LAB_IPU, 0), i->inst.s[0]);
    } else {
        struct lab_inst real = replace_registers(e->s, i->inst);
        if (real.op != LAB_MOV8 || real.d != real.s[0])
            emit(e, real);
    }
}

static const char *label_of(struct emitter *e, const struct ir_block *b)
{
    char text[24];
    size_t i = 0;

    while (e->s->p->blocks.at[i] != b)
        i++;
    int n = snprintf(text, sizeof text, ".L%u", e->s->first_label + (unsigned)i);
    return name_of(e->s->unit->names, text, (size_t)n);
}

static void emit_jump(struct emitter *e, const struct ir_block *to)
{
    emit(e, (struct lab_inst){.op = LAB_JMP, .target = label_of(e, to)});
    e->b->falls = false;
}

static void emit_branch(struct emitter *e, const struct ir_block *b, const struct ir_block *next)
{
    bool falls_to_yes = b->next[1] == next;
    const struct ir_block *to = b->next[falls_to_yes ? 0 : 1];
    struct lab_inst compare = replace_registers(e->s, b->compare);

    if (compare.line != 0)
        e->line = compare.line;
    emit(e, compare);
    emit(e, (struct lab_inst){.op = falls_to_yes ? LAB_BCC_QN : LAB_BCS_QN,
                              .target = label_of(e, to)});
    if (falls_to_yes || b->next[0] == next)
        return;
    emit_block(e);
    emit_jump(e, b->next[0]);
}

/* Emits the end of a block. next: the block after it in the text; NULL = none. */
static void emit_end(struct emitter *e, const struct ir_block *b, const struct ir_block *next)
{
    switch (b->end) {
    case END_JUMP:
        if (b->next[0] != next)
            emit_jump(e, b->next[0]);
        break;
    case END_BRANCH:
        emit_branch(e, b, next);
        break;
    case END_RETURN:
    case END_STOP:
        emit_epilogue(e);
        break;
    }
}

static bool is_target(const struct ir_procedure *p, size_t index)
{
    const struct ir_block *b = p->blocks.at[index];

    for (size_t i = 0; i < p->blocks.n; i++) {
        const struct ir_block *from = p->blocks.at[i];
        bool follows = i + 1 == index;
        if (from->end == END_JUMP && from->next[0] == b && !follows)
            return true;
        if (from->end == END_BRANCH && (from->next[1] == b || from->next[0] == b))
            return true;
    }
    return false;
}

static void emit_ir_block(struct emitter *e, size_t index)
{
    const struct ir_procedure *p = e->s->p;
    const struct ir_block *b = p->blocks.at[index];

    if (b->line != 0)
        e->line = b->line;
    emit_block(e);
    e->b->loop = b->loop;
    if (is_target(p, index))
        *array_push(&e->b->labels) = label_of(e, b);
    for (size_t i = 0; i < b->code.n; i++)
        emit_ir(e, &b->code.at[i]);
    emit_end(e, b, index + 1 < p->blocks.n ? p->blocks.at[index + 1] : NULL);
}

static const char *text_name(const struct allocation *s)
{
    char *text = arena_printf(s->arena, "%s$TXT", s->p->name);
    return name_of(s->unit->names, text, strlen(text));
}

/* Emits two pairs that callers skip, then the entry. */
static void emit_head(struct emitter *e)
{
    emit_block(e);
    *array_push(&e->b->labels) = text_name(e->s);
    emit(e, (struct lab_inst){.op = LAB_FINOP});
    emit(e, (struct lab_inst){.op = LAB_FINOP});
    emit_block(e);
    emit_prologue(e);
    emit_entry(e);
}

static bool returns_value(const struct ir_procedure *p)
{
    for (size_t b = 0; b < p->blocks.n; b++)
        for (size_t i = 0; i < p->blocks.at[b]->code.n; i++) {
            const struct ir_inst *r = &p->blocks.at[b]->code.at[i];
            if (r->op == IR_RETURN && r->inst.s[0] != 0)
                return true;
        }
    return false;
}

static void add_live_out(struct lab_flow *f, enum lab_unit unit, uint64_t registers)
{
    for (; registers != 0; registers &= registers - 1)
        *array_push(&f->live_out) = lab_register(unit, (uint32_t)__builtin_ctzll(registers));
}

static void set_flow_facts(const struct emitter *e)
{
    const struct allocation *s = e->s;
    struct lab_flow *f = e->f;
    uint64_t named = UINT64_C(1) << LAB_SP | UINT64_C(1) << LAB_FP | UINT64_C(1) << LAB_CP;
    uint64_t open[UNITS];

    for (int u = LAB_FPU; u < UNITS; u++)
        open[u] = s->allocatable[u] & (s->is_main ? ~UINT64_C(0) : ~s->preserved[u] | s->used[u]);
    f->free_fpu = open[LAB_FPU];
    f->free_ipu = (uint32_t)open[LAB_IPU];
    f->free_ceu = (uint32_t)open[LAB_CEU];
    f->live_out_known = true;
    if (returns_value(s->p))
        add_live_out(f, LAB_IPU, 1);
    if (s->is_main)
        return;
    add_live_out(f, LAB_FPU, s->preserved[LAB_FPU]);
    add_live_out(f, LAB_IPU, s->preserved[LAB_IPU]);
    add_live_out(f, LAB_CEU, s->preserved[LAB_CEU] | named);
}

void allocation_emit(struct allocation *s, struct lab_flow *f)
{
    struct emitter e = {.s = s, .f = f, .line = s->p->line};

    *f = (struct lab_flow){.name = s->p->name};
    frame_plan(&e);
    emit_head(&e);
    for (size_t i = 0; i < s->p->blocks.n; i++)
        emit_ir_block(&e, i);
    set_flow_facts(&e);
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

static uint64_t saved_mask(const struct allocation *s, enum lab_unit unit)
{
    return s->is_main ? 0 : s->used[unit] & s->preserved[unit];
}

void allocation_block(struct allocation *s)
{
    uint64_t fpu = saved_mask(s, LAB_FPU);
    uint64_t halves[] = {fpu >> 32, fpu & UINT32_MAX, saved_mask(s, LAB_IPU),
                         saved_mask(s, LAB_CEU)};
    struct lab_block masks = {.align = 16};
    struct lab_block block = {.name = s->p->name, .align = 1, .global = true};

    for (size_t i = 0; i < COUNT_OF(halves); i++)
        *array_push(&masks.data) = (struct lab_datum){.bytes = 4, .repeat = 1, .bits = halves[i]};
    *array_push(&block.data) = (struct lab_datum){.bytes = 8, .repeat = 1, .symbol = text_name(s)};
    for (size_t i = 0; i < s->p->constants.n; i++)
        *array_push(&block.data) = s->p->constants.at[i];
    *array_push(&s->unit->blocks) = masks;
    *array_push(&s->unit->blocks) = block;
}
