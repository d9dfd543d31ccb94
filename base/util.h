/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size of a table, the smaller and the larger of two numbers of one type, binary search. */
#ifndef BASE_UTIL_H
#define BASE_UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of elements of an array (not of a pointer). */
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static inline int min_int(int a, int b) { return a < b ? a : b; }
static inline int max_int(int a, int b) { return a > b ? a : b; }
static inline int64_t min_int64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t max_int64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline size_t min_size(size_t a, size_t b) { return a < b ? a : b; }
static inline size_t max_size(size_t a, size_t b) { return a > b ? a : b; }

/* Binary search: returns the first of the indices 0 to n for which is_before(context, index) is
 * false; n is not asked for. is_before must be true for all indices before that one. */
static inline size_t partition_point(size_t n, bool (*is_before)(const void *context, size_t i),
                                     const void *context)
{
    size_t from = 0, to = n;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (is_before(context, middle))
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

#endif
