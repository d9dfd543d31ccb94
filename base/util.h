/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size of a table, and the smaller and the larger of two numbers of one type. */
#ifndef BASE_UTIL_H
#define BASE_UTIL_H

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

#endif
