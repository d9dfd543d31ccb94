/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Start addresses of accesses when the loop is entered, as a byte offset from an unknown value: an
 * argument, a symbol, a loaded value. Compilers set up registers directly before a loop. The text
 * before it is therefore read backward, without regard to branches. This is accurate enough to
 * estimate the alignment of an array to cache lines. */
#include "x86-asm/body.h"

#include <string.h>

enum { STEPS_SEARCHED = 256, CHAIN_MOST = 6 };

static bool has_mnemonic(const struct x86_instruction *i, const char *name)
{
    return strcmp(i->opcode->name, name) == 0;
}

static bool is_number(const struct x86_operand *o)
{
    return (o->kind & X86_IMMEDIATE) && !o->symbol.n;
}

static bool is_general(const struct x86_operand *o)
{
    return o->kind == X86_GENERAL && o->reg < X86_VECTOR;
}

static bool writes(const struct x86_instruction *i, uint8_t reg)
{
    uint8_t defs[X86_DEFS];
    int n = i->opcode ? x86_defs(i, defs) : 0;
    for (int d = 0; d < n; d++)
        if (defs[d] == reg)
            return true;
    return false;
}

/* Wraps on overflow: only the lowest bits are used. */
static int64_t plus(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t times(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static int64_t register_before(const struct x86_unit *u, uint32_t step, uint8_t reg, int chain);

static int64_t operand_before(const struct x86_unit *u, uint32_t step, const struct x86_operand *o,
                              int chain)
{
    if (is_number(o))
        return o->value;
    return is_general(o) ? register_before(u, step, o->reg, chain) : 0;
}

static int64_t address_before(const struct x86_unit *u, uint32_t step, const struct x86_operand *m,
                              int chain)
{
    int64_t sum = m->lost ? 0 : m->value;
    if (m->base < X86_VECTOR)
        sum = plus(sum, register_before(u, step, m->base, chain));
    if (m->index < X86_VECTOR)
        sum = plus(sum, times(m->scale ? m->scale : 1, register_before(u, step, m->index, chain)));
    return sum;
}

/* Returns the value that the step stores in the register that it writes. */
static int64_t value_written_by(const struct x86_unit *u, uint32_t step, uint8_t reg, int chain)
{
    const struct x86_instruction *i = &u->steps.at[step].is;
    if (has_mnemonic(i, "cdqe"))
        return register_before(u, step, reg, chain);
    if (i->n < 1 || !is_general(&i->at[0]) || i->at[0].reg != reg || x86_idiom(i) == FORM_ZERO)
        return 0;
    int64_t old = has_mnemonic(i, "add") || has_mnemonic(i, "sub") || has_mnemonic(i, "shl") ||
                          has_mnemonic(i, "sal") || has_mnemonic(i, "inc") || has_mnemonic(i, "dec")
                      ? register_before(u, step, reg, chain)
                      : 0;
    if (has_mnemonic(i, "inc") || has_mnemonic(i, "dec"))
        return plus(old, has_mnemonic(i, "inc") ? 1 : -1);
    if (i->n != 2)
        return 0;
    if (has_mnemonic(i, "lea") && i->at[1].kind == X86_MEMORY)
        return address_before(u, step, &i->at[1], chain);
    if (has_mnemonic(i, "mov") || has_mnemonic(i, "movsxd") || has_mnemonic(i, "movabs"))
        return operand_before(u, step, &i->at[1], chain);
    if (has_mnemonic(i, "add"))
        return plus(old, operand_before(u, step, &i->at[1], chain));
    if (has_mnemonic(i, "sub"))
        return plus(old, times(-1, operand_before(u, step, &i->at[1], chain)));
    if ((has_mnemonic(i, "shl") || has_mnemonic(i, "sal")) && is_number(&i->at[1]) &&
        i->at[1].value >= 0 && i->at[1].value < 64)
        return times(old, (int64_t)(UINT64_C(1) << i->at[1].value));
    return 0;
}

/* Returns the known part of a register's value before a step; 0 if nothing is known. */
static int64_t register_before(const struct x86_unit *u, uint32_t step, uint8_t reg, int chain)
{
    uint32_t end = step > STEPS_SEARCHED ? step - STEPS_SEARCHED : 0;
    while (step-- > end)
        if (writes(&u->steps.at[step].is, reg))
            return chain < CHAIN_MOST ? value_written_by(u, step, reg, chain + 1) : 0;
    return 0;
}

int64_t x86_entry_offset(const struct x86_body *b, const struct x86_sum *address)
{
    const struct x86_flow *f = b->flow;
    bool routine = b->loop == X86_NO_INDEX; /* nothing is known before its first step */
    uint32_t first = routine ? 0 : f->blocks.at[f->loops.at[b->loop].header].first;
    int64_t sum = address->plus;
    for (int t = 0; t < address->n; t++)
        if (address->term[t].root < X86_VECTOR)
            sum = plus(sum,
                       times(address->term[t].factor,
                             register_before(f->unit, first, (uint8_t)address->term[t].root, 0)));
    return sum;
}
