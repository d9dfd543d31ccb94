/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/code/edit.h"

#include <string.h>

struct ir_inst ir_of_registers(enum lab_opcode op, lab_reg d, lab_reg a, lab_reg b, uint32_t line)
{
    struct ir_inst i = {.op = IR_INST};

    i.inst.op = op;
    i.inst.d = d;
    i.inst.s[0] = a;
    i.inst.s[1] = b;
    i.inst.line = line;
    return i;
}

struct ir_inst ir_of_number(enum lab_opcode op, lab_reg d, lab_reg r, int at, int64_t imm,
                            uint32_t line)
{
    struct ir_inst i = ir_of_registers(op, d, 0, 0, line);

    i.inst.immediate[at] = true;
    i.inst.s[1 - at] = r;
    i.inst.imm = imm;
    return i;
}

struct ir_inst ir_move(lab_reg d, lab_reg s, uint32_t line)
{
    return ir_of_registers(LAB_MOV8, d, s, 0, line);
}

int ir_log2(int64_t n)
{
    int bit = 0;

    if (n <= 0 || (n & (n - 1)) != 0)
        return -1;
    while (n > 1) {
        n >>= 1;
        bit++;
    }
    return bit;
}

void ir_replace(struct ir_block *b, ir_code *code)
{
    array_free(&b->code);
    b->code.at = code->at;
    b->code.n = code->n;
    b->code.room = code->room;
}

void ir_append(ir_code *to, const struct ir_inst *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        *array_push(to) = from[i];
}

void ir_append_block(struct ir_block *b, const ir_code *code)
{
    for (size_t i = 0; i < code->n; i++)
        *array_push(&b->code) = code->at[i];
}

bool ir_is_barrier(const struct ir_inst *i)
{
    if (i->op == IR_CALL)
        return true;
    return i->op == IR_INST && !ir_is_memory(i) && strchr(lab_operation(i->inst.op)->operands, 'm');
}

void ir_insert(struct ir_block *b, size_t at, const struct ir_inst *from, size_t n)
{
    if (n == 0)
        return;
    array_reserve(&b->code, n);
    memmove(b->code.at + at + n, b->code.at + at, (b->code.n - at) * sizeof *from);
    memcpy(b->code.at + at, from, n * sizeof *from);
    b->code.n += n;
}

size_t ir_reads(struct ir_inst *i, lab_reg **at)
{
    size_t n = 0;

    for (int s = 0; s < LAB_SOURCES; s++)
        if (!i->inst.immediate[s] && i->inst.s[s] != 0)
            at[n++] = &i->inst.s[s];
    if (i->inst.base != 0)
        at[n++] = &i->inst.base;
    if (i->op == IR_CALL && i->pointer != 0)
        at[n++] = &i->pointer;
    if (i->op == IR_INST && lab_reads_destination(i->inst.op))
        at[n++] = &i->inst.d;
    return n;
}

void ir_each_read(const struct ir_inst *i, void (*seen)(void *context, lab_reg r), void *context)
{
    lab_reg *at[IR_READS];
    struct ir_inst copy = *i;
    size_t n = ir_reads(&copy, at);

    for (size_t s = 0; s < n; s++)
        seen(context, *at[s]);
    for (uint32_t a = 0; a < i->n_args; a++)
        seen(context, i->args[a]);
    if (!i->inst.place || i->inst.base != 0)
        return;
    for (int t = 0; t < i->inst.place->n_terms; t++)
        seen(context, i->inst.place->terms[t].index);
    if (i->inst.place->object->kind == OBJECT_ARGUMENT)
        seen(context, i->inst.place->object->address);
}

struct written_reads {
    const uint32_t *writes;
    bool any;
};

static void note_written(void *context, lab_reg r)
{
    struct written_reads *w = context;
    int64_t n = ir_virtual_number(r);
    w->any |= n >= 0 && w->writes[n] > 0;
}

bool ir_reads_written(const struct ir_inst *i, const uint32_t *writes)
{
    struct written_reads w = {writes, false};
    ir_each_read(i, note_written, &w);
    return w.any;
}

const struct ir_place *ir_rename_place(struct arena *a, const struct ir_place *p,
                                       lab_reg (*name)(void *context, lab_reg r), void *context)
{
    bool changed = false;

    for (int t = 0; t < p->n_terms; t++)
        changed |= name(context, p->terms[t].index) != p->terms[t].index;
    if (!changed)
        return p;
    struct ir_place *n = ARENA_NEW(a, struct ir_place);
    *n = *p;
    for (int t = 0; t < n->n_terms; t++)
        n->terms[t].index = name(context, n->terms[t].index);
    return n;
}

lab_reg ir_written(const struct ir_inst *i)
{
    return i->op == IR_RETURN ? 0 : i->inst.d;
}
