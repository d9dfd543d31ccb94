/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison that ends a loop gives the number of passes as a sum of values before the loop,
 * whose greatest factor is the reciprocal of the units in a pass. Addresses have the factor 1 and
 * cancel, or are smaller than the factors of counts. */
#include "x86-asm/trips.h"

#include <math.h>
#include <stdlib.h>

/* ---- comparisons ---- */

/* Returns the value, before the loop, of a root of an address or difference. */
static struct x86_value value_of_root(struct x86_history *h, const struct x86_body *b,
                                      uint32_t root)
{
    if (root < X86_VECTOR)
        return x86_value_at_entry(h, b->loop, (uint8_t)root);
    if (root >= X86_ROOT_SYMBOL)
        return x86_value_of_origin(root | X86_UNSURE);
    if (root >= X86_ROOT_JOIN)
        return x86_unknown_value();
    const struct x86_operation *o = &b->at[root - X86_ROOT_RESULT];
    const struct x86_operand *m = x86_memory(&o->step->is);
    uint32_t step = (uint32_t)(o->step - b->flow->unit->steps.at);
    return m ? x86_value_of_memory(h, step, m) : x86_unknown_value();
}

/* Returns the compared difference before the loop. */
static struct x86_value value_before_loop(struct x86_history *h, const struct x86_body *b,
                                          const struct x86_comparison *c)
{
    struct x86_value v = x86_constant_value((double)c->difference.plus), part;
    for (int t = 0; t < c->difference.n; t++) {
        part = value_of_root(h, b, c->difference.term[t].root);
        x86_add_value(&v, &part, (double)c->difference.term[t].factor);
    }
    if (c->memory) {
        part = x86_value_of_memory(h, (uint32_t)(b->at[c->op].step - b->flow->unit->steps.at),
                                   c->memory);
        x86_add_value(&v, &part, -1);
    }
    return v;
}

/* Returns true if the origin is a quotient that the loop may count in other units: a shift of the
 * quotient can be a part of the division or of its division by k. */
static bool is_shifted_quotient(const struct x86_history *h, const struct x86_value_origin *of)
{
    return of->at < X86_ENTRY && !x86_is_unsure(of->at) &&
           x86_is_wide_product(&h->f->unit->steps.at[of->at].is) &&
           fabs(fabs(of->factor) - 1) > 1e-9;
}

/* Returns true if two origins may be the ends of an array: 64-bit values with opposite factors. */
static bool is_difference(const struct x86_value *v, const struct x86_value_origin *of)
{
    for (int i = 0; i < v->n; i++)
        if (v->of[i].at != of->at && fabs(v->of[i].factor + of->factor) < 1e-9)
            return true;
    return false;
}

/* Returns true if some access of the loop has the root alone as its address: the root is an
 * address. */
static bool is_address(const struct x86_body *b, uint32_t root)
{
    for (size_t i = 0; i < b->n; i++) {
        const struct x86_sum *s = &b->at[i].address;
        if (b->at[i].has_address && s->n == 1 && s->term[0].root == root && s->term[0].factor == 1)
            return true;
    }
    return false;
}

/* Returns true if the origin is a compared address, or the register at the start of the routine
 * that itself advances by more than 1: its units are unknown. */
static bool counts_unknown_units(struct x86_history *h, const struct x86_body *b,
                                 const struct x86_comparison *c, const struct x86_value_origin *of,
                                 int64_t advance)
{
    for (int t = 0; t < c->difference.n; t++) {
        uint32_t root = c->difference.term[t].root;
        bool itself = of->at == X86_ENTRY + root && of->rounded == 0 && llabs(advance) > 1;
        bool address = is_address(b, root);
        if (!address && !itself)
            continue;
        struct x86_value v = value_of_root(h, b, root);
        if (!address && (v.n != 1 || v.plus != 0 || fabs(v.of[0].factor) > 1))
            continue;
        for (int i = 0; i < v.n; i++)
            if (v.of[i].at == of->at && v.of[i].rounded == of->rounded)
                return true;
    }
    return false;
}

static const char *origin_text(const struct x86_history *h, const struct x86_value_origin *of)
{
    char name[X86_NAME];
    if (of->at >= X86_ENTRY)
        return arena_printf(h->a, "%s at the start of the routine",
                            x86_register_name((int)(of->at - X86_ENTRY), name));
    return arena_printf(h->a, "the result of line %lu",
                        (unsigned long)h->f->unit->steps.at[of->at].line);
}

static struct x86_trips trips_of(struct x86_history *h, const struct x86_body *b,
                                 const struct x86_comparison *c)
{
    struct x86_trips t = {0};
    struct x86_sum by;
    if (!x86_advance(b, &c->difference, &by) || by.n || by.plus == 0)
        return t;
    struct x86_value v = value_before_loop(h, b, c);
    const struct x86_value_origin *of = v.known && h->budget > 0 ? x86_greatest_origin(&v) : NULL;
    double units = of ? fabs((double)by.plus / of->factor) : 0;
    if (units < 1 || units > 1e6 || fabs(units - nearbyint(units)) > 1e-9)
        return t;
    t.units = (int64_t)nearbyint(units);
    t.is_count = !is_difference(&v, of) && !is_shifted_quotient(h, of) &&
                 !counts_unknown_units(h, b, c, of, by.plus);
    t.what = origin_text(h, of);
    return t;
}

struct x86_trips x86_find_trips(struct arena *a, const struct x86_body *b,
                                const struct x86_back_edges *back)
{
    struct arena scratch = {0};
    struct x86_history h = x86_history_of(a, &scratch, b, back);
    struct x86_trips best = {0};
    for (size_t i = 0; i < b->n_compared; i++) {
        struct x86_trips t = trips_of(&h, b, &b->compared[i]);
        if (t.units > best.units)
            best = t;
    }
    arena_free(&scratch);
    return best;
}

/* Returns the value of an address when control enters the loop. */
static struct x86_value address_at_entry(struct x86_history *h, const struct x86_body *b,
                                         const struct x86_sum *address)
{
    struct x86_value v = x86_constant_value((double)address->plus), part;
    for (int t = 0; t < address->n && v.known; t++) {
        uint32_t root = address->term[t].root;
        part = root < X86_VECTOR ? x86_value_at_entry(h, b->loop, (uint8_t)root)
                                 : x86_value_of_origin(root | X86_UNSURE);
        x86_add_value(&v, &part, (double)address->term[t].factor);
    }
    return v;
}

void x86_compare_entries(const struct x86_body *b, const struct x86_back_edges *back,
                         struct x86_entry *at, size_t n)
{
    struct arena scratch = {0};
    struct x86_history h = x86_history_of(&scratch, &scratch, b, back);
    struct x86_value *v = ARENA_ARRAY(&scratch, struct x86_value, n + 1);
    for (size_t i = 0; i < n; i++) {
        v[i] = address_at_entry(&h, b, &b->at[at[i].op].address);
        v[i].known &= h.budget > 0;
        at[i].first = i;
        at[i].apart = 0;
        for (size_t j = 0; j < i && at[i].first == i; j++) {
            struct x86_value apart = v[i];
            x86_add_value(&apart, &v[j], -1);
            if (!x86_is_constant(&apart) || at[j].first != j)
                continue;
            at[i].first = j;
            at[i].apart = (int64_t)apart.plus;
        }
    }
    arena_free(&scratch);
}
