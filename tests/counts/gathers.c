/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathers, scatters and masked accesses of a table at known elements, for tests/scripts/gathers.sh,
 * which derives the elements. The argument selects the function. */
#include "tests/counts/count.h"

#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512dq,avx512vl")))

enum { N = 64 };
double table[1024] __attribute__((aligned(64)));
float small[1024] __attribute__((aligned(64)));
int32_t index32[N] __attribute__((aligned(64)));
int64_t index64[N] __attribute__((aligned(64)));
int64_t masks[N] __attribute__((aligned(64)));

NOT_INLINE AVX2 double gather_all(int n)
{
    __m256d sum = _mm256_setzero_pd();
    for (int i = 0; i < n; i += 4)
        sum = _mm256_add_pd(sum, _mm256_i32gather_pd(table, *(__m128i *)&index32[i], 8));
    return _mm256_cvtsd_f64(sum);
}

/* Elements of 4 bytes with indices of 8 bytes, before the end of the table; the index is negative.
 */
NOT_INLINE AVX2 double gather_back(int n)
{
    __m128 sum = _mm_setzero_ps();
    for (int i = 0; i < n; i += 4) {
        __m256i at = _mm256_sub_epi64(_mm256_setzero_si256(), *(__m256i *)&index64[i]);
        sum = _mm_add_ps(sum, _mm256_i64gather_ps(small + 1000, at, 4));
    }
    return _mm_cvtss_f32(sum);
}

NOT_INLINE AVX2 double gather_masked(int n)
{
    __m256d sum = _mm256_setzero_pd();
    for (int i = 0; i < n; i += 4) {
        __m256d mask = _mm256_load_pd((double *)&masks[i]);
        sum = _mm256_add_pd(sum, _mm256_mask_i64gather_pd(_mm256_setzero_pd(), table,
                                                          *(__m256i *)&index64[i], mask, 8));
    }
    return _mm256_cvtsd_f64(sum);
}

/* The table is on the stack. */
NOT_INLINE AVX2 double gather_stack(int n)
{
    double own[256] __attribute__((aligned(64)));
    memset(own, 0, sizeof own);
    __asm__ volatile("" : : "r"(own) : "memory");
    __m256d sum = _mm256_setzero_pd();
    for (int i = 0; i < n; i += 4)
        sum = _mm256_add_pd(sum, _mm256_i32gather_pd(own, *(__m128i *)&index32[i], 8));
    return _mm256_cvtsd_f64(sum);
}

/* A whole access if one of its elements is selected. */
NOT_INLINE AVX2 double move_masked(int n)
{
    __m256d sum = _mm256_setzero_pd();
    for (int i = 0; i < n; i += 4) {
        __m256i mask = *(__m256i *)&masks[i];
        sum = _mm256_add_pd(sum, _mm256_maskload_pd(&table[i], mask));
        _mm256_maskstore_pd(&table[256 + i], mask, sum);
    }
    return _mm256_cvtsd_f64(sum);
}

NOT_INLINE AVX512 double scatter_masked(int n)
{
    for (int i = 0; i < n; i += 8) {
        __mmask8 k = _mm512_movepi64_mask(*(__m512i *)&masks[i]);
        __m512i at = *(__m512i *)&index64[i];
        __m512d x = _mm512_mask_i64gather_pd(_mm512_setzero_pd(), k, at, table, 8);
        _mm512_mask_i64scatter_pd(table + 512, k, at, x, 8);
        _mm512_mask_storeu_pd(&table[i], k, x);
    }
    return table[600];
}

/* 16 elements. */
NOT_INLINE AVX512 double gather_wide(int n)
{
    __m512 sum = _mm512_setzero_ps();
    for (int i = 0; i < n; i += 16)
        sum = _mm512_add_ps(sum, _mm512_i32gather_ps(*(__m512i *)&index32[i], small, 4));
    return _mm512_cvtss_f32(sum);
}

static double (*const functions[])(int) = {gather_all,  gather_back,    gather_masked, gather_stack,
                                           move_masked, scatter_masked, gather_wide};

int main(int argc, char **argv)
{
    int which = argc > 1 ? argv[1][0] - '0' : 0;
    for (int i = 0; i < N; i++) {
        index32[i] = (7 * i + 3) % 200;
        index64[i] = (11 * i + 5) % 300;
        masks[i] = i % 3 == 0 && i % 32 < 24 ? -1 : 0;
    }
    for (int i = 0; i < 1024; i++)
        table[i] = small[i] = (float)i;
    printf("%g\n", functions[which](N));
    return 0;
}
