/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/strides.h"

#include "frontend/analysis/depend.h"
#include "frontend/analysis/reuse.h"
#include "base/util.h"

#include <stdlib.h>

enum { STEP_MOST = 1 << 20 };

/* Finds the bytes that an access moves in an iteration where the extents of its array are unknown
 * (it is ALLOCATABLE, or of assumed shape): a constant if only the first subscript changes, whose
 * elements are assumed to be contiguous. */
static bool find_first_stride(const struct access *a, int64_t *bytes)
{
    int64_t elements;
    for (int i = 1; i < a->n_subs; i++)
        if (form_part(&a->subs[i], 1).n)
            return false;
    if (a->n_subs == 0 || (uint32_t)a->n_subs != a->array->n_dims)
        return false;
    int64_t element = a->array->dims[0].stride ? a->array->dims[0].stride : a->array->bytes;
    struct form advance = form_part(&a->subs[0], 1);
    return element > 0 && form_is_constant(&advance, &elements) &&
           !__builtin_mul_overflow(elements, element, bytes);
}

/* Finds the bytes that an access moves in an iteration. False = not a constant. */
static bool find_stride(const struct access *a, int64_t *bytes)
{
    if (a->array->bytes == 0)
        return false;
    if (!a->linear)
        return find_first_stride(a, bytes);
    struct form advance = form_part(a->bytes, 1);
    return form_is_constant(&advance, bytes);
}

static long stride_of(const struct body *b, const struct access *a)
{
    int64_t bytes;
    if (access_invariant(b, a))
        return 1;
    if (!access_affine(b, a) || !find_stride(a, &bytes) || bytes % a->array->bytes != 0 ||
        llabs(bytes) / a->array->bytes > STEP_MOST)
        return 0;
    return bytes ? (long)(llabs(bytes) / a->array->bytes) : 1;
}

/* An access for sorting. Components of one array of a derived type with one size count as one
 * array. */
struct moved {
    const struct symbol *array; /* of components: the array of the derived type */
    int64_t component;          /* bytes of the component; -1 = it is none */
    long stride;
    bool write;
    size_t access;
};

static int compare_moved(const void *one, const void *other)
{
    const struct moved *a = one, *b = other;
    int arrays = ORDER_OF((uintptr_t)a->array, (uintptr_t)b->array);
    int components = ORDER_OF(a->component, b->component);
    int order = arrays ? arrays : components ? components : ORDER_OF(a->stride, b->stride);
    return order ? order : a->write - b->write;
}

static bool is_transfer(const struct access *a)
{
    return a->use == REF_STORE || access_loads(a);
}

static void count_alike(const struct moved *list, size_t n, struct stride *strides)
{
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && compare_moved(&list[i], &list[end]) == 0;)
            end++;
        for (size_t k = i; k < end; k++)
            strides[list[k].access].alike = (long)(end - i);
    }
}

struct stride *strides_find(const struct body *b)
{
    struct stride *strides = ARENA_ARRAY(b->arena, struct stride, b->accesses.n + 1);
    struct moved *list = ARENA_ARRAY(b->arena, struct moved, b->accesses.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < b->accesses.n; i++) {
        const struct access *a = &b->accesses.at[i];
        strides[i] = (struct stride){0, 1};
        if (a->wild || !is_transfer(a))
            continue;
        strides[i].elements = stride_of(b, a);
        bool component = a->array->whole && a->array->within >= 0;
        if (strides[i].elements != 1)
            list[n++] =
                (struct moved){component ? a->array->whole : a->array,
                               component ? a->array->bytes : -1, strides[i].elements, a->write, i};
    }
    qsort(list, n, sizeof *list, compare_moved);
    count_alike(list, n, strides);
    return strides;
}

long strides_common(const struct body *b)
{
    int64_t step;
    long stride = b->step.n && form_is_constant(&b->step, &step) ? (long)step : 0;
    bool any = false;
    for (size_t i = 0; i < b->accesses.n; i++) {
        const struct access *a = &b->accesses.at[i];
        if (!is_transfer(a) || !access_affine(b, a) || access_invariant(b, a))
            continue;
        int64_t bytes;
        long own = find_stride(a, &bytes) ? (long)(bytes / a->array->bytes) : 0;
        if (own == 0 || (any && own != stride))
            return 0;
        stride = own;
        any = true;
    }
    return stride;
}
