/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/clock.h"

#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum {
    CHAIN = 16384, /* additions of one measurement: about 5 microseconds */
    ATTEMPTS = 5,  /* the fastest one was not interrupted */
};

static double nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Executes n additions, a multiple of 16. Each needs the result of the one before. */
static uint64_t run_chain(uint64_t x, int n)
{
    for (int i = 0; i < n; i += 16) {
#ifdef __aarch64__
#define ADD __asm__ volatile("add %0, %0, %0" : "+r"(x))
#else
#define ADD __asm__ volatile("add %0, %0" : "+r"(x))
#endif
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
#undef ADD
    }
    return x;
}

void core_clock_measure(struct core_clock *c, int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((unsigned)cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        return;
    double best = 0;
    volatile uint64_t result = 1;
    for (int i = 0; i < ATTEMPTS; i++) {
        double start = nanoseconds();
        result = run_chain(result, CHAIN);
        double taken = nanoseconds() - start;
        if (taken > 0 && (best == 0 || taken < best))
            best = taken;
    }
    if (best > 0)
        *array_push(&c->hz) = CHAIN / best * 1e9;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct quantity core_clock_quantile(struct core_clock *c, double quantile)
{
    if (c->hz.n == 0)
        return missing("the command ended before the core clock was measured");
    qsort(c->hz.at, c->hz.n, sizeof *c->hz.at, compare_doubles);
    return known(c->hz.at[(size_t)(quantile * (double)(c->hz.n - 1) + 0.5)]);
}

void core_clock_free(struct core_clock *c)
{
    array_free(&c->hz);
}
