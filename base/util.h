/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Number of elements of an array, minimum, maximum, greatest common divisor, order of two values,
 * search. */
#ifndef BASE_UTIL_H
#define BASE_UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The number of elements of an array (not of a pointer). */
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static inline int min_int(int a, int b)
{
    return a < b ? a : b;
}
static inline int max_int(int a, int b)
{
    return a > b ? a : b;
}
static inline int64_t min_int64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
static inline int64_t max_int64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
static inline size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}
static inline size_t max_size(size_t a, size_t b)
{
    return a > b ? a : b;
}

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

/* The same for two structs (pointers a and b): by one member, and by another if it is equal. */
#define ORDER_BY_TWO(a, b, first, second)                                                          \
    ((a)->first != (b)->first ? ORDER_OF((a)->first, (b)->first)                                   \
                              : ORDER_OF((a)->second, (b)->second))

/* Returns whether text is one of the n texts. */
static inline bool text_is_among(const char *const *texts, size_t n, const char *text)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(texts[i], text) == 0)
            return true;
    return false;
}

/* Compares two numbers, for qsort. */
static inline int compare_uint64(const void *one, const void *other)
{
    return ORDER_OF(*(const uint64_t *)one, *(const uint64_t *)other);
}

/* Compares two lists of n numbers: the first two that differ decide. */
static inline int compare_lists(const uint64_t *one, const uint64_t *other, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (one[i] != other[i])
            return ORDER_OF(one[i], other[i]);
    return 0;
}

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

/* An ascending array of structs with an unsigned member, and the number to search. */
struct sorted_member {
    const char *first; /* the member of the first struct */
    size_t step;       /* size of the structs */
    uint64_t value;
};

static inline bool is_lower_member(const void *context, size_t i)
{
    const struct sorted_member *s = context;
    uint32_t member;
    memcpy(&member, s->first + i * s->step, sizeof member);
    return member < s->value;
}

static inline bool is_lower_member_64(const void *context, size_t i)
{
    const struct sorted_member *s = context;
    uint64_t member;
    memcpy(&member, s->first + i * s->step, sizeof member);
    return member < s->value;
}

/* Return the first index of an array of n structs, in ascending order of a member of type uint32_t
 * or uint64_t, for which the member is at least value; n if there is none. */
#define FIRST_AT_LEAST(array, n, type, member, value)                                              \
    FIRST_BY(is_lower_member, array, n, type, member, value)
#define FIRST_AT_LEAST_64(array, n, type, member, value)                                           \
    FIRST_BY(is_lower_member_64, array, n, type, member, value)
#define FIRST_BY(is_lower, array, n, type, member, value)                                          \
    partition_point((n), is_lower,                                                                 \
                    &(struct sorted_member){(const char *)(array) + offsetof(type, member),        \
                                            sizeof(type), (value)})

/* Returns the index of the first of n structs whose text at that offset, a const char *, is text; n
 * if there is none. */
static inline size_t index_of_text(const void *array, size_t n, size_t size, size_t offset,
                                   const char *text)
{
    for (size_t i = 0; i < n; i++) {
        const char *member;
        memcpy(&member, (const char *)array + i * size + offset, sizeof member);
        if (strcmp(member, text) == 0)
            return i;
    }
    return n;
}
#define INDEX_OF_TEXT(array, n, type, member, text)                                                \
    index_of_text((array), (n), sizeof(type), offsetof(type, member), (text))

#endif
