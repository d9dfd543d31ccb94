/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of opcodes, from ksr-asm/opcodes.def. */
#include "lab/isa/isa.h"

#include <string.h>

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

bool lab_is_hint(enum lab_opcode op)
{
    return lab_operation(op)->kind == KSR_HINT;
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
