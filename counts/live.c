/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers that a counter may change: those whose values are not used. A value is used if a path
 * leads to an instruction that reads it, or out of the routine, unless no other function reads it:
 * see struct count_spare. Where the code is not understood, all values are used. */
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

/* ---- instructions ---- */

static bool is_unknown(const struct count_liveness *l, uint32_t step)
{
    const struct x86_step *s = &l->flow->unit->steps.at[step], *before = step ? s - 1 : s;
    const struct x86_instruction *i = &s->is;
    return !i->opcode || count_is_inline(l->text, s->line) || s->refused != before->refused ||
           (i->opcode->work == FORM_SYSTEM && x86_control(i) != X86_STOPS);
}

/* Returns whether the callee is a thunk of the compiler, with arguments in any register. */
static bool is_thunk(const struct x86_instruction *i)
{
    struct x86_text t = i->n ? i->at[0].symbol : (struct x86_text){NULL, 0};
    return t.n && memmem(t.at, t.n, "thunk", 5);
}

/* Returns the registers that are live before a call, given those after it. */
static uint32_t live_before_call(struct count_liveness *l, const struct x86_instruction *i,
                                 uint32_t live)
{
    l->after_calls |= live;
    return is_thunk(i) ? COUNT_ALL : live | (COUNT_ALL & ~l->spare.at_call);
}

static uint32_t uses_of(const struct x86_instruction *i)
{
    struct x86_use uses[X86_USES];
    int n = x86_uses(i, uses);
    uint32_t used = n == X86_USES ? COUNT_ALL : bit_of(X86_RSP);
    for (int k = 0; k < n; k++)
        used |= bit_of(uses[k].reg);
    return used;
}

/* Returns whether the instruction overwrites the whole of the general registers that it writes
 * without naming them. */
static bool sets_implied(const struct x86_instruction *i)
{
    static const char *const extended[] = {"cdq", "cqo"};
    static const char *const wide[] = {"mul", "imul"};
    return text_is_among(extended, COUNT_OF(extended), i->opcode->name) ||
           (text_is_among(wide, COUNT_OF(wide), i->opcode->name) && i->bytes >= 4);
}

/* Returns the registers that the instruction overwrites on every execution. */
static uint32_t kills_of(const struct x86_instruction *i)
{
    const struct x86_opcode *o = i->opcode;
    uint32_t killed = 0;
    for (int k = 0; k < i->n; k++)
        if (i->at[k].kind == X86_GENERAL && (o->at[k].roles & X86_WRITE) && i->at[k].bytes >= 4)
            killed |= bit_of(i->at[k].reg);
    for (int k = 0; k < o->n_implied; k++) {
        uint32_t bit = o->implied[k].roles & X86_WRITE ? bit_of(o->implied[k].reg) : 0;
        if (bit < COUNT_FLAGS ? sets_implied(i) : sets_flags(i))
            killed |= bit;
    }
    return killed;
}

/* Returns the registers that are live before the step, given those after it. */
static uint32_t live_before_step(struct count_liveness *l, uint32_t step, uint32_t live)
{
    const struct x86_instruction *i = &l->flow->unit->steps.at[step].is;
    if (is_unknown(l, step))
        return COUNT_ALL;
    switch (x86_control(i)) {
    case X86_CALLS:
        return live_before_call(l, i, live) | uses_of(i);
    case X86_RETURNS:
        return COUNT_ALL & ~l->spare.at_return;
    default:
        return (live & ~kills_of(i)) | uses_of(i);
    }
}

static uint32_t find_live_before(struct count_liveness *l, uint32_t block, uint32_t step)
{
    uint32_t live = l->out[block];
    for (uint32_t i = l->flow->blocks.at[block].last + 1; i-- > step;)
        live = live_before_step(l, i, live);
    return live;
}

uint32_t count_live_before(const struct count_liveness *l, uint32_t block, uint32_t step)
{
    struct count_liveness copy = *l;
    return find_live_before(&copy, block, step);
}

/* ---- blocks ---- */

/* Returns the registers that are live where an indirect jump leads: to a label whose address is
 * known elsewhere, or to another function. */
static uint32_t live_after_indirect(const struct count_liveness *l)
{
    uint32_t live = COUNT_ALL & ~l->spare.at_call;
    for (uint32_t b = 0; b < l->flow->blocks.n; b++)
        if (l->addressed[b])
            live |= l->in[b];
    return live;
}

/* Returns the registers that are live at a target outside of the unit: a function, or a part of
 * this one that is in another unit. */
static uint32_t live_outside(const struct count_liveness *l, const struct x86_instruction *jump)
{
    struct x86_text t = jump->n ? jump->at[0].symbol : (struct x86_text){NULL, 0};
    bool function = t.n && *t.at != '.' && !memmem(t.at, t.n, ".cold", 5) && !is_thunk(jump);
    return function ? COUNT_ALL & ~(l->spare.at_call & l->spare.at_return) : COUNT_ALL;
}

