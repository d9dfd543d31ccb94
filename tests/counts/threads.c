/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads at the same time, many one after the other, and one that is alive when the process ends.
 */
#include "count.h"

#include <pthread.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

enum { THREADS = 8, CALLS = 200000, LATER = 300 };

NOT_INLINE void work(volatile long *n)
{
    ++*n;
}

static void *run(void *calls)
{
    volatile long n = 0;
    for (long i = 0; i < (long)calls; i++)
        work(&n);
    return NULL;
}

static int run_c11(void *calls)
{
    run(calls);
    return 0;
}

static pthread_barrier_t done;

static void *live_on(void *calls)
{
    run(calls);
    pthread_barrier_wait(&done);
    for (;;)
        pause();
}

static void *end_early(void *calls)
{
    run(calls);
    pthread_exit(NULL);
}

int main(void)
{
    pthread_t t[THREADS], alive;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, i % 2 ? run : end_early, (void *)(long)CALLS);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < LATER; i++) {
        pthread_create(&t[0], NULL, run, (void *)10L);
        pthread_join(t[0], NULL);
    }
    thrd_t c11[THREADS];
    for (int i = 0; i < THREADS; i++)
        thrd_create(&c11[i], run_c11, (void *)(long)CALLS);
    for (int i = 0; i < THREADS; i++)
        thrd_join(c11[i], NULL);
    pthread_barrier_init(&done, NULL, 2);
    pthread_create(&alive, NULL, live_on, (void *)777L);
    pthread_barrier_wait(&done);
    expect_calls("work", 2L * THREADS * CALLS + 10 * LATER + 777);
    expect_calls("main", 1);
    fflush(stdout);
    _exit(0);
}
