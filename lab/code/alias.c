/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/code/alias.h"

#include <string.h>

bool linear_terms_add(struct linear_term *terms, int *n, int most, struct linear_term term)
{
    int t = 0;

    while (t < *n && terms[t].of < term.of)
        t++;
    if (t < *n && terms[t].of == term.of) {
        terms[t].scale = (int64_t)((uint64_t)terms[t].scale + (uint64_t)term.scale);
        if (terms[t].scale == 0)
            memmove(&terms[t], &terms[t + 1], (size_t)(--*n - t) * sizeof *terms);
        return true;
    }
    if (term.scale == 0)
        return true;
    if (*n == most)
        return false;
    memmove(&terms[t + 1], &terms[t], (size_t)((*n)++ - t) * sizeof *terms);
    terms[t] = term;
    return true;
}

bool ir_memory_add(struct memory *m, uint32_t of, int64_t scale)
{
    return linear_terms_add(m->terms, &m->n, MEMORY_TERMS, (struct linear_term){of, scale});
}

struct memory ir_memory_of(const struct ir_place *p)
{
    struct memory m = {.object = p->object, .offset = p->offset, .bytes = p->bytes};

    for (int t = 0; t < p->n_terms; t++)
        ir_memory_add(&m, p->terms[t].index, p->terms[t].scale);
    return m;
}

struct memory ir_memory_of_inst(const struct ir_inst *i)
{
    struct memory m = {.bytes = lab_memory_bytes(i->inst.op)};

    if (!i->inst.place)
        return m;
    m = ir_memory_of(i->inst.place);
    m.bytes = lab_memory_bytes(i->inst.op);
    if (i->inst.base != 0 && m.n > 0) {
        m.n = 0;
        m.object = NULL;
    }
    return m;
}

bool ir_memory_common_base(const struct object *a, const struct object *b, int64_t *at, int64_t *bt)
{
    *at = a->kind == OBJECT_ARGUMENT ? 0 : a->at;
    *bt = b->kind == OBJECT_ARGUMENT ? 0 : b->at;
    if (a == b)
        return true;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case OBJECT_ARGUMENT:
        return a->address == b->address;
    case OBJECT_STATIC:
        return a->symbol == b->symbol;
    default:
        return true;
    }
}

static bool same_terms(const struct memory *a, const struct memory *b)
{
    if (a->n != b->n)
        return false;
    for (int t = 0; t < a->n; t++)
        if (a->terms[t].of != b->terms[t].of || a->terms[t].scale != b->terms[t].scale)
            return false;
    return true;
}

bool ir_memory_distance(const struct memory *a, const struct memory *b, int64_t *distance)
{
    int64_t at, bt;

    if (!a->object || !b->object || !ir_memory_common_base(a->object, b->object, &at, &bt) ||
        !same_terms(a, b))
        return false;
    *distance = bt + b->offset - at - a->offset;
    return true;
}

bool ir_memory_same(const struct memory *a, const struct memory *b)
{
    int64_t distance;
    return a->bytes == b->bytes && ir_memory_distance(a, b, &distance) && distance == 0;
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static uint64_t magnitude(int64_t n)
{
    return n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
}

/* Returns a number that divides the difference of the two sums of terms for all values of the
 * terms; 0 = the sums are equal. */
static uint64_t common_step(const struct memory *a, const struct memory *b)
{
    struct memory difference = *a;
    uint64_t g = 0;

    for (int t = 0; t < b->n; t++)
        if (!ir_memory_add(&difference, b->terms[t].of, -b->terms[t].scale))
            return 1;
    for (int t = 0; t < difference.n; t++)
        g = gcd(g, magnitude(difference.terms[t].scale));
    return g;
}

/* Returns whether the byte ranges overlap for some values of the terms. */
static bool offsets_may_overlap(const struct memory *a, const struct memory *b, int64_t distance)
{
    uint64_t step = common_step(a, b);

    if (step == 0)
        return distance < (int64_t)a->bytes && -distance < (int64_t)b->bytes;
    int64_t rest = distance % (int64_t)step;
    if (rest < 0)
        rest += (int64_t)step;
    return rest < (int64_t)a->bytes || (int64_t)step - rest < (int64_t)b->bytes;
}

bool ir_objects_disjoint(const struct object *a, const struct object *b)
{
    int64_t at, bt;

    if (a == b)
        return false;
    if (a->group != b->group)
        return true;
    return ir_memory_common_base(a, b, &at, &bt) && a->bytes > 0 && b->bytes > 0 &&
           (at + a->bytes <= bt || bt + b->bytes <= at);
}

bool ir_memory_may_overlap(const struct memory *a, const struct memory *b)
{
    int64_t at, bt;

    if (!a->object || !b->object)
        return true;
    if (ir_objects_disjoint(a->object, b->object))
        return false;
    if (!ir_memory_common_base(a->object, b->object, &at, &bt))
        return true;
    return offsets_may_overlap(a, b, bt + b->offset - at - a->offset);
}

bool ir_memory_escapes(const struct memory *m)
{
    return !m->object || m->object->escapes || m->object->kind == OBJECT_ARGUMENT;
}
