/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Number of elements of an array, minimum, maximum, greatest common divisor, order of two values,
 * binary search. */
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

/* Returns the greatest common divisor, 0 if both are 0. */
static inline int64_t gcd_int64(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* -1, 0 or 1 if a is less than, equal to or greater than b, for the comparison functions of qsort.
 * Evaluates its arguments twice. */
#define ORDER_OF(a, b) (((a) > (b)) - ((a) < (b)))

/* Returns the first index from 0 to n - 1 for which is_before(context, index) is false, n if there
 * is none, by binary search. is_before must be true for all indices before that one. */
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
