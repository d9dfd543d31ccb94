/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs of tests/scripts/counts.sh print "count FUNCTION N": N calls, which they count
 * themselves. */
#include <stdio.h>

#define NOT_INLINE __attribute__((noinline, noclone))

static inline void expect_calls(const char *function, long n)
{
    printf("count %s %ld\n", function, n);
}
