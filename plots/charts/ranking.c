/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/ranking.h"

#include "base/util.h"

#include <stdlib.h>

static int by_position(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return ORDER_OF((const char *)x->item, (const char *)y->item);
}

static int by_value(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    int order = ORDER_OF(y->value, x->value);
    return order ? order : by_position(a, b);
}

void rank_by_value(struct ranked *at, size_t n)
{
    if (n)
        qsort(at, n, sizeof *at, by_value);
}

void rank_by_position(struct ranked *at, size_t n)
{
    if (n)
        qsort(at, n, sizeof *at, by_position);
}
