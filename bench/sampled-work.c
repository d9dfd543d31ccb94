/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampled-work KIND N: a fixed amount of work, N times a unit of about 0.1 s.
 *     loop      one thread calculates
 *     threads   four threads calculate
 *     switches  two threads wake each other up
 *     children  processes that end after 2 ms
 *     faults    memory is mapped, written once, and unmapped */
#include "base/util.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static void calculate(long n)
{
    for (volatile long i = 0; i < n * 100000; i++)
        ;
}

static void *calculate_part(void *n)
{
    calculate(*(long *)n * 250);
    return NULL;
}

static void run_loop(long n)
{
    calculate(n * 1000);
}

static void run_threads(long n)
{
    pthread_t threads[4];
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        pthread_create(&threads[i], NULL, calculate_part, &n);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        pthread_join(threads[i], NULL);
}

static int there[2], back[2];

static void *answer(void *none)
{
    char byte;
    while (read(there[0], &byte, 1) == 1 && write(back[1], &byte, 1) == 1)
        ;
    return none;
}

static void run_switches(long n)
{
    pthread_t other;
    char byte = 0;
    if (pipe(there) != 0 || pipe(back) != 0)
        exit(1);
    pthread_create(&other, NULL, answer, NULL);
    for (long i = 0; i < n * 10000; i++)
        if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
            exit(1);
    close(there[1]);
    pthread_join(other, NULL);
}

static void run_children(long n)
{
    for (long i = 0; i < n * 40; i++) {
        if (fork() == 0) {
            calculate(20);
            _exit(0);
        }
        wait(NULL);
    }
}

static void run_faults(long n)
{
    enum { BYTES = 16 << 20 };
    for (long i = 0; i < n * 40; i++) {
        char *at = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        for (size_t k = 0; at != MAP_FAILED && k < BYTES; k += 4096)
            at[k] = 1;
        munmap(at, BYTES);
    }
}

static const struct {
    const char *name;
    void (*run)(long n);
} kinds[] = {{"loop", run_loop},
             {"threads", run_threads},
             {"switches", run_switches},
             {"children", run_children},
             {"faults", run_faults}};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 2 && i < COUNT_OF(kinds); i++)
        if (strcmp(argv[1], kinds[i].name) == 0) {
            kinds[i].run(atol(argv[2]));
            return 0;
        }
    return 2;
}
