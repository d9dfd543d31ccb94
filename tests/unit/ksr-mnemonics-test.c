/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the lab's programs are made of is known to the scanner, in the same half, with the same
 * bytes: the two tables say different things of the same instructions. */
#include "ksr-asm/opcodes.h"
#include "lab/isa/isa.h"
#include "tests/unit/check.h"

#include <string.h>

static void hold(const struct ksr_opcodes *t, enum lab_opcode op)
{
    const struct lab_operation *l = lab_operation(op);
    const struct ksr_opcode *k = ksr_opcode_find(t, l->mnemonic, strlen(l->mnemonic));
    CHECK(k);
    if (!k) {
        printf("# %s is not known to the scanner\n", l->mnemonic);
        return;
    }
    CHECK((unsigned)k->half == l->half);
    CHECK((unsigned)k->bytes == lab_memory_bytes(op) || lab_memory_bytes(op) == 0);
    CHECK((k->kind == KSR_LOAD) == lab_is_load(op));
    CHECK((k->kind == KSR_STORE) == lab_is_store(op));
    CHECK((k->kind == KSR_BRANCH || k->kind == KSR_CALL) == lab_is_branch(op));
    if (op != LAB_GSP_NWT)
        CHECK((k->kind == KSR_TEST) == lab_writes_condition(op));
    CHECK(lab_opcode_named(l->mnemonic, strlen(l->mnemonic)) == op);
}

static void one_knows_what_the_other_knows(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct machine *m = machine_read(&a, MACHINE_DEFAULT, NULL, &d);
    CHECK(m);
    struct ksr_opcodes t = ksr_opcodes_make(&a, m);

    for (int op = 0; op < LAB_OPCODES; op++)
        hold(&t, (enum lab_opcode)op);
    arena_free(&a);
}

int main(void)
{
    TEST(one_knows_what_the_other_knows);
    return tests_end();
}
