/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triggers: what a trigger of libmultikron costs, beside the least that it could cost, in one run
 * on one core. Lines: WHAT NANOSECONDS, the least of many rounds. Samples go to a sink that
 * forgets them: a drain between rounds, out of the measured time.
 *
 *   limit-16   rdtsc and 16 bytes stored to the next place of a ring
 *   limit-80   rdtsc and 80 bytes: 16 of them as above, 64 copied from the counters
 *   trace, resource, filtered; empty: a call of an empty function; clock: clock_gettime
 *
 * triggers burst N: N trace samples back to back, and which share of them was lost.
 * triggers threads N EACH: N threads at one time trigger EACH trace samples; nanoseconds of wall
 * time a sample, and which share was lost.
 */
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
    at = 0; /* 2000 of them fit: no record is cut */
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

static int forget(void *context, const void *records, size_t bytes)
{
    (void)records;
    *(size_t *)context += bytes;
    return 0;
}

static const struct way {
    const char *name;
    void (*round)(void);
} ways[] = {
    {"nothing", round_nothing},   {"empty", round_empty},       {"limit-16", round_limit_16},
    {"trace", round_trace},       {"filtered", round_filtered}, {"limit-80", round_limit_80},
    {"resource", round_resource}, {"clock", round_clock},
};
enum { WAYS = COUNT_OF(ways) };

static void burst(long n)
{
    uint64_t from = now();
    for (long i = 0; i < n; i++)
        mk_trace(4, (uint64_t)i);
    printf("burst %ld: %.1f ns, lost %.2f %%\n", n, (double)(now() - from) / (double)n,
           100.0 * (double)mk_lost() / (double)n);
}

static pthread_barrier_t together;
static long each;
static atomic_ulong lost;

static void *thread(void *unused)
{
    mk_trace(4, 0);
    pthread_barrier_wait(&together);
    for (long i = 0; i < each; i++)
        mk_trace(4, (uint64_t)i);
    lost += mk_lost();
    pthread_barrier_wait(&together);
    return unused;
}

static void threads(long n)
{
    pthread_t *t = calloc((size_t)n, sizeof *t);
    pthread_barrier_init(&together, NULL, (unsigned)n + 1);
    for (long i = 0; i < n; i++)
        if (pthread_create(&t[i], NULL, thread, NULL) != 0)
            exit(1);
    pthread_barrier_wait(&together);
    uint64_t from = now();
    pthread_barrier_wait(&together);
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
    double least[WAYS];
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    mk_set_sink(forget, &bytes);
    mk_set_filter(1u << 4);
    for (int w = 0; w < WAYS; w++)
        least[w] = 1e99;
    /* All ways in each round, so that a change of the clock rate meets them all. */
    for (int r = 0; r < ROUNDS; r++)
        for (int w = 0; w < WAYS; w++) {
            mk_flush();
            uint64_t from = now();
            ways[w].round();
            double t = (double)(now() - from) / TRIGGERS;
            if (t < least[w])
                least[w] = t;
        }
    for (int w = 0; w < WAYS; w++)
        printf("%s %.3f\n", ways[w].name, least[w]);
    printf("lost %llu\n", (unsigned long long)mk_lost());
    return bytes == 0;
}
