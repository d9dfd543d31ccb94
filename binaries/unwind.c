/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluates the rules of unwind information. libdw finds the rules of an address and gives each as
 * a DWARF expression. Only operations that compilers and the C library use in them are known. */
#include "binaries/unwind.h"
#include "binaries/inside.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* ---- expressions ---- */

enum { MOST_VALUES = 16, MOST_OPERATIONS = 100 };

/* An expression that is being evaluated. */
struct evaluation {
    const struct user_stack *s;
    uint64_t frame; /* canonical frame address */
    bool has_frame;
    uint64_t values[MOST_VALUES];
    size_t n;
    bool is_value; /* the result is the value itself; false: the address where it is stored */
    bool failed;
};

static void push_value(struct evaluation *e, uint64_t value)
{
    if (e->n == MOST_VALUES)
        e->failed = true;
    else
        e->values[e->n++] = value;
}

static uint64_t pop_value(struct evaluation *e)
{
    if (e->n == 0)
        e->failed = true;
    return e->n ? e->values[--e->n] : 0;
}

static uint64_t register_value(struct evaluation *e, uint64_t number)
{
    if (number < STACK_REGISTERS && e->s->known >> number & 1)
        return e->s->registers[number];
    e->failed = true;
    return 0;
}

/* Returns the 8 bytes of the stack at the address. */
static uint64_t stack_value(struct evaluation *e, uint64_t address)
{
    uint64_t value = 0, at = address - e->s->begin;
    if (address < e->s->begin || e->s->n < sizeof value || at > e->s->n - sizeof value)
        e->failed = true;
    else
        memcpy(&value, e->s->bytes + at, sizeof value);
    return value;
}

/* Executes an operation with two operands. Returns false if it is none. */
static bool execute_binary(struct evaluation *e, uint8_t operation)
{
    uint64_t b = e->n > 1 ? e->values[e->n - 1] : 0, a = e->n > 1 ? e->values[e->n - 2] : 0, to;
    int64_t signed_a = (int64_t)a, signed_b = (int64_t)b;
    switch (operation) {
    case DW_OP_plus:
        to = a + b;
        break;
    case DW_OP_minus:
        to = a - b;
        break;
    case DW_OP_mul:
        to = a * b;
        break;
    case DW_OP_and:
        to = a & b;
        break;
    case DW_OP_or:
        to = a | b;
        break;
    case DW_OP_shl:
        to = b < 64 ? a << b : 0;
        break;
    case DW_OP_shr:
        to = b < 64 ? a >> b : 0;
        break;
    case DW_OP_eq:
        to = a == b;
        break;
    case DW_OP_ne:
        to = a != b;
        break;
    case DW_OP_ge:
        to = signed_a >= signed_b;
        break;
    case DW_OP_gt:
        to = signed_a > signed_b;
        break;
    case DW_OP_le:
        to = signed_a <= signed_b;
        break;
    case DW_OP_lt:
        to = signed_a < signed_b;
        break;
    default:
        return false;
    }
    pop_value(e);
    pop_value(e);
    push_value(e, to);
    return true;
}

/* Executes an operation that names a register or contains a number. Returns false if it is none. */
static bool execute_operand(struct evaluation *e, const Dwarf_Op *o)
{
    if (o->atom >= DW_OP_lit0 && o->atom <= DW_OP_lit31)
        push_value(e, (uint64_t)(o->atom - DW_OP_lit0));
    else if (o->atom >= DW_OP_const1u && o->atom <= DW_OP_consts)
        push_value(e, o->number);
    else if (o->atom >= DW_OP_breg0 && o->atom <= DW_OP_breg31)
        push_value(e, register_value(e, (uint64_t)(o->atom - DW_OP_breg0)) + o->number);
    else if (o->atom == DW_OP_bregx)
        push_value(e, register_value(e, o->number) + o->number2);
    else if (o->atom == DW_OP_plus_uconst)
        push_value(e, pop_value(e) + o->number);
    else
        return false;
    return true;
}

/* Executes an operation that gives the value itself, or that moves values. */
static void execute_other(struct evaluation *e, const Dwarf_Op *o)
{
    if (o->atom >= DW_OP_reg0 && o->atom <= DW_OP_reg31) {
        push_value(e, register_value(e, (uint64_t)(o->atom - DW_OP_reg0)));
        e->is_value = true;
    } else if (o->atom == DW_OP_regx) {
        push_value(e, register_value(e, o->number));
        e->is_value = true;
    } else if (o->atom == DW_OP_stack_value) {
        e->is_value = true;
    } else if (o->atom == DW_OP_call_frame_cfa && e->has_frame) {
        push_value(e, e->frame);
    } else if (o->atom == DW_OP_deref) {
        push_value(e, stack_value(e, pop_value(e)));
    } else if (o->atom == DW_OP_dup && e->n > 0) {
        push_value(e, e->values[e->n - 1]);
    } else if (o->atom != DW_OP_nop) {
        e->failed = true;
    }
}

