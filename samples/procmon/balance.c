/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A load balancer that asks procmon: four workers compute in steps and wait for each other behind
 * each; at first one of them has all 24 tasks. Every fifth of a second the main thread asks how
 * large the part of the time was that each computed, and moves tasks from the busiest worker to the
 * one that waited most, until there is nothing to gain.
 *
 *     gcc -O2 balance.c -lprocmon -lpthread -o balance && procmon -- ./balance */
#include <procmon.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

enum { WORKERS = 4, TASKS = 24, ROUNDS = 60, QUIET = 3 };
static const double worth_it = 0.15; /* of difference between two shares */

static atomic_int tasks[WORKERS], at_end;
static int this_is_last;
static pthread_barrier_t step;

/* Some tenths of a millisecond. */
static double task(double x)
{
    for (int i = 0; i < 100000; i++)
        x = x * 0.999999 + 1e-6;
    return x;
}

static const char *name_of(int worker, char name[16])
{
    snprintf(name, 16, "worker %d", worker);
    return name;
}

static void *work(void *number)
{
    char name[16];
    int me = (int)(long)number;
    volatile double x = me;
    procmon_register(name_of(me, name), "workers", PROCMON_ALL_WAITS);
    do {
        for (int i = atomic_load(&tasks[me]); i > 0; i--)
            x = task(x);
        if (pthread_barrier_wait(&step) == PTHREAD_BARRIER_SERIAL_THREAD)
            this_is_last = atomic_load(&at_end); /* one looks for all */
        pthread_barrier_wait(&step);
    } while (!this_is_last);
    return NULL;
}

/* How busy each was since the last time; 0 where the monitor does not know. */
static int ask(double share[WORKERS])
{
    char name[16];
    const struct timespec fifth = {.tv_nsec = 200000000};
    procmon_start();
    nanosleep(&fifth, NULL);
    for (int w = 0; w < WORKERS; w++) {
        share[w] = procmon_processing(name_of(w, name));
        if (share[w] < 0)
            return 0;
    }
    return 1;
}

/* Moves as many as make half of the difference, or the numbers equal; how many that were. */
static int move(const double share[WORKERS])
{
    int most = 0, least = 0;
    for (int w = 1; w < WORKERS; w++) {
        most = share[w] > share[most] ? w : most;
        least = share[w] < share[least] ? w : least;
    }
    double difference = share[most] - share[least];
    int n = (int)(atomic_load(&tasks[most]) * difference / 2);
    int equal = (atomic_load(&tasks[most]) - atomic_load(&tasks[least])) / 2;
    n = n < equal ? n : equal;
    if (difference < worth_it || n < 1)
        return 0;
    atomic_fetch_sub(&tasks[most], n);
    atomic_fetch_add(&tasks[least], n);
    printf("%d from worker %d to worker %d:", n, most, least);
    for (int w = 0; w < WORKERS; w++)
        printf(" %d", atomic_load(&tasks[w]));
    puts("");
    return n;
}

int main(void)
{
    pthread_t thread[WORKERS];
    double share[WORKERS];
    if (!procmon_watched()) {
        puts("nobody watches: procmon -- ./balance");
        return 1;
    }
    pthread_barrier_init(&step, NULL, WORKERS);
    atomic_store(&tasks[0], TASKS);
    for (long w = 0; w < WORKERS; w++)
        pthread_create(&thread[w], NULL, work, (void *)w);
    for (int round = 0, quiet = 0; round < ROUNDS && quiet < QUIET; round++)
        if (ask(share))
            quiet = move(share) ? 0 : quiet + 1;
    atomic_store(&at_end, 1);
    for (int w = 0; w < WORKERS; w++)
        pthread_join(thread[w], NULL);
    printf("in the end:");
    for (int w = 0; w < WORKERS; w++)
        printf(" %d", atomic_load(&tasks[w]));
    puts("");
    return 0;
}
