/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Creates instructions, pairs and texts of the lab for tests. */
#ifndef TESTS_UNIT_LAB_CODE_H
#define TESTS_UNIT_LAB_CODE_H

#include "lab/isa/isa.h"
#include "lab/schedule/schedule.h"

#define F(n) lab_register(LAB_FPU, (n))
#define I(n) lab_register(LAB_IPU, (n))
#define C(n) lab_register(LAB_CEU, (n))

static inline struct lab_inst op3(enum lab_opcode op, lab_reg a, lab_reg b, lab_reg d)
{
    return (struct lab_inst){.op = op, .s = {a, b}, .d = d};
}
/* The number comes first; in sadd8.ntr 0, %c6, 8, %c6 it comes second. */
static inline struct lab_inst op_number(enum lab_opcode op, int64_t n, lab_reg s, lab_reg d)
{
    return (struct lab_inst){.op = op, .immediate = {true}, .imm = n, .s = {0, s}, .d = d};
}
static inline struct lab_inst load(lab_reg base, int64_t offset, lab_reg d)
{
    return (struct lab_inst){.op = LAB_LD8, .base = base, .offset = offset, .d = d};
}
static inline struct lab_inst store(lab_reg s, lab_reg base, int64_t offset)
{
    return (struct lab_inst){.op = LAB_ST8, .base = base, .offset = offset, .s = {s}};
}
static inline struct lab_inst branch(enum lab_opcode op, const char *target)
{
    return (struct lab_inst){.op = op, .target = target};
}
static inline struct lab_inst nop(enum lab_opcode op)
{
    return (struct lab_inst){.op = op};
}
/* A jump to the address in a register. */
static inline struct lab_inst jump_by(lab_reg base, int64_t offset)
{
    return (struct lab_inst){.op = LAB_JMP, .base = base, .offset = offset};
}

static inline void add_pair(struct lab_text *t, struct lab_inst left, struct lab_inst right)
{
    *array_push(&t->pairs) = (struct lab_pair){.left = left, .right = right};
}
static inline void add_left(struct lab_text *t, struct lab_inst left)
{
    add_pair(t, left, nop(LAB_CXNOP));
}
static inline void add_right(struct lab_text *t, struct lab_inst right)
{
    add_pair(t, nop(LAB_FINOP), right);
}
static inline void add_nops(struct lab_text *t, int n)
{
    while (n-- > 0)
        add_pair(t, nop(LAB_FINOP), nop(LAB_CXNOP));
}
static inline void add_label(struct lab_text *t, const char *name)
{
    *array_push(&t->labels) = (struct lab_label){.name = name, .pair = (uint32_t)t->pairs.n};
}
static inline void free_text(struct lab_text *t)
{
    array_free(&t->pairs);
    array_free(&t->labels);
}

static inline struct lab_flow_block *add_block(struct lab_flow *f, const char *label)
{
    struct lab_flow_block *b = array_push(&f->blocks);
    *b = (struct lab_flow_block){.falls = true, .loop = -1};
    if (label)
        *array_push(&b->labels) = label;
    return b;
}
static inline void add_inst(struct lab_flow_block *b, struct lab_inst i)
{
    *array_push(&b->code) = i;
}
static inline void free_flow(struct lab_flow *f)
{
    for (size_t b = 0; b < f->blocks.n; b++) {
        array_free(&f->blocks.at[b].labels);
        array_free(&f->blocks.at[b].code);
    }
    array_free(&f->blocks);
    array_free(&f->live_out);
}

#endif
