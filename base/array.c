/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/array.h"
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

void *array_grow(void *at, size_t size, size_t n, size_t *room)
{
    if (n < *room)
        return at;
    *room = *room ? *room * 2 : 8;
    return xrealloc(at, *room * size);
}

void *array_widen(void *at, size_t size, size_t n, size_t *room)
{
    if (n <= *room)
        return at;
    *room = n < *room * 2 ? *room * 2 : n;
    return xrealloc(at, *room * size);
}

size_t array_unique(void *at, size_t size, size_t n, int compare(const void *, const void *))
{
    char *elements = at;
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || compare(elements + (kept - 1) * size, elements + i * size) != 0)
            memmove(elements + kept++ * size, elements + i * size, size);
    return kept;
}

void array_release(void *at)
{
    free(at);
}

void array_release_list(void *const *at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(at[i]);
}
