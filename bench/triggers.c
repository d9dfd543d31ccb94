/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triggers: measures the time of a trigger of libmultikron and the least possible time, in one run
 * on one core. Prints lines "WHAT NANOSECONDS": the minimum of many rounds. A sink discards the
 * samples between rounds, outside the measured time.
 *
 *   limit-16   rdtsc and a store of 16 bytes to the next position of a ring
 *   limit-80   rdtsc and a store of 80 bytes: 16 as above, 64 copied from the counters
 *   trace, resource, filtered: triggers of libmultikron
 *   empty: a call of an empty function; clock: clock_gettime
 *
 * triggers burst N: records N trace samples back to back and prints the share that was lost.
 * triggers threads N EACH: N concurrent threads record EACH trace samples each; prints the
 * nanoseconds of wall-clock time per sample and the share that was lost. */
#include "base/util.h"

#include <multikron.h>

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TRIGGERS = 2000, ROUNDS = 4000 };

static uint8_t ring[1 << 20] __attribute__((aligned(64)));
static uint64_t at;
static uint32_t counters[16];

__attribute__((noinline)) static void empty(void)
{
    __asm__ volatile("");
}

static void round_nothing(void)
{
    for (int i = 0; i < TRIGGERS; i++)
        __asm__ volatile("");
}

static void round_empty(void)
{
    for (int i = 0; i < TRIGGERS; i++)
        empty();
}

static void round_limit_16(void)
{
    for (int i = 0; i < TRIGGERS; i++) {
        uint64_t two[2] = {__builtin_ia32_rdtsc(), (uint64_t)i};
        memcpy(ring + (at & (sizeof ring - 1)), two, sizeof two);
        at += 16;
        __asm__ volatile("" ::: "memory");
    }
}

static void round_limit_80(void)
{
    at = 0; /* the ring has space for 2000 records */
    for (int i = 0; i < TRIGGERS; i++) {
        uint64_t two[2] = {__builtin_ia32_rdtsc(), (uint64_t)i};
        memcpy(ring + at, two, sizeof two);
        memcpy(ring + at + 16, counters, sizeof counters);
        at += 80;
        __asm__ volatile("" ::: "memory");
    }
}

static void round_trace(void)
{
    for (int i = 0; i < TRIGGERS; i++)
        mk_trace(4, (uint64_t)i);
}

static void round_resource(void)
{
    for (int i = 0; i < TRIGGERS; i++)
        mk_resource(4, (uint64_t)i);
}

static void round_filtered(void)
{
    for (int i = 0; i < TRIGGERS; i++) {
        mk_trace(5, (uint64_t)i);
        __asm__ volatile("");
    }
}

static void round_clock(void)
{
    struct timespec t;
    for (int i = 0; i < TRIGGERS; i++)
        clock_gettime(CLOCK_MONOTONIC, &t);
}

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static int discard_records(void *context, const void *records, size_t bytes)
{
    (void)records;
    *(size_t *)context += bytes;
    return 0;
}

static const struct operation {
    const char *name;
    void (*round)(void);
} operations[] = {
    {"nothing", round_nothing},   {"empty", round_empty},       {"limit-16", round_limit_16},
    {"trace", round_trace},       {"filtered", round_filtered}, {"limit-80", round_limit_80},
    {"resource", round_resource}, {"clock", round_clock},
};
enum { OPERATIONS = COUNT_OF(operations) };

static void burst(long n)
{
    uint64_t from = now();
    for (long i = 0; i < n; i++)
        mk_trace(4, (uint64_t)i);
    printf("burst %ld: %.1f ns, lost %.2f %%\n", n, (double)(now() - from) / (double)n,
           100.0 * (double)mk_lost() / (double)n);
}

static pthread_barrier_t all_started;
static long each;
static atomic_ulong lost;

static void *thread(void *unused)
{
    mk_trace(4, 0);
    pthread_barrier_wait(&all_started);
    for (long i = 0; i < each; i++)
        mk_trace(4, (uint64_t)i);
    lost += mk_lost();
    pthread_barrier_wait(&all_started);
    return unused;
}

static void threads(long n)
{
    pthread_t *t = calloc((size_t)n, sizeof *t);
    pthread_barrier_init(&all_started, NULL, (unsigned)n + 1);
    for (long i = 0; i < n; i++)
        if (pthread_create(&t[i], NULL, thread, NULL) != 0)
            exit(1);
    pthread_barrier_wait(&all_started);
    uint64_t from = now();
    pthread_barrier_wait(&all_started);
    printf("threads %ld: %.1f ns, lost %.2f %%\n", n, (double)(now() - from) / (double)(n * each),
           100.0 * (double)lost / (double)(n * each));
    for (long i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    free(t);
}

int main(int argc, char **argv)
{
    if (argc > 2) {
        each = argc > 3 ? atol(argv[3]) : 0;
        (each ? threads : burst)(atol(argv[2]));
        return 0;
    }
    size_t bytes = 0;
    double least[OPERATIONS];
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    mk_set_sink(discard_records, &bytes);
    mk_set_filter(1u << 4);
    for (int w = 0; w < OPERATIONS; w++)
        least[w] = 1e99;
    /* Each round measures all of them, so that a change of the clock rate affects all. */
    for (int r = 0; r < ROUNDS; r++)
        for (int w = 0; w < OPERATIONS; w++) {
            mk_flush();
            uint64_t from = now();
            operations[w].round();
            double t = (double)(now() - from) / TRIGGERS;
            if (t < least[w])
                least[w] = t;
        }
    for (int w = 0; w < OPERATIONS; w++)
        printf("%s %.3f\n", operations[w].name, least[w]);
    printf("lost %llu\n", (unsigned long long)mk_lost());
    return bytes == 0;
}
