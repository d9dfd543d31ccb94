/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/forms.h"

#include "base/names.h"

#include <string.h>

struct form form_constant(int64_t c)
{
    struct form f;
    f.n = 0;
    if (c != 0)
        f.at[f.n++] = (struct form_term){FORM_ONE, 0, c};
    return f;
}

struct form form_symbol(int symbol)
{
    struct form f;
    f.n = 1;
    f.at[0] = (struct form_term){symbol, 0, 1};
    return f;
}

static int order(const struct form_term *a, const struct form_term *b)
{
    if (a->power != b->power)
        return a->power - b->power;
    return (a->symbol > b->symbol) - (a->symbol < b->symbol);
}

static bool put(struct form *f, struct form_term t)
{
    if (t.coefficient == 0)
        return true;
    if (f->n == FORM_MOST)
        return false;
    f->at[f->n++] = t;
    return true;
}

bool form_add(struct form *sum, const struct form *a, int64_t factor, const struct form *b)
{
    struct form f;
    int i = 0, k = 0;
    bool ok = true;
    f.n = 0;
    while (ok && (i < a->n || k < b->n)) {
        int comparison = i == a->n ? 1 : k == b->n ? -1 : order(&a->at[i], &b->at[k]);
        struct form_term t = comparison <= 0 ? a->at[i] : b->at[k];
        int64_t c = 0;
        if (comparison >= 0)
            ok = !__builtin_mul_overflow(b->at[k].coefficient, factor, &c);
        if (comparison <= 0)
            ok = ok && !__builtin_add_overflow(c, a->at[i].coefficient, &c);
        t.coefficient = c;
        ok = ok && put(&f, t);
        i += comparison <= 0;
        k += comparison >= 0;
    }
    form_copy(sum, &f);
    return ok;
}

bool form_scale(struct form *product, const struct form *a, int64_t factor)
{
    struct form zero;
    zero.n = 0;
    return form_add(product, &zero, factor, a);
}

bool form_times_t(struct form *product, const struct form *a)
{
    if (product != a)
        form_copy(product, a);
    for (int i = 0; i < a->n; i++) {
        if (a->at[i].power != 0)
            return false;
        product->at[i].power = 1;
    }
    return true;
}

bool form_is_constant(const struct form *f, int64_t *c)
{
    if (f->n > 1 || (f->n == 1 && (f->at[0].symbol != FORM_ONE || f->at[0].power != 0)))
        return false;
    *c = f->n ? f->at[0].coefficient : 0;
    return true;
}

static bool term_same(const struct form_term *a, const struct form_term *b)
{
    return a->symbol == b->symbol && a->power == b->power && a->coefficient == b->coefficient;
}

bool form_same(const struct form *a, const struct form *b)
{
    if (a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++)
        if (!term_same(&a->at[i], &b->at[i]))
            return false;
    return true;
}

uint32_t form_hash(const struct form *f)
{
    uint64_t hash = 0;
    for (int i = 0; i < f->n; i++) {
        hash = hash_word(hash, (uint64_t)f->at[i].coefficient);
        hash = hash_word(hash, (uint64_t)(uint32_t)f->at[i].symbol << 1 | (unsigned)f->at[i].power);
    }
    return (uint32_t)hash;
}

struct form form_part(const struct form *f, int power)
{
    struct form part;
    part.n = 0;
    for (int i = 0; i < f->n; i++)
        if (f->at[i].power == power) {
            part.at[part.n] = f->at[i];
            part.at[part.n++].power = 0;
        }
    return part;
}

int64_t form_take_constant(struct form *f)
{
    if (f->n == 0 || f->at[0].symbol != FORM_ONE || f->at[0].power != 0)
        return 0;
    int64_t c = f->at[0].coefficient;
    memmove(&f->at[0], &f->at[1], sizeof f->at[0] * (size_t)--f->n);
    return c;
}

bool form_ratio(const struct form *a, const struct form *b, int64_t *r)
{
    *r = 0;
    if (a->n == 0)
        return true;
    int64_t top = a->at[0].coefficient, bottom = b->at[0].coefficient;
    if (a->n != b->n || top == INT64_MIN || top % bottom != 0)
        return false;
    *r = top / bottom;
    struct form back;
    return form_scale(&back, b, *r) && form_same(&back, a);
}
