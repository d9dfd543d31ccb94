/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Determines k: the number of source iterations in one pass of a compiled loop. The increment of an
 * address in one pass, divided by the size of the accessed elements, is a number of elements. If a
 * stride is not a constant, the number of its additions counts. If nothing is accessed, the
 * increment of a counter counts. Otherwise an operation that a pass has once shows that k is 1. */
#include "x86-asm/body.h"

#include <stdlib.h>

/* Accesses whose addresses have the same increment. */
struct stream {
    size_t op;        /* the first of the accesses */
    int64_t advance;  /* bytes per pass; of a variable stride: number of strides */
    int64_t bytes;    /* of an element */
    int64_t elements; /* per pass; 0 = not a whole number */
};
struct streams {
    struct stream *at;
    size_t n;
    bool unknown; /* the increment of an address is unknown */
};

static const char *address_text(struct arena *a, const struct x86_operation *o)
{
    const struct x86_operand *m = x86_memory(&o->step->is);
    char base[X86_NAME], index[X86_NAME];
    bool has_index = m->index != X86_NO_REGISTER;
    if (m->base != X86_NO_REGISTER && m->base != X86_RIP)
        return has_index ? arena_printf(a, "%s with %s", x86_register_name(m->base, base),
                                        x86_register_name(m->index, index))
                         : arena_strdup(a, x86_register_name(m->base, base));
    return has_index ? arena_strdup(a, x86_register_name(m->index, index)) : "an address";
}

/* Returns the bytes of an element that the operation loads or stores. A number of the x87 unit with
 * 80 bits occupies 16 bytes in the x86-64 ABI. */
static int64_t element_bytes(const struct x86_operation *o)
{
    const struct instruction *f = &o->fact;
    int bytes = f->load_bytes ? f->load_bytes : f->store_bytes;
    if (bytes == 10)
        return 16;
    const struct x86_operand *m = x86_memory(&o->step->is);
    if (m->broadcast || f->elements < 1 || bytes % f->elements)
        return bytes;
    return bytes / f->elements;
}

static bool is_access(const struct x86_operation *o, bool floating)
{
    const struct instruction *f = &o->fact;
    bool accesses = f->load_bytes || f->store_bytes;
    bool fp =
        (f->load_bytes && f->load_class == OP_LFL) || (f->store_bytes && f->store_class == OP_SFL);
    return accesses && fp == floating && x86_memory(&o->step->is);
}

static bool known_stream(const struct x86_body *b, const struct streams *s, size_t op)
{
    for (size_t i = 0; i < s->n; i++) {
        int64_t apart;
        if (x86_difference(&b->at[op].address, &b->at[s->at[i].op].address, &apart))
            return true;
    }
    return false;
}

static int64_t whole_elements(int64_t advance, int64_t bytes)
{
    return bytes && advance % bytes == 0 ? llabs(advance / bytes) : 0;
}

/* Returns the number of strides: the factor of the only term of the increment, divided by the scale
 * of the index register, which converts elements to bytes. */
static int64_t strides(const struct x86_operation *o, const struct x86_sum *by)
{
    int64_t n = llabs(by->term[0].factor);
    int scale = x86_memory(&o->step->is)->scale;
    return scale > 1 && n % scale == 0 ? n / scale : n;
}

/* Finds the streams with a variable stride (by_stride), or those with a constant increment. */
static struct streams find_streams(struct arena *a, const struct x86_body *b, bool floating,
                                   bool by_stride)
{
    struct streams s = {.n = 0};
    for (size_t i = 0; i < b->n; i++) {
        const struct x86_operation *o = &b->at[i];
        struct x86_sum by;
        if (!is_access(o, floating))
            continue;
        bool known = o->has_address && x86_advance(b, &o->address, &by);
        bool stride = known && by.n == 1 && by.plus == 0;
        if (!known || (by.n && !(stride && by_stride))) {
            s.unknown = true;
            continue;
        }
        if ((by.n == 0) == by_stride || (by.n == 0 && by.plus == 0) || known_stream(b, &s, i))
            continue;
        int64_t bytes = element_bytes(o), n = by_stride ? strides(o, &by) : by.plus;
        *ARENA_PUSH(a, s.at, s.n) =
            (struct stream){i, n, bytes, by_stride ? n : whole_elements(n, bytes)};
    }
    return s;
}