/* Evaluates the n operations. Returns false if the result is unknown. */
static bool evaluate(struct evaluation *e, const Dwarf_Op *operations, size_t n, uint64_t *result)
{
    if (n > MOST_OPERATIONS)
        return false;
    for (size_t i = 0; i < n && !e->failed; i++)
        if (!execute_operand(e, &operations[i]) && !execute_binary(e, operations[i].atom))
            execute_other(e, &operations[i]);
    *result = pop_value(e);
    return !e->failed;
}

/* ---- frames ---- */

/* Returns the canonical frame address: the stack pointer before the call. */
static bool find_frame_address(Dwarf_Frame *frame, const struct user_stack *s, uint64_t *address)
{
    struct evaluation e = {.s = s};
    Dwarf_Op *operations;
    size_t n;
    return dwarf_frame_cfa(frame, &operations, &n) == 0 && n > 0 &&
           evaluate(&e, operations, n, address);
}

/* Finds the value that a register had in the caller. Returns false if it is unknown. */
static bool find_register(Dwarf_Frame *frame, const struct user_stack *s, uint64_t frame_address,
                          int number, uint64_t *value)
{
    struct evaluation e = {.s = s, .frame = frame_address, .has_frame = true};
    Dwarf_Op memory[3], *operations;
    size_t n;
    if (dwarf_frame_register(frame, number, memory, &operations, &n) != 0)
        return false;
    if (n == 0) { /* without operations: the register is unchanged, or undefined */
        *value = s->registers[number];
        return !operations && s->known >> number & 1;
    }
    if (!evaluate(&e, operations, n, value))
        return false;
    if (!e.is_value)
        *value = stack_value(&e, *value);
    return !e.failed;
}

/* Replaces the registers by those of the caller. pc: number of its register in the rules. */
static bool unwind_frame(Dwarf_Frame *frame, int pc, struct user_stack *s)
{
    struct user_stack caller = *s;
    uint64_t frame_address;
    caller.known = 0;
    if (!find_frame_address(frame, s, &frame_address))
        return false;
    for (int i = 0; i < STACK_REGISTERS; i++)
        if (find_register(frame, s, frame_address, i == STACK_PC ? pc : i, &caller.registers[i]))
            caller.known |= UINT32_C(1) << i;
    if (!(caller.known >> STACK_POINTER & 1)) {
        caller.registers[STACK_POINTER] = frame_address;
        caller.known |= UINT32_C(1) << STACK_POINTER;
    }
    *s = caller;
    return caller.known >> STACK_PC & 1;
}

bool binary_unwind(struct binary *b, uint64_t address, struct user_stack *s)
{
    Dwarf_Addr bias, begin, end;
    Dwarf_Frame *frame;
    uint64_t stack = s->registers[STACK_POINTER];
    Dwarf_CFI *rules = dwfl_module_eh_cfi(b->module, &bias);
    /* A call can be the last instruction of its range of rules. */
    address += b->bias - (s->interrupted ? 0 : 1);
    if (!rules || dwarf_cfi_addrframe(rules, address - bias, &frame) != 0)
        return false;
    bool by_signal = false;
    int pc = dwarf_frame_info(frame, &begin, &end, &by_signal);
    bool good = pc == STACK_PC && unwind_frame(frame, pc, s);
    free(frame);
    s->interrupted = by_signal;
    return good && s->registers[STACK_POINTER] > stack;
}

bool binary_follows_call(struct binary *b, uint64_t address)
{
    enum { DIRECT = 5, SHORTEST = 2, LONGEST = 7, CALL = 0xe8, INDIRECT = 0xff, FORM = 2 };
    const uint8_t *code = address < LONGEST ? NULL : binary_code(b, address - LONGEST, LONGEST);
    if (!code)
        return false;
    const uint8_t *end = code + LONGEST;
    bool found = end[-DIRECT] == CALL;
    for (int n = SHORTEST; n <= LONGEST; n++)
        found |= end[-n] == INDIRECT && (end[1 - n] >> 3 & 7) == FORM;
    return found;
}
