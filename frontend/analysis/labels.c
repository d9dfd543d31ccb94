/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/labels.h"
#include "base/util.h"

#include <limits.h>
#include <stdlib.h>

void labels_add(struct labels *l, long label, size_t statement)
{
    *array_push(&l->at) = (struct label_place){label, statement};
}

static int compare_places(const void *one, const void *other)
{
    const struct label_place *a = one, *b = other;
    return ORDER_BY_TWO(a, b, label, statement);
}

void labels_sort(struct labels *l)
{
    array_sort(&l->at, compare_places);
}

struct label_search {
    const struct label_place *at;
    long label;
};

static bool is_lower_label(const void *context, size_t i)
{
    const struct label_search *s = context;
    return s->at[i].label < s->label;
}

/* Returns the index of the first place whose label is not less. */
static size_t first_not_less(const struct labels *l, long label)
{
    struct label_search s = {l->at.at, label};
    return partition_point(l->at.n, is_lower_label, &s);
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