/* ---- agreement of the streams ---- */

static int64_t least_elements(const struct streams *s)
{
    int64_t least = s->at[0].elements;
    for (size_t i = 1; i < s->n; i++)
        least = s->at[i].elements < least ? s->at[i].elements : least;
    return least;
}

static const struct stream *odd_one(const struct streams *s, int64_t k)
{
    for (size_t i = 0; i < s->n; i++)
        if (k == 0 ? s->at[i].elements == 0 : s->at[i].elements % k != 0)
            return &s->at[i];
    return NULL;
}

static bool all_alike(const struct streams *s, bool in_bytes)
{
    for (size_t i = 1; i < s->n; i++)
        if (in_bytes ? s->at[i].bytes != s->at[0].bytes : s->at[i].elements != s->at[0].elements)
            return false;
    return true;
}

static const char *plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

static void k_of_streams(struct arena *a, const struct x86_body *b, const struct streams *s,
                         struct x86_unrolled *u)
{
    int64_t k = least_elements(s);
    const struct stream *odd = odd_one(s, k), *first = &s->at[0];
    while (first->elements != k)
        first++;
    const char *name = address_text(a, &b->at[first->op]);
    if (odd && k == 0) {
        u->k = missing(arena_printf(
            a, "%s advances by %lld bytes a pass, which is not a multiple of %lld",
            address_text(a, &b->at[odd->op]), (long long)odd->advance, (long long)odd->bytes));
        return;
    }
    if (odd) {
        u->k = missing(arena_printf(
            a,
            "addresses disagree: %s advances by %lld, %s by %lld elements a "
            "pass; set k by --unroll=LABEL=K",
            name, (long long)k, address_text(a, &b->at[odd->op]), (long long)odd->elements));
        return;
    }
    u->k = known((double)k);
    u->unit_stride = true;
    bool alike = all_alike(s, false);
    u->element = alike && all_alike(s, true) ? (long)first->bytes : 0;
    u->how = arena_printf(a, "%s advances by %lld element%s of %lld byte%s a pass%s", name,
                          (long long)k, plural(k), (long long)first->bytes, plural(first->bytes),
                          alike ? "" : ", others by a multiple of it");
}

static void k_of_strides(struct arena *a, const struct x86_body *b, const struct streams *s,
                         struct x86_unrolled *u)
{
    int64_t k = least_elements(s);
    if (k == 0 || odd_one(s, k))
        return;
    u->k = known((double)k);
    u->how = arena_printf(a, "%s advances by %lld stride%s a pass; the stride is not a constant",
                          address_text(a, &b->at[s->at[0].op]), (long long)k, plural(k));
}

/* ---- counters ---- */

/* Returns the increment of the register in a pass; 0 = none. */
static int64_t goes_on_by(const struct x86_body *b, uint8_t reg)
{
    const struct x86_sum *s = reg < X86_VECTOR ? &b->last[reg] : NULL;
    bool counts = s && s->n == 1 && s->term[0].root == reg && s->term[0].factor == 1;
    return counts ? llabs(s->plus) : 0;
}

/* Returns the register that is compared or decremented by the last operation that sets flags before
 * a branch; -1 = none. */
static int counter_of(const struct x86_body *b)
{
    int best = -1;
    for (size_t i = b->n; i-- > 0;) {
        struct x86_use use[X86_USES];
        uint8_t def[X86_DEFS];
        bool flags = false;
        int n = x86_defs(&b->at[i].step->is, def);
        for (int d = 0; d < n; d++)
            flags |= def[d] == X86_FLAGS;
        n = flags ? x86_uses(&b->at[i].step->is, use) : 0;
        for (int u = 0; u < n; u++) {
            int64_t by = goes_on_by(b, use[u].reg);
            if (by && (best < 0 || by < goes_on_by(b, (uint8_t)best)))
                best = use[u].reg;
        }
    }
    return best;
}

