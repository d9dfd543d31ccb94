/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control flow of all kinds: jump tables, computed goto, setjmp, recursion, flags that are live
 * where blocks begin, cold parts, inline assembly with labels. */
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static int classify(int x)
{
    switch (x) {
    case 0:
        return 5;
    case 1:
        return 7 + (x << 2);
    case 2:
        return 9;
    case 3:
        puts("three");
        return 11;
    case 4:
        return 2;
    case 5:
        return 33;
    case 6:
        return -x;
    default:
        return x * 2;
    }
}

/* An interpreter with computed goto. */
static long interpret(const unsigned char *code, long n)
{
    static const void *const labels[] = {&&add, &&subtract, &&jump, &&stop};
    long a = 0, i = 0;
    goto *labels[code[i]];
add:
    a += i;
    goto *labels[code[++i]];
subtract:
    a -= 3;
    goto *labels[code[++i]];
jump:
    if (--n > 0)
        i = -1;
    goto *labels[code[++i]];
stop:
    return a;
}

static long compare(const double *x, int n)
{
    long nans = 0, equal = 0, less = 0;
    for (int i = 1; i < n; i++) {
        nans += x[i] != x[i];
        equal += x[i] == x[i - 1];
        if (x[i] < x[i - 1])
            less++;
        else if (!(x[i] >= x[i - 1]))
            less += 100;
    }
    return nans + 1000 * equal + 1000000 * less;
}

static unsigned long long multiply(unsigned long long a, unsigned long long b)
{
    unsigned __int128 s = 0;
    for (int i = 0; i < 64; i++)
        if (b >> i & 1)
            s += (unsigned __int128)a << i;
    return (unsigned long long)(s >> 64) ^ (unsigned long long)s;
}

__attribute__((cold, noinline)) static void complain(int i)
{
    if (i % 50 == 49)
        fprintf(stderr, "complaint %d\n", i);
}

static int try_again(void)
{
    static jmp_buf back;
    volatile int tries = 0;
    int status = setjmp(back);
    tries++;
    if (status < 7)
        longjmp(back, status + 1);
    return tries;
}

static long with_assembly(long n)
{
    long result = 0;
    __asm__("1:\n\taddq $2, %0\n\tsubq $1, %1\n\tjnz 1b\n2:" : "+r"(result), "+r"(n) : : "cc");
    if (result > 10)
        __asm__ volatile("nop; testq %0, %0; jz 3f; nop\n3:" : : "r"(result) : "cc");
    return result;
}

static long recurse(long n)
{
    return n < 2 ? n : recurse(n - 1) + recurse(n - 2);
}

static int order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static double x[3000];
    static const unsigned char code[] = {0, 1, 0, 1, 1, 2, 3};
    unsigned seed = 1;
    long sum = 0;
    (void)argv;
    for (int i = 0; i < 3000; i++) {
        seed = seed * 1103515245 + 12345;
        x[i] = i % 97 == 5 ? NAN : (seed >> 16 & 255) / 8.0;
        sum += classify((int)(seed >> 20 & 15) == 3 && i > 20 ? 1 : (int)(seed >> 20 & 7));
        if (__builtin_expect(seed % 60 == 7, 0))
            complain(i);
    }
    printf("%ld %ld %ld\n", sum, interpret(code, 4000), compare(x, 3000));
    for (int i = 0; i < 200; i++)
        sum += (long)(multiply(seed, 0x123456789abcdefULL * (unsigned)i) >> 40);
    qsort(x, 2000, sizeof *x, order);
    printf("%ld %d %ld %ld\n", sum, try_again(), with_assembly(20), recurse(17));
    if (argc > 5)
        exit(3);
    return (int)(sum & 3);
}
