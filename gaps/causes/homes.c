/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/causes/homes.h"

#include <stdlib.h>
#include <string.h>

/* Returns the dummy of the entry for the array; NULL = none. */
static const struct dummy *dummy_of(const struct source_loop *l, const char *entry,
                                    const char *array)
{
    for (size_t i = 0; i < l->n_dummies; i++)
        if (strcmp(l->dummies[i].entry, entry) == 0 &&
            (!array || strcmp(l->dummies[i].array, array) == 0))
            return &l->dummies[i];
    return NULL;
}

/* Returns the index of the first call of the routine, or its insertion point. */
static size_t first_call(const struct model_build *b, const char *callee)
{
    size_t low = 0, high = b->n_calls;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(b->calls[middle]->callee, callee) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns whether dummy i is the first one of its entry. */
static bool is_new_entry(const struct source_loop *l, size_t i)
{
    return dummy_of(l, l->dummies[i].entry, NULL) == &l->dummies[i];
}

static void find_calls(struct arena *a, const struct model_build *b, const struct source_loop *l,
                       struct homes *h)
{
    for (size_t i = 0; i < l->n_dummies; i++) {
        const char *entry = l->dummies[i].entry;
        if (!is_new_entry(l, i))
            continue;
        for (size_t k = first_call(b, entry);
             k < b->n_calls && strcmp(b->calls[k]->callee, entry) == 0; k++)
            *ARENA_PUSH(a, h->calls, h->n_calls) = b->calls[k];
    }
}

static const struct actual *actual_at(const struct call *c, int position)
{
    for (size_t i = 0; i < c->n_actuals; i++)
        if (c->actuals[i].position == position)
            return &c->actuals[i];
    return NULL;
}

static bool same_place(const struct actual *x, const struct actual *y)
{
    return strcmp(x->block, y->block) == 0 && x->offset.value == y->offset.value;
}

/* Returns why call c gives the array no home, a clause; NULL if it gives one, and sets h->first. */
static const char *home_obstacle(struct arena *a, const struct source_loop *l, struct home *h,
                                 const struct call *c)
{
    if (c->by_name)
        return arena_printf(a, "%s is passed by name at %s:%ld, and may be called from there",
                            c->callee, c->file, c->line);
    const char *call = arena_printf(a, "the call at %s:%ld", c->file, c->line);
    const struct dummy *d = dummy_of(l, c->callee, h->array);
    if (!d)
        return arena_printf(a, "%s is of entry %s, which has no argument %s", call, c->callee,
                            h->array);
    const struct actual *x = actual_at(c, d->position);
    if (!x)
        return arena_printf(a, "%s passes no array of a COMMON block for %s", call, h->array);
    if (!is_known(x->offset))
        return arena_printf(a, "%s passes %s of a COMMON block for %s, but %s", call, x->array,
                            h->array, x->offset.missing);
    if (h->first && !same_place(h->first, x))
        return arena_printf(a, "%s passes another position, in %s, for %s", call, x->array,
                            h->array);
    h->first = h->first ? h->first : x;
    return NULL;
}

static struct home home_of(struct arena *a, const struct source_loop *l, const struct homes *of,
                           const char *array)
{
    struct home h = {.array = array};
    for (size_t i = 0; !h.why && i < of->n_calls; i++)
        h.why = home_obstacle(a, l, &h, of->calls[i]);
    if (h.why)
        h.first = NULL;
    return h;
}

static int by_position(const void *one, const void *other)
{
    const struct home *a = one, *b = other;
    if (!a->first || !b->first)
        return !a->first - !b->first ? !a->first - !b->first : strcmp(a->array, b->array);
    int way = strcmp(a->first->block, b->first->block);
    if (way)
        return way;
    if (a->first->offset.value != b->first->offset.value)
        return a->first->offset.value < b->first->offset.value ? -1 : 1;
    return strcmp(a->array, b->array);
}

static bool has_array(const struct homes *h, const char *array)
{
    for (size_t i = 0; i < h->n; i++)
        if (strcmp(h->at[i].array, array) == 0)
            return true;
    return false;
}

struct homes find_homes(struct arena *a, const struct model_build *b, const struct source_loop *l)
{
    struct homes h = {0};
    find_calls(a, b, l, &h);
    for (size_t i = 0; i < l->n_dummies; i++)
        if (!has_array(&h, l->dummies[i].array))
            *ARENA_PUSH(a, h.at, h.n) = home_of(a, l, &h, l->dummies[i].array);
    array_sort(&h, by_position);
    return h;
}
