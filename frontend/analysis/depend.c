/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/depend.h"

#include <stdlib.h>

bool symbol_varies(const struct body *b, int node)
{
    if (node == FORM_ONE)
        return false;
    const struct value *v = value_at(&b->values, node);
    switch (v->kind) {
    case VALUE_CONSTANT:
    case VALUE_ENTRY:
        return false;
    case VALUE_FORM:
        for (int i = 0; i < v->form->n; i++)
            if (v->form->at[i].power > 0 || symbol_varies(b, v->form->at[i].symbol))
                return true;
        return false;
    case VALUE_OPERATION:
        for (int i = 0; i < v->n_args; i++)
            if (symbol_varies(b, v->args[i]))
                return true;
        return false;
    default:
        return true;
    }
}

static bool form_varies(const struct body *b, const struct form *f)
{
    for (int i = 0; i < f->n; i++)
        if (symbol_varies(b, f->at[i].symbol))
            return true;
    return false;
}

bool access_affine(const struct body *b, const struct access *a)
{
    for (int i = 0; i < a->n_subs; i++)
        if (form_varies(b, &a->subs[i]))
            return false;
    return true;
}

bool access_invariant(const struct body *b, const struct access *a)
{
    for (int i = 0; i < a->n_subs; i++)
        if (form_part(&a->subs[i], 1).n)
            return false;
    return access_affine(b, a);
}

/* Declared places apart: what COMMON and EQUIVALENCE do not lay over each other
 * does not overlap (rule 8). */
static bool apart(const struct symbol *x, const struct symbol *y)
{
    int64_t size = symbol_size(x), other = symbol_size(y);
    return x->placed && y->placed && size > 0 && other > 0 &&
           (x->offset + size <= y->offset || y->offset + other <= x->offset);
}

bool depend_share(const struct access *a, const struct access *b)
{
    if (!a->array || !b->array)
        return (!a->array || a->array->common) && (!b->array || b->array->common);
    return a->array == b->array ||
           (a->array->storage == b->array->storage && !apart(a->array, b->array));
}

static struct relation answer(enum touch touch, const char *test)
{
    return (struct relation){touch, 0, test};
}

/* s2 * t2 - s1 * t1 = difference in no two iterations of the loop: the first and
 * the last value of the DO variable, which need not be constants, say how far the
 * left side goes. */
static bool out_of_reach(const struct body *b, int64_t s1, int64_t s2,
                         const struct form *difference)
{
    int64_t up, down, step, over;
    struct form beyond;
    if (!b->span_known || !form_is_constant(&b->step, &step) ||
        __builtin_sub_overflow(s2 > 0 ? s2 : 0, s1 < 0 ? s1 : 0, &up) ||
        __builtin_sub_overflow(s2 < 0 ? s2 : 0, s1 > 0 ? s1 : 0, &down) || down == INT64_MIN)
        return false;
    if (up % step == 0 && form_add(&beyond, difference, -(up / step), &b->span) &&
        form_is_constant(&beyond, &over) && over > 0)
        return true;
    return down % step == 0 && form_add(&beyond, difference, -(down / step), &b->span) &&
           form_is_constant(&beyond, &over) && over < 0;
}

/* Equal strides, a difference with symbols in it: first = second where stride *
 * distance = difference. */
static struct relation same_stride(const struct body *b, const struct form *stride,
                                   const struct form *difference)
{
    int64_t distance, step;
    if (stride->n == 0)
        return answer(TOUCH_UNKNOWN, "symbolic ZIV");
    if (!form_ratio(difference, stride, &distance)) {
        bool never = form_is_constant(stride, &step) && out_of_reach(b, step, step, difference);
        return answer(never ? TOUCH_NEVER : TOUCH_UNKNOWN, "symbolic SIV");
    }
    if (b->trip_known && (distance >= b->trip || -distance >= b->trip))
        return answer(TOUCH_NEVER, "strong SIV");
    return (struct relation){TOUCH_AT, distance, "strong SIV"};
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t t = a % b;
        a = b;
        b = t;
    }
    return llabs(a);
}

/* s1 * t1 - s2 * t2 = c within the iterations, s1 and s2 different. */
static struct relation other_stride(const struct body *b, int64_t s1, int64_t s2, int64_t c)
{
    enum { LARGE = 1 << 30 };
    if (llabs(s1) > LARGE || llabs(s2) > LARGE || llabs(c) > INT64_MAX / 4)
        return answer(TOUCH_UNKNOWN, "too large");
    if (c % gcd(s1, s2) != 0)
        return answer(TOUCH_NEVER, "GCD");
    /* Banerjee: the least and the greatest value of the left side. */
    bool bounded = b->trip_known && b->trip < LARGE;
    int64_t most = bounded ? b->trip - 1 : 0;
    bool down = s1 < 0 || s2 > 0, up = s1 > 0 || s2 < 0;
    int64_t low = (s1 < 0 ? s1 : 0) * most - (s2 > 0 ? s2 : 0) * most;
    int64_t high = (s1 > 0 ? s1 : 0) * most - (s2 < 0 ? s2 : 0) * most;
    if ((c < low && (bounded || !down)) || (c > high && (bounded || !up)))
        return answer(TOUCH_NEVER, s1 == 0 || s2 == 0 ? "weak-zero SIV" : "Banerjee");
    return answer(TOUCH_UNKNOWN, s1 == 0 || s2 == 0 ? "weak-zero SIV" : "weak SIV");
}

