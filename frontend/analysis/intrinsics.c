/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/intrinsics.h"
#include "base/util.h"

#include <string.h>

enum {
    RESULT_INTEGER = TYPE_INTEGER,
    RESULT_REAL = TYPE_REAL,
    RESULT_DOUBLE = TYPE_DOUBLE,
    RESULT_COMPLEX = TYPE_COMPLEX,
    RESULT_DOUBLE_COMPLEX = TYPE_DOUBLE_COMPLEX,
    RESULT_LOGICAL = TYPE_LOGICAL,
    RESULT_CHARACTER = TYPE_CHARACTER,
};

static const struct intrinsic table[] = {
#define INTRINSIC(name, what, type) {#name, COST_##what, RESULT_##type},
#include "frontend/analysis/intrinsics.def"
#undef INTRINSIC
};

const struct intrinsic *intrinsic_find(const char *name)
{
    size_t low = 0, high = COUNT_OF(table);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int comparison = strcmp(table[middle].name, name);
        if (comparison == 0)
            return &table[middle];
        if (comparison < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

bool intrinsic_is_elemental(const struct intrinsic *f)
{
    return f->cost != COST_WHOLE && f->cost != COST_TYPE && f->cost != COST_INQUIRY;
}
