/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/array.h"
#include "base/arena.h"

#include <stdlib.h>

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

void array_release(void *at)
{
    free(at);
}

void array_release_list(void *const *at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(at[i]);
}
