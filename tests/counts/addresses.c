/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that access arrays at fixed addresses, in all the ways of loads and stores: for
 * tests/scripts/streams-lackey.sh. Flags are live between accesses. */
#include "tests/counts/count.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 40 };
struct mixed {
    uint8_t a;
    uint16_t b;
    uint32_t c;
    double d;
};
struct arrays {
    double x[N], y[N], grid[N][N];
    uint64_t wide[N], sum[N];
    uint32_t index[N];
    uint8_t bytes[N + 8];
    struct mixed mixed[N];
    float single[4 * N];
};
struct arrays arrays __attribute__((aligned(4096)));

NOT_INLINE double sweep(double factor)
{
    double sum = 0;
    for (int i = 0; i < N; i++) {
        arrays.y[i] += factor * arrays.x[i];
        sum += arrays.y[i];
    }
    return sum;
}

NOT_INLINE void smooth(int rows)
{
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < N - 1; j++)
            arrays.grid[i][j] = 0.25 * (arrays.grid[i - 1][j] + arrays.grid[i + 1][j] +
                                        arrays.grid[i][j - 1] + arrays.grid[i][j + 1]);
}

/* The carry is live from one access to the next. */
NOT_INLINE unsigned add_wide(int n)
{
    unsigned char carry = 0;
    for (int i = 0; i < n; i++)
        carry = __builtin_ia32_addcarryx_u64(carry, arrays.sum[i], arrays.wide[i],
                                             (unsigned long long *)&arrays.sum[i]);
    return carry;
}

/* A comparison with NaN sets the parity flag. */
NOT_INLINE int count_different(int n)
{
    int different = 0;
    for (int i = 0; i < n; i++)
        if (arrays.x[i] != arrays.y[i])
            different++;
        else
            arrays.bytes[i]++;
    return different;
}

NOT_INLINE double gather(int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += arrays.x[arrays.index[i]];
    return sum;
}

NOT_INLINE uint64_t mix(int n)
{
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        struct mixed *m = &arrays.mixed[i];
        m->a += (uint8_t)i;
        m->b ^= (uint16_t)(m->a << 3);
        m->c |= m->b;
        m->d -= (double)m->c;
        uint32_t unaligned;
        memcpy(&unaligned, &arrays.bytes[i], sizeof unaligned);
        sum += unaligned + m->c;
        if (m->c % 3 == 0)
            continue;
        switch (m->c & 7) {
        case 1:
            sum ^= arrays.wide[i];
            break;
        case 2:
            arrays.wide[i]++;
            break;
        case 4:
            sum += arrays.index[N - 1 - i];
            break;
        case 5:
            sum -= arrays.bytes[i];
            break;
        case 7:
            arrays.sum[i] = sum;
            break;
        }
    }
    return sum;
}

NOT_INLINE void scale(float by)
{
    for (int i = 0; i < 4 * N; i++)
        arrays.single[i] = arrays.single[i] * by + 1;
}

/* Executions without accesses, between two bursts. */
NOT_INLINE void wait_for_burst(long n)
{
    while (n-- > 0)
        __asm__ volatile("");
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        arrays.x[i] = i % 5 == 3 ? __builtin_nan("") : i;
        arrays.wide[i] = ~(uint64_t)i << 40;
        arrays.sum[i] = (uint64_t)i * 0x9e3779b97f4a7c15;
        arrays.index[i] = (uint32_t)(i * 17 % N);
        arrays.bytes[i] = (uint8_t)(i * 31);
    }
    printf("%g %u %d %g\n", sweep(0.5), add_wide(N), count_different(N), gather(N));
    smooth(8);
    scale(0.5f);
    printf("%llu\n", (unsigned long long)mix(N));
    wait_for_burst(300000);
    smooth(N);
    printf("%g %llu\n", sweep(2), (unsigned long long)mix(N));
    return 0;
}
