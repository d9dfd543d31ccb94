/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample-command none|perf|dwarf|timers COMMAND...: runs the command, sampled unless "none"; dwarf:
 * by events with call chains by DWARF, 1000 samples/s. Prints to standard error: wall seconds, CPU
 * seconds of the command and of the sampler together, CPU seconds of the sampler alone, samples,
 * lost records. sample-command slices N [RATE [CHAIN]]: executes N pairs of slices of a loop, about
 * 5 ms each, the second one of each pair with the events of the sampler. Prints the median of the
 * ratio of their CPU times and its 95 % confidence interval. Changes of the clock, and other
 * programs, affect both slices of a pair alike. */
#include "base/util.h"
#include "hotspots/unwinder.h"
#include "measure/sampling/events.h"
#include "measure/sampling/sampler.h"

#include <math.h>
#include <stdlib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double wall_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double cpu_seconds(int who)
{
    struct rusage u;
    getrusage(who, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static bool run_bare(char **words)
{
    pid_t pid = fork();
    int status = 1;
    if (pid == 0) {
        execvp(words[0], words);
        _exit(127);
    }
    return waitpid(pid, &status, 0) == pid && status == 0;
}

static double count_samples(const struct profile *p)
{
    double n = 0;
    for (size_t i = 0; i < p->n_samples; i++)
        n += (double)p->samples[i].n;
    return n;
}

/* ---- slices ---- */

/* Returns the CPU seconds of a fixed number of iterations. */
static double time_slice(void)
{
    struct timespec from, to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    for (volatile long i = 0; i < 5000000; i++)
        ;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

static int compare_doubles(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static int compare_slices(long n, double rate, enum call_chain chain)
{
    struct events e;
    struct events_refusal why;
    char deep[2 * EVENT_STACK_BYTES]; /* so that as much as possible is copied */
    __asm__ volatile("" : : "r"(deep) : "memory");
    if (n < 10 || !events_open(&e, getpid(), rate, chain, NULL, &why))
        return 1;
    double *ratios = xmalloc((size_t)n * sizeof *ratios);
    for (long i = 0; i < n; i++) {
        double bare = time_slice();
        events_start(&e);
        double sampled = time_slice();
        events_stop(&e);
        ratios[i] = sampled / bare;
    }
    events_close(&e);
    qsort(ratios, (size_t)n, sizeof *ratios, compare_doubles);
    double half = 0.98 * sqrt((double)n); /* ranks of the confidence interval of a median */
    printf("%.0f samples/s, %.1f us each: ", 1e9 / e.period, 1e6 * e.sample_cost.value);
    printf("%.4f (%.4f to %.4f)\n", ratios[n / 2], ratios[(long)((double)n / 2 - half)],
           ratios[(long)((double)n / 2 + half)]);
    free(ratios);
    return 0;
}

int main(int argc, char **argv)
{
    struct arena a = {0};
    struct diag d = {.tool = "sample-command"};
    struct profile p = {0};
    if (argc < 3)
        return 2;
    if (strcmp(argv[1], "slices") == 0)
        return compare_slices(atol(argv[2]), argc > 3 ? atof(argv[3]) : 0,
                              argc > 4 ? call_chain_of(argv[4]) : CHAIN_NONE);
    double start = wall_seconds();
    bool bare = strcmp(argv[1], "none") == 0;
    struct sampler_options o = {.command = argv + 2, .seed = 1, .method = SAMPLER_PERF};
    if (strcmp(argv[1], sampler_name(SAMPLER_TIMERS)) == 0) {
        o.method = SAMPLER_TIMERS;
        o.library = getenv("SAMPLER_LIBRARY");
    }
    struct stack_unwinder *u = NULL;
    if (strcmp(argv[1], call_chain_name(CHAIN_DWARF)) == 0) {
        o.chain = CHAIN_DWARF;
        o.unwinder = u = unwinder_open(&a);
    }
    if (bare ? !run_bare(argv + 2) : !sampler_run(&o, &a, &p, &d))
        return 1;
    fprintf(stderr, "%.4f %.4f %.4f %.0f %.0f\n", wall_seconds() - start,
            cpu_seconds(RUSAGE_SELF) + cpu_seconds(RUSAGE_CHILDREN), cpu_seconds(RUSAGE_SELF),
            count_samples(&p), (double)p.lost);
    if (getenv("PRINT_PROFILE"))
        profile_print(stdout, &p);
    if (u)
        unwinder_close(u);
    arena_free(&a);
    return 0;
}