/* Returns an upper limit of the iterations in a pass: each iteration has at least one operation,
 * and a call in the source loop is executed in each iteration. */
static int64_t most_iterations(const struct x86_body *b)
{
    int64_t most = 0;
    for (size_t i = 0; i < b->n; i++) {
        const struct x86_operation *o = &b->at[i];
        enum x86_control control = x86_control(&o->step->is);
        if (control == X86_CALLS)
            return 1;
        if (control == X86_CONTINUES)
            most += o->fact.elements > 1 ? o->fact.elements : 1;
    }
    return most;
}

/* advances: addresses advance by constants that disagree, which is the reason if the counter does
 * not give k either. */
static void k_of_counter(struct arena *a, const struct x86_body *b, bool advances,
                         struct x86_unrolled *u)
{
    char name[X86_NAME];
    int reg = counter_of(b);
    int64_t by = reg < 0 ? 0 : goes_on_by(b, (uint8_t)reg);
    if (by == 0)
        return;
    x86_register_name(reg, name);
    if (by > most_iterations(b) && advances)
        return;
    if (by > most_iterations(b)) {
        u->k = missing(arena_printf(a,
                                    "the counter %s advances by %lld a pass, which has fewer "
                                    "operations; set k by kmacstat --unroll=LABEL=K",
                                    name, (long long)by));
        return;
    }
    bool passes = u->width > 1 && by == 1;
    u->k = known((double)(passes ? u->width : by));
    u->how = passes
                 ? arena_printf(a, "%s counts passes, and its widest operations have %d elements",
                                name, u->width)
                 : arena_printf(a, "%s advances by %lld a pass", name, (long long)by);
}

static void k_of_single_operation(struct arena *a, const struct x86_body *b, struct x86_unrolled *u)
{
    const char *once = x86_once_in_a_pass(b, counter_of(b) >= 0);
    if (!once)
        return;
    u->k = known(1);
    u->how = arena_printf(a, "a pass has %s: the loop is not unrolled", once);
}

/* ---- result ---- */

static bool is_floating(const struct instruction *f)
{
    return f->class == OP_FA || f->class == OP_FM || f->class == OP_FMA || f->class == OP_FMISC ||
           f->class == OP_LFL || f->class == OP_SFL;
}

static int widest(const struct x86_body *b)
{
    int width = 1;
    for (size_t i = 0; i < b->n; i++)
        if (is_floating(&b->at[i].fact) && b->at[i].fact.elements > width)
            width = b->at[i].fact.elements;
    return width;
}

struct x86_unrolled x86_find_k(struct arena *a, const struct x86_body *b)
{
    struct arena scratch = {0};
    struct x86_unrolled u = {.width = widest(b)};
    bool advances = false;
    u.k = missing("no address of the loop's loads and stores advances by a constant in each pass, "
                  "there is no counter, and no operation occurs once in a pass; set k by kmacstat "
                  "--unroll=LABEL=K");
    for (int by_stride = 0; by_stride < 2 && !is_known(u.k); by_stride++)
        for (int floating = 1; floating >= 0 && !is_known(u.k); floating--) {
            struct streams s = find_streams(&scratch, b, floating, by_stride);
            advances |= s.n > 0;
            if (s.n && by_stride)
                k_of_strides(a, b, &s, &u);
            else if (s.n)
                k_of_streams(a, b, &s, &u);
        }
    if (!is_known(u.k) && !u.element)
        k_of_counter(a, b, advances, &u);
    if (!is_known(u.k) && !advances)
        k_of_single_operation(a, b, &u);
    arena_free(&scratch);
    return u;
}
