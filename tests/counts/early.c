/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code that runs before main: constructors, and a resolver that the dynamic linker calls. */
#include "count.h"

#include <stdlib.h>

static volatile long calls, doubled;

NOT_INLINE void work(void)
{
    calls++;
}

__attribute__((constructor(101))) static void first(void)
{
    for (int i = 0; i < 11; i++)
        work();
}

__attribute__((destructor)) static void last(void)
{
    for (int i = 0; i < 13; i++)
        work();
}

NOT_INLINE int choose(void)
{
    return doubled == 0;
}

typedef long function(long);
NOT_INLINE long twice(long x)
{
    doubled++;
    return 2 * x;
}
static function *resolve(void)
{
    return choose() ? twice : NULL;
}
long resolved(long) __attribute__((ifunc("resolve")));

int main(void)
{
    long sum = 0;
    for (int i = 0; i < 100; i++)
        sum += resolved(i);
    work();
    expect_calls("work", 11 + 13 + 1);
    expect_calls("twice", 100);
    return sum != 9900;
}
