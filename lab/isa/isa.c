/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of opcodes, from ksr-asm/opcodes.def. */
#include "lab/isa/isa.h"

#include <string.h>

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
        const char *name = lab_operation((enum lab_opcode)op)->mnemonic;
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
    int half = lab_operation(i->op)->half;
    if (half != LAB_EITHER)
        return half;
    return lab_reg_unit(i->d) == LAB_CEU ? LAB_RIGHT : LAB_LEFT;
}

static bool has_letter(enum lab_opcode op, const char *letters)
{
    return strpbrk(lab_operation(op)->operands, letters);
}

unsigned lab_memory_bytes(enum lab_opcode op)
{
    return lab_is_load(op) || lab_is_store(op) ? lab_operation(op)->n : 0;
}

bool lab_is_load(enum lab_opcode op)
{
    return lab_operation(op)->kind == KSR_LOAD;
}

bool lab_is_store(enum lab_opcode op)
{
    return lab_operation(op)->kind == KSR_STORE;
}

bool lab_is_branch(enum lab_opcode op)
{
    return lab_operation(op)->kind == KSR_BRANCH || lab_operation(op)->kind == KSR_CALL;
}

bool lab_is_advice(enum lab_opcode op)
{
    return lab_operation(op)->kind == KSR_ADVICE;
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
