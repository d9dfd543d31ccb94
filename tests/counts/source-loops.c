/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of C whose numbers are derived by hand. LOOP lines ENTRIES ITERATIONS: of the loop that
 * begins on this line. */
#include <emmintrin.h>
#include <stdio.h>

static volatile int sink;

static int triangle(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)      /* LOOP 3 21: n is 10, 7 and 4 */
        for (int k = 0; k <= i; k++) /* LOOP 21 93: 55 + 28 + 10 */
            sum += k;
    return sum;
}

static int tests_first(int n)
{
    int i = 0;
    while (i < n) { /* LOOP 7 5: n is 5, and 0 in six calls of on_one_line() */
        i++;
        if (i == 100)
            continue;
        sink = i;
    }
    return i;
}

static int tests_last(int n)
{
    int i = 0;
    do {            /* the code begins in the next line */
        sink = i++; /* LOOP 2 6: n is 5 and 0, which has one iteration */
    } while (i < n);
    return i;
}

/* Ends in iteration 8: the values are 3 to 24, and 24 exceeds 21. */
static int ends_in_the_middle(void)
{
    int s = 0;
    for (;;) { s += 3; /* LOOP 1 8 */
        if (s > 21)
            break;
        sink = s;
    }
    return s;
}

/* The condition has two operands: i = 6 reaches the second one, but no statement of the loop. */
static int finds(const int *a, int n, int x)
{
    int i;
    for (i = 0; i < n && a[i] != x; i++) /* LOOP 1 6 */
        sink = i;
    return i;
}

static int jumps(void)
{
    int s = 0;
again:
    sink = s++; /* LOOP 1 9 */
    if (s < 9)
        goto again;
    return s;
}

/* A computed table of jumps in a loop: 20 iterations, of which 5 continue early. */
static int switches(void)
{
    int s = 0;
    for (int i = 0; i < 20; i++) { /* LOOP 1 20 */
        switch (i % 8) {
        case 0: s += 1; break;
        case 1: s += 2; break;
        case 2: s += 4; break;
        case 3: s += 8; break;
        case 4: s -= 1; break;
        case 5: continue;
        default: s ^= 5;
        }
        sink = s;
    }
    return s;
}

/* Two loops on one line, and a loop whose iterations call. */
static int on_one_line(void)
{
    int s = 0;
    for (int i = 0; i < 3; i++) s += i; for (int i = 0; i < 8; i++) s ^= i; /* LOOP 1 3, LOOP 1 8 */
    for (int i = 0; i < 6; i++) s += tests_first(0); /* LOOP 1 6 */
    return s;
}

/* Most code is that of functions of a header file: 32 bytes before the 7, which ends the loop. */
static int finds_in_vectors(void)
{
    static const unsigned char c[48] = {[37] = 7};
    int i = 0;
    while (_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(c + i)), _mm_set1_epi8(7))) == 0) /* LOOP 1 2 */
        i += 16;
    return i;
}

int main(void)
{
    static const int a[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    int s = triangle(10) + triangle(7) + triangle(4);
    s += tests_first(5) + tests_last(5) + tests_last(0);
    s += ends_in_the_middle() + finds(a, 10, 6) + jumps() + switches() + on_one_line();
    s += finds_in_vectors();
    printf("%d\n", s);
    return 0;
}
