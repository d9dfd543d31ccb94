/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers that a counter may change: those that are overwritten on every path before they are
 * read. All registers are live before a call and where the routine ends: a compiler can rely on a
 * local function not to change a register (gcc -fipa-ra). */
#include "base/util.h"
#include "counts/plan.h"

#include <string.h>

/* Returns whether the instruction always overwrites all the flags that it is recorded to write. */
static bool sets_flags(const struct x86_instruction *i)
{
    static const char *const names[] = {
        "add",     "sub",     "and",     "or",      "xor",      "cmp",      "test",
        "neg",     "inc",     "dec",     "adc",     "sbb",      "comiss",   "comisd",
        "ucomiss", "ucomisd", "vcomiss", "vcomisd", "vucomiss", "vucomisd", "bt",
        "imul",    "fcomi",   "fcomip",  "fucomi",  "fucomip",  "ptest",    "vptest"};
    return text_is_among(names, COUNT_OF(names), i->opcode->name);
}

static uint32_t bit_of(uint8_t reg)
{
    if (reg < X86_VECTOR)
        return UINT32_C(1) << reg;
    return reg == X86_FLAGS ? COUNT_FLAGS : reg == X86_CARRY ? COUNT_CARRY : 0;
}

/* Returns whether the effect of the instruction on registers is unknown, or control leaves the
 * routine. */
static bool is_barrier(const struct count_liveness *l, const struct x86_step *s)
{
    const struct x86_instruction *i = &s->is;
    enum x86_control c = x86_control(i);
    return !i->opcode || count_is_inline(l->text, s->line) || i->opcode->work == FORM_SYSTEM ||
           (c != X86_CONTINUES && c != X86_BRANCHES && c != X86_JUMPS);
}

/* Returns the registers that are live before the step, given those after it. */
static uint32_t live_before_step(const struct count_liveness *l, uint32_t step, uint32_t live)
{
    const struct x86_step *s = &l->flow->unit->steps.at[step];
    const struct x86_step *before = step ? s - 1 : s;
    struct x86_use uses[X86_USES];
    uint8_t defs[X86_DEFS];
    if (is_barrier(l, s) || s->refused != before->refused)
        return COUNT_ALL;
    int n = x86_defs(&s->is, defs);
    for (int k = 0; k < n; k++) {
        uint32_t bit = bit_of(defs[k]);
        if (bit < COUNT_FLAGS || sets_flags(&s->is))
            live &= ~bit;
    }
    n = x86_uses(&s->is, uses);
    for (int k = 0; k < n; k++)
        live |= bit_of(uses[k].reg);
    if (n == X86_USES)
        return COUNT_ALL;
    return live | bit_of(X86_RSP);
}

uint32_t count_live_before(const struct count_liveness *l, uint32_t block, uint32_t step)
{
    uint32_t live = l->out[block];
    for (uint32_t i = l->flow->blocks.at[block].last + 1; i-- > step;)
        live = live_before_step(l, i, live);
    return live;
}

/* Returns the registers that are live at the end of the block. */
static uint32_t live_after(const struct count_liveness *l, uint32_t block, const uint32_t *in)
{
    const struct x86_block *b = &l->flow->blocks.at[block];
    const struct x86_edge *e = x86_edges(l->flow, block);
    uint32_t live = 0;
    for (uint32_t i = 0; i < b->n_edges; i++)
        live |= e[i].to == X86_NO_INDEX || e[i].through ? COUNT_ALL : in[e[i].to];
    return b->n_edges ? live : COUNT_ALL;
}

void count_find_live(struct arena *a, const struct count_text *t, const struct x86_flow *f,
                     struct count_liveness *l)
{
    uint32_t n = f->blocks.n, *in = ARENA_ARRAY(a, uint32_t, n + 1);
    *l = (struct count_liveness){.text = t, .flow = f, .out = ARENA_ARRAY(a, uint32_t, n + 1)};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = n; b-- > 0;) {
            l->out[b] = live_after(l, b, in);
            uint32_t live = count_live_before(l, b, f->blocks.at[b].first);
            changed |= live != in[b];
            in[b] = live;
        }
    }
}
