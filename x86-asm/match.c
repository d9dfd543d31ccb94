/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selects the table line of an instruction by its operands, and its access width. */
#include "x86-asm/parse.h"

static bool fits(const struct x86_instruction *i, const struct x86_reading *r)
{
    const struct x86_opcode *o = r->opcode;
    int n = i->n + (r->constant >= 0);
    if (n != o->n || n > X86_OPERANDS)
        return false;
    for (int k = 0; k < i->n; k++)
        if (!(i->at[k].kind & o->at[k].kinds))
            return false;
    return true;
}

/* Decides whether a bare symbol or number is memory, a constant, or a target, as the table line
 * requires. */
static void resolve_kinds(struct x86_instruction *i)
{
    for (int k = 0; k < i->n; k++) {
        uint16_t kind = i->at[k].kind;
        if ((kind & X86_TARGET) && kind != X86_TARGET)
            i->at[k].kind = i->opcode && (i->opcode->at[k].kinds & X86_TARGET)
                                ? X86_TARGET
                                : kind & (uint16_t)~X86_TARGET;
    }
}

static void add_constant(struct x86_instruction *i, int constant)
{
    i->at[i->n++] = (struct x86_operand){.kind = X86_IMMEDIATE,
                                         .reg = X86_NO_REGISTER,
                                         .base = X86_NO_REGISTER,
                                         .index = X86_NO_REGISTER,
                                         .scale = 1,
                                         .value = constant};
}

static int general_bytes(const struct x86_instruction *i)
{
    for (int k = 0; k < i->n; k++)
        if ((i->at[k].kind & X86_GENERAL) &&
            !(i->opcode->at[k].kinds == X86_COUNT && (i->at[k].kind & X86_COUNT)))
            return i->at[k].bytes;
    return 0;
}

static uint8_t widest_vector(const struct x86_instruction *i)
{
    uint8_t bytes = 0;
    for (int k = 0; k < i->n; k++)
        if ((i->at[k].kind & (X86_VECTOR_REGISTER | X86_MMX_REGISTER)) && i->at[k].bytes > bytes)
            bytes = i->at[k].bytes;
    return bytes;
}

/* Returns the bytes of a memory operand used with vector registers. */
static int beside_vector(const struct x86_instruction *i, int place)
{
    int whole = i->vector_bytes;
    switch (place) {
    case X86_BYTES_DOUBLE:
        return 2 * whole;
    case X86_BYTES_DUP:
        return whole == 16 ? 8 : whole;
    case X86_BYTES_ALL:
        return i->opcode->scalar ? i->opcode->element : whole;
    default:
        return whole / -place;
    }
}

static bool is_vector_suffix(const struct x86_reading *r)
{
    return r->bytes >= 16;
}

static int memory_bytes(const struct x86_instruction *i, int k, const struct x86_reading *r)
{
    const struct x86_opcode *o = i->opcode;
    int place = o->at[k].bytes, bytes = 0;
    if (o->access == FORM_GATHER || o->access == FORM_SCATTER)
        return o->element;
    if (i->at[k].bytes)
        return i->at[k].bytes;
    if (place > 0)
        bytes = place;
    else if (o->scalar && place == X86_BYTES_ALL && !o->memory)
        bytes = o->element;
    else if (r->bytes && (!is_vector_suffix(r) || place == X86_BYTES_DOUBLE))
        bytes = r->bytes;
    else if (i->vector_bytes && !o->memory)
        bytes = beside_vector(i, place);
    else if (o->memory)
        bytes = o->memory;
    else
        bytes = general_bytes(i);
    return i->at[k].broadcast ? bytes / i->at[k].broadcast : bytes;
}

/* Sets the elements of a broadcast that QWORD BCST leaves open: as many as fill the operand. */
static void resolve_broadcast(struct x86_instruction *i, int k, const struct x86_reading *r)
{
    struct x86_operand *o = &i->at[k];
    if (o->broadcast != X86_BROADCAST || o->bytes == 0)
        return;
    int element = o->bytes;
    o->bytes = o->broadcast = 0;
    o->broadcast = (uint8_t)(memory_bytes(i, k, r) / element);
    o->bytes = (uint8_t)element;
}

static void resolve_bytes(struct x86_instruction *i, const struct x86_reading *r)
{
    i->vector_bytes = widest_vector(i);
    int memory = 0; /* including the elements of a broadcast */
    for (int k = 0; k < i->n; k++)
        if (i->at[k].kind & X86_MEMORY) {
            resolve_broadcast(i, k, r);
            i->at[k].bytes = (uint8_t)memory_bytes(i, k, r);
            memory = i->at[k].bytes * (i->at[k].broadcast ? i->at[k].broadcast : 1);
        }
    if (is_vector_suffix(r) && r->bytes > i->vector_bytes)
        i->vector_bytes = r->bytes;
    if (memory > i->vector_bytes && i->vector_bytes && !i->opcode->scalar)
        i->vector_bytes = (uint8_t)memory;
    i->bytes = r->source || is_vector_suffix(r) ? 0 : r->bytes;
    if (!i->bytes)
        i->bytes = (uint8_t)general_bytes(i);
    if (!i->bytes && !i->vector_bytes)
        i->bytes = (uint8_t)memory;
}

/* Converts constants to signed numbers of the instruction's width: 0xffffffff of 32 bits is -1. */
static void resolve_constants(struct x86_instruction *i)
{
    if (i->vector_bytes || (i->bytes != 1 && i->bytes != 2 && i->bytes != 4))
        return;
    int64_t sign = INT64_C(1) << (8 * i->bytes - 1);
    for (int k = 0; k < i->n; k++)
        if (i->at[k].kind == X86_IMMEDIATE && i->at[k].value >= sign && i->at[k].value < 2 * sign)
            i->at[k].value -= 2 * sign;
}

/* Converts 8(,%rax) to 8(%rax). */
static void resolve_address(struct x86_operand *o)
{
    if ((o->kind & X86_MEMORY) && o->base == X86_NO_REGISTER && o->index < X86_VECTOR &&
        o->scale == 1) {
        o->base = o->index;
        o->index = X86_NO_REGISTER;
    }
}

void x86_match(struct x86_instruction *i, const struct x86_reading *r)
{
    while (r && !fits(i, r))
        r = r->next;
    i->opcode = r ? r->opcode : NULL;
    resolve_kinds(i);
    for (int k = 0; k < i->n; k++)
        resolve_address(&i->at[k]);
    if (!r)
        return;
    if (r->constant >= 0)
        add_constant(i, r->constant);
    resolve_bytes(i, r);
    resolve_constants(i);
}
