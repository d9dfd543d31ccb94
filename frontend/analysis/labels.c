/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/labels.h"

#include <limits.h>
#include <stdlib.h>

void labels_add(struct labels *l, long label, size_t statement)
{
    *array_push(&l->at) = (struct label_place){label, statement};
}

static int compare_places(const void *one, const void *other)
{
    const struct label_place *a = one, *b = other;
    if (a->label != b->label)
        return a->label < b->label ? -1 : 1;
    return (a->statement > b->statement) - (a->statement < b->statement);
}

void labels_sort(struct labels *l)
{
    if (l->at.n)
        qsort(l->at.at, l->at.n, sizeof *l->at.at, compare_places);
}

/* Returns the index of the first place whose label is not less. */
static size_t first_not_less(const struct labels *l, long label)
{
    size_t low = 0, high = l->at.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->at.at[middle].label < label)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct label_place *labels_first(const struct labels *l, long label)
{
    size_t i = first_not_less(l, label);
    return i < l->at.n && l->at.at[i].label == label ? &l->at.at[i] : NULL;
}

const struct label_place *labels_last(const struct labels *l, long label)
{
    size_t end = label < LONG_MAX ? first_not_less(l, label + 1) : l->at.n;
    return end > 0 && l->at.at[end - 1].label == label ? &l->at.at[end - 1] : NULL;
}

void labels_free(struct labels *l)
{
    array_free(&l->at);
}
