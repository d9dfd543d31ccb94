/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of opcodes, from opcodes.def. */
#include "lab/isa/isa.h"

#include <string.h>

#define LEFT LAB_LEFT
#define RIGHT LAB_RIGHT
#define EITHER LAB_EITHER
static const struct lab_operation operations[] = {
#define LAB_OP(NAME, mnemonic, half, operands, class, work) {mnemonic, half, operands},
#include "lab/isa/opcodes.def"
#undef LAB_OP
};
#undef LEFT
#undef RIGHT
#undef EITHER

const struct lab_operation *lab_operation(enum lab_opcode op)
{
    return &operations[op];
}

/* Returns the length of a mnemonic without .tr and .ntr. */
static size_t bare_length(const char *s, size_t n)
{
    if (n > 4 && memcmp(s + n - 4, ".ntr", 4) == 0)
        return n - 4;
    return n > 3 && memcmp(s + n - 3, ".tr", 3) == 0 ? n - 3 : n;
}

enum lab_opcode lab_opcode_named(const char *mnemonic, size_t n)
{
    size_t bare = bare_length(mnemonic, n);

    for (int op = 0; op < LAB_OPCODES; op++) {
        const char *name = operations[op].mnemonic;
        size_t length = strlen(name), own = bare_length(name, length);
        bool traps = own < length;
        size_t given = traps ? bare : n;
        if (own == given && memcmp(name, mnemonic, given) == 0)
            return (enum lab_opcode)op;
    }
    return LAB_OPCODES;
}

int lab_half(const struct lab_inst *i)
{
    int half = operations[i->op].half;
    if (half != LAB_EITHER)
        return half;
    return lab_reg_unit(i->d) == LAB_CEU ? LAB_RIGHT : LAB_LEFT;
}

static bool has_letter(enum lab_opcode op, const char *letters)
{
    return strpbrk(operations[op].operands, letters);
}

unsigned lab_memory_bytes(enum lab_opcode op)
{
    switch (op) {
    case LAB_LD1:
    case LAB_LD1_EX:
    case LAB_LD1_RO:
    case LAB_ST1:
        return 1;
    case LAB_LD4:
    case LAB_LD4_EX:
    case LAB_LD4_RO:
    case LAB_ST4:
        return 4;
    case LAB_LD8:
    case LAB_LD8_EX:
    case LAB_LD8_RO:
    case LAB_ST8:
        return 8;
    case LAB_LD64:
    case LAB_LD64_EX:
    case LAB_LD64_RO:
    case LAB_ST64:
        return 64;
    default:
        return 0;
    }
}

bool lab_is_load(enum lab_opcode op)
{
    return lab_memory_bytes(op) > 0 && operations[op].operands[0] == 'm';
}

bool lab_is_store(enum lab_opcode op)
{
    return lab_memory_bytes(op) > 0 && operations[op].operands[0] == 'r';
}

bool lab_is_branch(enum lab_opcode op)
{
    return has_letter(op, "LT");
}

bool lab_is_advice(enum lab_opcode op)
{
    return op == LAB_PCSP_RO || op == LAB_PCSP_EX || op == LAB_PCSPB_RO || op == LAB_PCSPB_EX ||
           op == LAB_PSTSP;
}

bool lab_reads_destination(enum lab_opcode op)
{
    return has_letter(op, "GH");
}

bool lab_reads_condition(enum lab_opcode op)
{
    return has_letter(op, "@?");
}

bool lab_writes_condition(enum lab_opcode op)
{
    return has_letter(op, "!");
}
