/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/intrinsics.h"

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
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].name[0] == name[0] && strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}
