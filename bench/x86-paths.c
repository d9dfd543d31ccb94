/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the loops of x86-paths.s, and prints the counts of their blocks, which follow from the
 * data. For each loop: "cycles LABEL CYCLES-PER-PASS", then lines of kmacstat --counts after
 * "count ". The cycle counter is calibrated with a chain of additions of one cycle each; the result
 * is the median of many samples. The paths repeat with a short period, so that branches are
 * predicted. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PERIOD = 1024, PASSES = 100000, SAMPLES = 101, CHAIN = 12800 };

typedef void loop(long passes, const int *which, const double *values, double *to);
extern loop stores, conditional_add, cases, exits, rows5, rows20, two_sums;

static int which[PERIOD];
static double values[PERIOD], to[4 * PERIOD];

static uint64_t ticks(void)
{
    uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high)::"memory");
    return (uint64_t)high << 32 | low;
}

static double ticks_of_chain(void)
{
    uint64_t zero = 0, sum = 1, before = ticks();
    for (int i = 0; i < CHAIN / 64; i++)
        __asm__ volatile(".rept 64\n\taddq %1, %0\n\t.endr" : "+r"(sum) : "r"(zero));
    return (double)(ticks() - before) / CHAIN;
}

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double cycles_per_pass(loop *f)
{
    double sample[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        double chain = ticks_of_chain();
        uint64_t before = ticks();
        f(PASSES, which, values, to);
        sample[i] = (double)(ticks() - before) / chain / PASSES;
    }
    qsort(sample, SAMPLES, sizeof *sample, by_value);
    return sample[SAMPLES / 2];
}

static long count_of(int value)
{
    long n = 0;
    for (long i = 0; i < PASSES; i++)
        n += which[i % PERIOD] == value;
    return n;
}

/* Paths: 0 in pass i if i modulo `period` is 0, otherwise a number below `most`. */
static void set_paths(int period, int most)
{
    for (int i = 0; i < PERIOD; i++)
        which[i] = i % period == 0 ? 0 : 1 + i % period % (most - 1);
}

static void put_count(const char *label, long n)
{
    printf("count %s %ld\n", label, n);
}

static void measure(const char *label, loop *f)
{
    f(PASSES, which, values, to);
    printf("cycles %s %.3f\n", label, cycles_per_pass(f));
    put_count(label, PASSES);
}

static void measure_rows(const char *label, loop *f, int length)
{
    measure(label, f);
    printf("count entries %s %d\n", label, PASSES / length);
}

int main(void)
{
    values[0] = 1;
    set_paths(4, 2);
    measure(".stores", stores);
    put_count(".stores_else", count_of(0));
    put_count(".stores_then", count_of(1));
    put_count(".stores_end", PASSES);
    measure(".add", conditional_add);
    put_count(".add_run", count_of(1));
    put_count(".add_end", PASSES);
    measure(".exits", exits);
    put_count(".exits_sum", PASSES);
    put_count(".exits_cold", 0);
    set_paths(2, 2);
    measure(".two", two_sums);
    put_count(".two_then", count_of(1));
    put_count(".two_else", count_of(0));
    put_count(".two_end", PASSES);
    set_paths(4, 3);
    measure(".cases", cases);
    put_count(".cases_not_1", PASSES - count_of(1));
    put_count(".cases_0", count_of(0));
    put_count(".cases_1", count_of(1));
    put_count(".cases_2", count_of(2));
    put_count(".cases_end", PASSES);
    measure_rows(".rows5", rows5, 5);
    measure_rows(".rows20", rows20, 20);
    return 0;
}
