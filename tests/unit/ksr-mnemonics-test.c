/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of opcodes.def and the machine file agree on the mnemonics that both have. */
#include "ksr-asm/opcodes.h"
#include "tests/unit/check.h"

#include <string.h>

static void check_row(const struct ksr_opcodes *own, const struct ksr_opcodes *t, int row)
{
    const char *name = ksr_instruction_row(row)->mnemonic;
    const struct ksr_opcode *a = ksr_opcode_find(own, name, strlen(name));
    const struct ksr_opcode *b = ksr_opcode_find(t, name, strlen(name));
    CHECK(a && b && a->row == row);
    if (!a || !b) {
        printf("# %s is missing\n", name);
        return;
    }
    CHECK(a->half == b->half && a->class == b->class && a->trap == b->trap);
}

static void opcodes_and_machine_file_agree(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct machine *m = machine_read(&a, MACHINE_DEFAULT, NULL, &d);
    CHECK(m);
    struct ksr_opcodes own = ksr_opcodes_build(&a, NULL), t = ksr_opcodes_build(&a, m);

    for (int row = 0; row < KSR_INSTRUCTIONS; row++)
        check_row(&own, &t, row);
    arena_free(&a);
}

int main(void)
{
    TEST(opcodes_and_machine_file_agree);
    return tests_end();
}