static uint32_t live_after_block(const struct count_liveness *l, uint32_t block, uint32_t indirect)
{
    const struct x86_block *b = &l->flow->blocks.at[block];
    const struct x86_edge *e = x86_edges(l->flow, block);
    const struct x86_instruction *last = &l->flow->unit->steps.at[b->last].is;
    enum x86_control c = x86_control(last);
    uint32_t live = 0;
    if (c == X86_JUMPS_INDIRECT)
        return indirect;
    for (uint32_t i = 0; i < b->n_edges; i++)
        if (e[i].to != X86_NO_INDEX)
            live |= l->in[e[i].to];
        else if (e[i].taken)
            live |= live_outside(l, last);
        else if (c != X86_CALLS || l->flow->unit->cut) /* the last call of a unit does not return */
            live = COUNT_ALL;
    bool ends = c == X86_CALLS || c == X86_STOPS || c == X86_RETURNS;
    return b->n_edges || ends ? live : COUNT_ALL;
}

/* Finds the blocks that begin with a label that more than jumps of this unit names. */
static const bool *find_addressed(struct arena *a, const struct count_text *t,
                                  const struct x86_flow *f)
{
    struct count_ask all = {.every = true};
    struct count_segments s;
    bool *addressed = ARENA_ARRAY(a, bool, f->blocks.n + 1);
    count_segments_of(a, t, f, &all, &s);
    for (uint32_t b = 0; b < f->blocks.n; b++) {
        const struct count_segment *at = &s.at[s.of_step[f->blocks.at[b].first]];
        addressed[b] = at->entered && at->first == f->blocks.at[b].first;
    }
    return addressed;
}

/* ---- conventions ---- */

static bool is_on_stack(const struct x86_operand *o)
{
    return o && (o->base == X86_RSP || o->base == X86_RBP);
}

/* Returns the general registers that an instruction stores on the stack. */
static uint32_t saves_of(const struct x86_instruction *i)
{
    bool push = text_is_among((const char *const[]){"push"}, 1, i->opcode->name);
    uint32_t saved = 0;
    for (int k = 0; k < i->n; k++)
        if (i->at[k].kind == X86_GENERAL && (push || (x86_stores(i) && is_on_stack(x86_memory(i)))))
            saved |= bit_of(i->at[k].reg);
    return saved;
}

/* Returns the registers that the unit changes for its callers: it overwrites them, and neither
 * saves nor restores them. A function that preserves more registers than the System V ABI requires
 * (preserve_most of clang, no_caller_saved_registers) changes none of these; its callers in other
 * files keep values there. */
static uint32_t find_changed(const struct count_text *t, const struct x86_flow *f)
{
    uint32_t written = 0, saved = 0;
    for (size_t i = 0; i < f->unit->steps.n; i++) {
        const struct x86_step *s = &f->unit->steps.at[i];
        if (!s->is.opcode || count_is_inline(t, s->line))
            continue;
        bool pop = text_is_among((const char *const[]){"pop"}, 1, s->is.opcode->name);
        bool restores = pop || (x86_loads(&s->is) && is_on_stack(x86_memory(&s->is)));
        saved |= saves_of(&s->is);
        written |= restores ? 0 : kills_of(&s->is);
    }
    return written & ~saved;
}

static void find_live(struct arena *a, const struct count_text *t, const struct x86_flow *f,
                      const struct count_spare *spare, struct count_liveness *l)
{
    uint32_t n = f->blocks.n;
    *l = (struct count_liveness){.text = t,
                                 .flow = f,
                                 .spare = *spare,
                                 .addressed = find_addressed(a, t, f),
                                 .in = ARENA_ARRAY(a, uint32_t, n + 1),
                                 .out = ARENA_ARRAY(a, uint32_t, n + 1)};
    for (bool changed = true; changed;) {
        uint32_t indirect = live_after_indirect(l);
        changed = false;
        for (uint32_t b = n; b-- > 0;) {
            l->out[b] = live_after_block(l, b, indirect);
            uint32_t live = find_live_before(l, b, f->blocks.at[b].first);
            changed |= live != l->in[b];
            l->in[b] = live;
        }
    }
}

void count_find_live(struct arena *a, const struct count_text *t, const struct x86_flow *f,
                     const struct count_spare *spare, struct count_liveness *l)
{
    struct count_spare own = *spare;
    own.at_return &= COUNT_FLAGS | COUNT_CARRY | find_changed(t, f);
    find_live(a, t, f, &own, l);
}

/* ---- registers that no other function uses ---- */

struct count_spare count_spare_of_abi(void)
{
    const uint32_t flags = COUNT_FLAGS | COUNT_CARRY;
    uint32_t chain = bit_of(10) | bit_of(11);
    uint32_t arguments =
        bit_of(X86_RCX) | bit_of(X86_RSI) | bit_of(X86_RDI) | bit_of(8) | bit_of(9);
    return (struct count_spare){chain | arguments | flags, chain | flags};
}

/* What is live after a call is not spare: a function that is called does not write it. What is
 * live at the start of a function is an argument. */
bool count_restrict_spare(const struct count_text *t, const struct x86_flow *f,
                          struct count_spare *spare)
{
    struct arena a = {0};
    struct count_liveness l;
    struct count_spare before = *spare;
    find_live(&a, t, f, spare, &l);
    spare->at_return &= ~l.after_calls;
    spare->at_call &= ~(l.after_calls | l.in[0]);
    arena_free(&a);
    return spare->at_return != before.at_return || spare->at_call != before.at_call;
}
