/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directives of OpenMP. */
#include "lab/code/lower.h"

#include <string.h>

size_t lower_directive(struct lower *l, size_t i, size_t end)
{
    const struct stmt *t = l->source->at[i];
    (void)end;
    if (l->o->openmp && t->name && strcmp(t->name, "$omp") == 0)
        lower_error(l, NULL,
                    "directives of OpenMP are not in kfc's subset yet: leave out --openmp");
    return i + 1;
}
