/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Base registers: their increments in one pass, and k derived from these. */
#include "ksr-asm/body.h"

#include <stdlib.h>

static const long farthest = 1L << 40; /* addresses have 40 bits */
enum { WORD = 8 };

static const struct ksr_value unknown = {KSR_NO_REGISTER, 0};

static struct ksr_value plus(struct ksr_value v, long n)
{
    v.plus += n;
    return v.root != KSR_NO_REGISTER && labs(v.plus) <= farthest ? v : unknown;
}

/* Returns a + b or a - b if at least one operand is a number. */
static struct ksr_value sum_of(const struct ksr_value *of, struct ksr_operand a,
                               struct ksr_operand b, int sign)
{
    if (a.kind == KSR_REGISTER && b.kind == KSR_NUMBER)
        return plus(of[a.reg], sign * b.value);
    if (a.kind == KSR_NUMBER && b.kind == KSR_REGISTER && sign > 0)
        return plus(of[b.reg], a.value);
    return unknown;
}

/* Returns the value that the operation stores in the register that it writes. */
static struct ksr_value result_of(const struct ksr_operation *o, const struct ksr_value *of)
{
    const struct ksr_operand *p = o->operand;
    int sign = o->opcode->kind == KSR_SCALED_SUB ? -1 : 1;
    switch (o->opcode->kind) {
    case KSR_SCALED_ADD:
    case KSR_SCALED_SUB:
        if (o->n == 4 && p[0].kind == KSR_NUMBER && p[0].value == 0)
            return sum_of(of, p[1], p[2], sign);
        return unknown;
    case KSR_MOVE:
        return o->n == 2 && p[0].kind == KSR_REGISTER ? of[p[0].reg] : unknown;
    default:
        return unknown;
    }
}

/* A call preserves %c15-%c30 and the named registers. */
static void forget_after_call(struct ksr_value *of)
{
    for (int i = 0; i < 32; i++)
        if (i < 15 || i == 31)
            of[KSR_C0 + i] = unknown;
}

struct ksr_addresses ksr_addresses_of(struct arena *a, const struct ksr_body *b)
{
    struct ksr_addresses s = {.of = ARENA_ARRAY(a, struct ksr_value, b->n + 1)};
    for (int r = 0; r < KSR_REGISTERS; r++)
        s.last[r] = ksr_is_address_register(r) ? (struct ksr_value){r, 0} : unknown;
    for (size_t i = 0; i < b->n; i++) {
        const struct ksr_operation *o = &b->at[i];
        const struct ksr_operand *address = ksr_address(o);
        int regs[KSR_WORDS + 1], n = ksr_defs(o, regs);
        s.of[i] = address ? plus(s.last[address->reg], address->value) : unknown;
        struct ksr_value to = n == 1 && !o->conditional ? result_of(o, s.last) : unknown;
        for (int r = 0; r < n; r++)
            s.last[regs[r]] = ksr_is_address_register(regs[r]) ? to : unknown;
        if (o->opcode->kind == KSR_CALL)
            forget_after_call(s.last);
    }
    return s;
}

bool ksr_advance(const struct ksr_addresses *s, int root, long *bytes)
{
    if (root == KSR_NO_REGISTER || s->last[root].root != root)
        return false;
    *bytes = s->last[root].plus;
    return true;
}

/* ---- k ---- */

/* A base register with a constant increment. */
struct stream {
    int root;
    long elements; /* per pass, absolute */
    long bytes;    /* of an element */
};
struct streams {
    struct stream at[KSR_REGISTERS];
    int n;
    bool unknown;      /* an address is not based on a register with a constant increment */
    struct stream odd; /* its increment is not a whole number of elements; bytes 0 = none */
    long odd_advance;
};

static void add_stream(struct streams *to, int root, long advance, long bytes)
{
    for (int i = 0; i < to->n; i++)
        if (to->at[i].root == root)
            return;
    struct stream new = {root, labs(advance) / bytes, bytes};
    if (advance % bytes == 0) {
        to->at[to->n++] = new;
    } else if (to->odd.bytes == 0) {
        to->odd = new;
        to->odd_advance = advance;
    }
}

static bool is_memory(const struct ksr_operation *o, bool floating)
{
    if (floating)
        return o->class == OP_LFL || o->class == OP_SFL;
    return o->class == OP_LI || o->class == OP_SI;
}

static struct streams find_streams(const struct ksr_body *b, const struct ksr_addresses *s,
                                   bool floating)
{
    struct streams found = {.n = 0};
    for (size_t i = 0; i < b->n; i++) {
        const struct ksr_operation *o = &b->at[i];
        long advance;
        if (!is_memory(o, floating))
            continue;
        if (!ksr_advance(s, s->of[i].root, &advance))
            found.unknown = true;
        else if (advance != 0)
            add_stream(&found, s->of[i].root, advance,
                       o->opcode->bytes < WORD ? o->opcode->bytes : WORD);
    }
    return found;
}

static const char *names_of(struct arena *a, const struct streams *s)
{
    const char *text = NULL;
    char buf[KSR_NAME];
    for (int i = 0; i < s->n; i++) {
        const char *name = ksr_register_name(s->at[i].root, buf);
        text = text ? arena_printf(a, "%s, %s", text, name) : arena_strdup(a, name);
    }
    return text;
}

static struct quantity k_of(struct arena *a, const struct streams *s, const char **how)
{
    char x[KSR_NAME], y[KSR_NAME];
    const struct stream *first = &s->at[0];
    if (s->odd.bytes)
        return missing(
            arena_printf(a, "%s advances by %ld bytes a pass, which is not a multiple of %ld",
                         ksr_register_name(s->odd.root, x), s->odd_advance, s->odd.bytes));
    if (s->n == 0)
        return missing(s->unknown
                           ? "no address of the loop's loads and stores advances by a "
                             "constant in each pass; set k by kmacstat --unroll=LABEL=K"
                           : "no base register advances; set k by kmacstat --unroll=LABEL=K");
    for (int i = 1; i < s->n; i++)
        if (s->at[i].elements != first->elements)
            return missing(arena_printf(
                a,
                "base registers disagree: %s by %ld, %s by %ld elements a pass; set k by "
                "--unroll=LABEL=K",
                ksr_register_name(first->root, x), first->elements,
                ksr_register_name(s->at[i].root, y), s->at[i].elements));
    *how = arena_printf(a, "%s advance%s by %ld element%s of %ld byte%s a pass", names_of(a, s),
                        s->n == 1 ? "s" : "", first->elements, first->elements == 1 ? "" : "s",
                        first->bytes, first->bytes == 1 ? "" : "s");
    return known((double)first->elements);
}

struct quantity ksr_infer_k(struct arena *a, const struct ksr_body *b,
                            const struct ksr_addresses *s, const char **how)
{
    struct streams found = find_streams(b, s, true);
    if (found.n == 0 && !found.odd.bytes && !found.unknown)
        found = find_streams(b, s, false);
    return k_of(a, &found, how);
}
