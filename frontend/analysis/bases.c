/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/bases.h"

#include "frontend/analysis/depend.h"
#include "machines/machine.h"

#include <stdlib.h>

/* The address of an access. References with equal storage and shape can share a base register if
 * the difference of their offsets fits in the displacement. */
struct address {
    int access;
    int storage;
    struct form shape; /* of the byte offset, without its constant */
    int64_t offset;
};

static bool moves(const struct access *a)
{
    for (int i = 0; i < a->n_subs; i++)
        if (form_part(&a->subs[i], 1).n)
            return true;
    return false;
}

static bool needs_base(const struct body *b, const struct access *a)
{
    return (a->use == REF_LOAD || a->use == REF_STORE) && moves(a) && access_affine(b, a);
}

static int order_forms(const struct form *a, const struct form *b)
{
    if (a->n != b->n)
        return a->n - b->n;
    for (int i = 0; i < a->n; i++) {
        const struct form_term *x = &a->at[i], *y = &b->at[i];
        if (x->power != y->power)
            return x->power - y->power;
        if (x->symbol != y->symbol)
            return x->symbol < y->symbol ? -1 : 1;
        if (x->coefficient != y->coefficient)
            return x->coefficient < y->coefficient ? -1 : 1;
    }
    return 0;
}

static int order(const void *one, const void *other)
{
    const struct address *a = one, *b = other;
    if (a->storage != b->storage)
        return a->storage - b->storage;
    int comparison = order_forms(&a->shape, &b->shape);
    if (comparison)
        return comparison;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return a->access - b->access;
}

/* Returns the address of an access. If its byte offset has no form, its subscripts give the
 * shape. */
static struct address address_of(const struct body *b, int i)
{
    const struct access *a = &b->accesses.at[i];
    const struct symbol *y = a->array;
    bool inside = y->whole && y->within >= 0;
    struct address x = {.access = i, .storage = inside ? y->whole->storage : y->storage};
    if (a->linear) {
        x.shape = *a->bytes;
        x.offset = form_take_constant(&x.shape) + (inside ? y->within : 0);
    } else if (a->n_subs) {
        x.shape = a->subs[0];
        if (__builtin_mul_overflow(form_take_constant(&x.shape), a->array->bytes, &x.offset))
            x.offset = 0;
        for (int k = 1; k < a->n_subs; k++) {
            struct form sum;
            /* a weighted sum distinguishes the subscripts; any large weights do */
            if (form_add(&sum, &x.shape, 1000003 * k, &a->subs[k]))
                x.shape = sum;
        }
    }
    return x;
}

int bases_find(const struct body *b, double displacement, int *base)
{
    ARRAY(struct address) list = {0};
    for (size_t i = 0; i < b->accesses.n; i++) {
        base[i] = -1;
        if (needs_base(b, &b->accesses.at[i]))
            *array_push(&list) = address_of(b, (int)i);
    }
    array_sort(&list, order);
    int bases = 0;
    int64_t lowest = 0;
    for (size_t i = 0; i < list.n; i++) {
        const struct address *x = &list.at[i];
        bool same =
            i > 0 && x->storage == x[-1].storage && order_forms(&x->shape, &x[-1].shape) == 0;
        if (!same || !displacement_reaches(displacement, (double)lowest, (double)x->offset)) {
            bases++;
            lowest = x->offset;
        }
        base[x->access] = bases - 1;
    }
    array_free(&list);
    return bases;
}

static int order_walks(const void *one, const void *other)
{
    const struct address *a = one, *b = other;
    int comparison = order_forms(&a->shape, &b->shape);
    return comparison ? comparison : a->access - b->access;
}

void bases_walks(const struct body *b, const int *base, struct walk *walks)
{
    ARRAY(struct address) list = {0};
    for (size_t i = 0; i < b->accesses.n; i++) {
        const struct access *a = &b->accesses.at[i];
        walks[i] = (struct walk){0, 0};
        if (base[i] >= 0 && a->array->dummy && a->linear)
            *array_push(&list) = address_of(b, (int)i);
    }
    array_sort(&list, order_walks);
    int number = 0;
    for (size_t i = 0; i < list.n; i++) {
        number += i == 0 || order_forms(&list.at[i].shape, &list.at[i - 1].shape) != 0;
        walks[list.at[i].access] = (struct walk){number, list.at[i].offset};
    }
    array_free(&list);
}
