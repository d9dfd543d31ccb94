/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A caller that keeps values in registers which the System V ABI does not preserve, across calls of
 * a function of another file that preserves them (CONVENTION). */
#include "count.h"

CONVENTION void change(long *p, long n);

static long seen[2];

NOT_INLINE long mix(long a, long b, long c, long d, long e, long f)
{
    long s = 0;
    for (long i = 0; i < 1000; i++) {
        change(&seen[0], i);
        s = (s + a * i + b) & 0xffff;
        a ^= c + i;
        b = (b + d) & 0xff;
        c -= e;
        d ^= f;
        e = (e + i) & 0xff;
        f ^= a & 0xff;
        change(&seen[1], s & 3);
        s ^= a + b + c + d + e + f;
    }
    return s;
}

int main(void)
{
    printf("%ld\n", mix(1, 2, 3, 4, 5, 6));
    printf("%ld %ld\n", seen[0], seen[1]);
    expect_calls("change", 2000);
    expect_calls("mix", 1);
    return 0;
}
