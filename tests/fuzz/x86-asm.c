/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as x86-64 assembly. Checks that the events end, are within the text, and are the
 * same when it is read again, and that the registers and parts of each instruction exist. */
#include "base/diag.h"
#include "x86-asm/reader.h"
#include "x86-asm/x86-asm.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "x86-asm: %s\n", what);
        abort();
    }
}

static void check_instruction(struct arena *a, const struct x86_instruction *i)
{
    struct x86_use use[X86_USES];
    uint8_t def[X86_DEFS];
    struct instruction fact;
    int uses = x86_uses(i, use), defs = x86_defs(i, def);
    require(uses <= X86_USES && defs <= X86_DEFS, "too many registers");
    for (int k = 0; k < uses; k++)
        require(use[k].reg < X86_SEGMENT && use[k].input < FLOW_INPUTS &&
                    use[k].input != FLOW_MEMORY,
                "no such register is read");
    for (int k = 0; k < defs; k++)
        require(def[k] < X86_SEGMENT, "no such register is written");
    x86_to_facts(i, &fact);
    require(fact.unmodelled == (!i->opcode), "an instruction without opcode has parts");
    require(fact.elements >= 1 && fact.elements <= 64, "elements");
    require(fact.load_bytes >= 0 && fact.store_bytes >= 0, "bytes");
    require(x86_shape(a, i) && !x86_fuses(i, i), "an instruction fuses with itself");
    require(i->n <= X86_OPERANDS && (!i->opcode || i->opcode->n == i->n), "operands");
    x86_memory(i);
}

/* The number of events, and a hash of their lines and kinds. */
struct summary {
    uint64_t events, hash;
};

static struct summary read_all(struct x86_reader *r, size_t size)
{
    struct summary s = {0};
    struct arena a = {0};
    enum x86_event e;
    while ((e = x86_next(r)) != X86_END) {
        require(++s.events <= 3 * size + 3, "more events than bytes");
        s.hash = hash_word(hash_word(s.hash, r->line), e);
        if (e == X86_LABEL)
            s.hash = hash_word(s.hash, hash_bytes(r->label.at, r->label.n));
        if (e == X86_INSTRUCTION)
            check_instruction(&a, &r->instruction);
    }
    arena_free(&a);
    return s;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct arena table;
    static const struct x86_isa *isa;
    if (!isa)
        isa = x86_isa_new(&table);
    struct diag d = {.quiet = true};
    struct source s;
    struct x86_reader r;
    source_from_bytes(&s, "fuzz.s", (const char *)data, size);
    x86_reader_open(&r, isa, &s, &d);
    struct summary first = read_all(&r, size);
    x86_reader_rewind(&r);
    struct summary second = read_all(&r, size);
    require(first.events == second.events && first.hash == second.hash,
            "the text is another one when it is read again");
    x86_reader_close(&r);
    source_free(&s);
    return 0;
}
