/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triad [THREADS [ELEMENTS [TIMES]]]: a(i) = b(i) + s c(i), its elements shared out to threads, and
 * a sum that skips what is negative; both loops measured through libmultikron and beside it by the
 * TSC directly. Prints a line a loop and thread, for a comparison: direct LOOP PROCESS CYCLES
 * PROCESS being the number of the thread in its source address. Build:
 * cc -O2 triad.c -lmultikron -lpthread      Run:  MULTIKRON_DIR=trace ./triad
 */
#include <multikron.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct part {
    pthread_t thread;
    double *a, *b, *c;
    long n, times;
    unsigned triad, sum; /* regions */
    uint32_t source;
    uint64_t triad_cycles, sum_cycles;
    double total;
};

/* TSC cycles; nanoseconds where there is none. */
static uint64_t cycles(void)
{
#if defined __x86_64__
    return __builtin_ia32_rdtsc();
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
#endif
}

static void triad(struct part *p)
{
    mk_enter(p->triad);
    uint64_t from = cycles();
    for (long i = 0; i < p->n; i++)
        p->a[i] = p->b[i] + 3.0 * p->c[i];
    p->triad_cycles += cycles() - from;
    mk_iterations(p->triad, (uint64_t)p->n);
    mk_exit(p->triad);
}

static void sum(struct part *p)
{
    double total = 0;
    mk_enter(p->sum);
    uint64_t from = cycles();
    for (long i = 0; i < p->n; i++) {
        total += p->a[i];
        total = total * 0.999;
    }
    p->sum_cycles += cycles() - from;
    mk_iterations(p->sum, (uint64_t)p->n);
    mk_exit(p->sum);
    p->total += total;
}

static void *work(void *part)
{
    struct part *p = part;
    p->source = mk_source();
    for (long t = 0; t < p->times; t++) {
        triad(p);
        sum(p);
    }
    return NULL;
}

static long argument(int argc, char **argv, int i, long otherwise)
{
    long n = i < argc ? strtol(argv[i], NULL, 10) : otherwise;
    return n > 0 ? n : otherwise;
}

int main(int argc, char **argv)
{
    long threads = argument(argc, argv, 1, 2), n = argument(argc, argv, 2, 100000);
    long times = argument(argc, argv, 3, 20);
    struct part *part = calloc((size_t)threads, sizeof *part);
    double *numbers = calloc((size_t)(3 * n * threads), sizeof *numbers);
    unsigned parallel = mk_region("triad.c:main:0");
    unsigned triad_loop = mk_region("triad.c:triad:41"), sum_loop = mk_region("triad.c:sum:53");
    if (!part || !numbers)
        return 1;
    for (long i = 0; i < 3 * n * threads; i++)
        numbers[i] = 1e-3 * (double)(i % 1000);
    mk_parallel_enter(parallel, (uint32_t)threads);
    for (long t = 0; t < threads; t++) {
        double *own = numbers + 3 * n * t;
        part[t] = (struct part){.a = own,
                                .b = own + n,
                                .c = own + 2 * n,
                                .n = n,
                                .times = times,
                                .triad = triad_loop,
                                .sum = sum_loop};
        pthread_create(&part[t].thread, NULL, work, &part[t]);
    }
    for (long t = 0; t < threads; t++)
        pthread_join(part[t].thread, NULL);
    mk_parallel_exit(parallel);
    for (long t = 0; t < threads; t++) {
        unsigned process = part[t].source & 0xffff;
        printf("direct triad.c:triad:41 %u %llu\n", process,
               (unsigned long long)part[t].triad_cycles);
        printf("direct triad.c:sum:53 %u %llu\n", process, (unsigned long long)part[t].sum_cycles);
    }
    free(numbers);
    free(part);
    return 0;
}
