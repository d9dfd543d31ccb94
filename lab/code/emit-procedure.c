/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Emits procedures in real registers as blocks for the scheduler. */
#include "lab/code/allocate.h"
#include "base/util.h"

#include <stdio.h>
#include <string.h>

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