/* Whether the forms differ by a constant only: c = first - second. */
static bool differ_by_constant(const struct form *first, const struct form *second, int64_t *c)
{
    int i = 0, k = 0;
    bool one = first->n > 0 && first->at[0].symbol == FORM_ONE && first->at[0].power == 0;
    bool other = second->n > 0 && second->at[0].symbol == FORM_ONE && second->at[0].power == 0;
    if (__builtin_sub_overflow(one ? first->at[i++].coefficient : 0,
                               other ? second->at[k++].coefficient : 0, c) ||
        first->n - i != second->n - k)
        return false;
    for (; i < first->n; i++, k++)
        if (first->at[i].symbol != second->at[k].symbol ||
            first->at[i].power != second->at[k].power ||
            first->at[i].coefficient != second->at[k].coefficient)
            return false;
    return true;
}

/* The common case of relate_forms, without calculating with forms. */
static struct relation shifted(const struct body *b, const struct form *f, int64_t c)
{
    int moving = 0;
    int64_t step = 0;
    for (int i = 0; i < f->n; i++)
        if (f->at[i].power == 1) {
            moving++;
            step = f->at[i].symbol == FORM_ONE ? f->at[i].coefficient : 0;
        }
    if (form_varies(b, f))
        return c ? answer(TOUCH_UNKNOWN, "not affine") : answer(TOUCH_NOW, "same subscript");
    if (moving == 0)
        return answer(c ? TOUCH_NEVER : TOUCH_ALWAYS, "ZIV");
    if (c == 0)
        return answer(TOUCH_AT, "strong SIV");
    if (moving > 1 || step == 0 || c == INT64_MIN)
        return answer(TOUCH_UNKNOWN, "symbolic SIV");
    if (c % step != 0 || (b->trip_known && (c / step >= b->trip || -(c / step) >= b->trip)))
        return answer(TOUCH_NEVER, "strong SIV");
    return (struct relation){TOUCH_AT, c / step, "strong SIV"};
}

/* One subscript of both. */
static struct relation relate_forms(const struct body *b, const struct form *first,
                                    const struct form *second)
{
    int64_t a, z, c;
    if (differ_by_constant(first, second, &c))
        return shifted(b, first, c);
    struct form s1 = form_part(first, 1), s2 = form_part(second, 1);
    struct form c1 = form_part(first, 0), c2 = form_part(second, 0), difference;
    if (!form_add(&difference, &c1, -1, &c2))
        return answer(TOUCH_UNKNOWN, "too long");
    if (form_varies(b, first) || form_varies(b, second))
        return answer(TOUCH_UNKNOWN, "not affine");
    if (form_same(&s1, &s2))
        return same_stride(b, &s1, &difference);
    if (!form_is_constant(&s1, &a) || !form_is_constant(&s2, &z))
        return answer(TOUCH_UNKNOWN, "symbolic weak SIV");
    if (out_of_reach(b, a, z, &difference))
        return answer(TOUCH_NEVER, "Banerjee");
    if (form_is_constant(&difference, &c))
        return other_stride(b, a, z, -c);
    return answer(TOUCH_UNKNOWN, "symbolic weak SIV");
}

/* What both subscripts say together. */
static struct relation meet(struct relation x, struct relation y)
{
    if (x.touch == TOUCH_NEVER || y.touch == TOUCH_NEVER)
        return x.touch == TOUCH_NEVER ? x : y;
    if (x.touch == TOUCH_ALWAYS || y.touch == TOUCH_ALWAYS)
        return x.touch == TOUCH_ALWAYS ? y : x;
    if (x.touch == TOUCH_AT && y.touch == TOUCH_AT)
        return x.distance == y.distance ? x : answer(TOUCH_NEVER, "coupled SIV");
    if (x.touch == TOUCH_UNKNOWN || y.touch == TOUCH_UNKNOWN)
        return x.touch == TOUCH_UNKNOWN ? x : y;
    /* One is NOW, the other NOW or AT. */
    struct relation at = x.touch == TOUCH_AT ? x : y;
    return at.touch == TOUCH_AT && at.distance != 0 ? answer(TOUCH_UNKNOWN, "not affine") : at;
}

/* Different names in one storage: by bytes. */
static struct relation relate_bytes(const struct body *b, const struct access *first,
                                    const struct access *second)
{
    if (!first->linear || !second->linear)
        return answer(TOUCH_UNKNOWN, "overlay");
    struct relation r = relate_forms(b, first->bytes, second->bytes);
    int bytes = first->array->bytes, other = second->array->bytes;
    if (r.touch == TOUCH_UNKNOWN || (bytes == other && r.touch != TOUCH_NEVER))
        return r;
    /* Elements of other sizes, or shifted ones, may overlap in part. */
    struct form s = form_part(first->bytes, 1), d;
    int64_t c, step;
    if (form_add(&d, first->bytes, -1, second->bytes) && form_is_constant(&d, &c)) {
        bool clear = form_is_constant(&s, &step) && bytes && step % bytes == 0 && bytes == other &&
                     c % bytes == 0;
        if (clear || s.n == 0)
            return clear || c >= other || -c >= bytes ? answer(TOUCH_NEVER, r.test)
                                                      : answer(TOUCH_UNKNOWN, "overlay");
    }
    return bytes == other && r.touch == TOUCH_NEVER ? r : answer(TOUCH_UNKNOWN, "overlay");
}

struct relation depend_relate(const struct body *b, const struct access *first,
                              const struct access *second)
{
    if (!depend_share(first, second))
        return answer(TOUCH_NEVER, "different storage");
    if (first->wild || second->wild)
        return answer(TOUCH_UNKNOWN, "changed out of sight");
    if (first->array != second->array)
        return relate_bytes(b, first, second);
    if (first->n_subs != second->n_subs)
        return answer(TOUCH_UNKNOWN, "number of subscripts");
    struct relation r = answer(TOUCH_ALWAYS, "ZIV");
    for (int i = 0; i < first->n_subs; i++)
        r = meet(r, relate_forms(b, &first->subs[i], &second->subs[i]));
    return r;
}
