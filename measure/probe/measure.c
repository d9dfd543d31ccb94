/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times the probes. */
#include "measure/probe/inside.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    WARM_UP = 100,
    WARMER = 2000,
    AGAIN = 9,
    SAMPLES = 51,
    PASSES = 500,
    CALIBRATION_PASSES = 100
};

#ifdef __x86_64__

/* The result of a child process. */
struct probe_sample {
    double cycles, tick_cycles;
};

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(double *at, size_t n)
{
    qsort(at, n, sizeof *at, by_value);
    return at[n / 2];
}

static double quarter(double *at, size_t n)
{
    qsort(at, n, sizeof *at, by_value);
    return at[n / 4];
}

static double ticks(probe_function f, long passes)
{
    uint64_t from = probe_ticks();
    f(passes);
    return (double)(probe_ticks() - from);
}

/* Returns the cycles of a copy, relative to calibrations before and after each sample. A CPU that
 * raises its voltage for wide vectors is slower until it has done so: the probe is warmed up first.
 */
static struct probe_sample sample(probe_function f, probe_function calibrate, int warm_up)
{
    double cycles[SAMPLES], clocks[SAMPLES];
    for (int i = 0; i < warm_up; i++)
        f(PASSES);
    for (int i = 0; i < SAMPLES; i++) {
        double before = ticks(calibrate, CALIBRATION_PASSES);
        double taken = ticks(f, PASSES);
        double tick = (before + ticks(calibrate, CALIBRATION_PASSES)) / 2 /
                      (CALIBRATION_PASSES * (double)PROBE_CALIBRATION);
        cycles[i] = taken / tick / (PASSES * (double)PROBE_COPIES);
        clocks[i] = 1 / tick;
    }
    return (struct probe_sample){median(cycles, SAMPLES), median(clocks, SAMPLES)};
}

/* Measures in a process of its own: an instruction that the CPU lacks ends only that process. */
static struct quantity measure_in_child(probe_function f, probe_function calibrate, int warm_up,
                                        struct probe_sample *result)
{
    int ends[2], status = 0;
    if (pipe(ends) != 0)
        return missing("can't create a pipe");
    pid_t child = fork();
    if (child == 0) {
        struct probe_sample t = sample(f, calibrate, warm_up);
        _exit(write(ends[1], &t, sizeof t) == (ssize_t)sizeof t ? 0 : 1);
    }
    close(ends[1]);
    bool came = child > 0 && read(ends[0], result, sizeof *result) == (ssize_t)sizeof *result;
    close(ends[0]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (came)
        return known(result->cycles);
    return missing(child > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGILL
                       ? "the CPU does not have this instruction"
                       : "the measurement failed");
}

static probe_function probe_of(const struct probe_object *object, size_t i)
{
    char name[40];
    snprintf(name, sizeof name, "macs_probe_%zu", i);
    return probe_object_function(object, name);
}

/* Measures all probes once, and the core's clock. */
static void measure_all(struct arena *a, const struct probe_object *object,
                        probe_function calibrate, struct probes *p)
{
    double *clocks = ARENA_ARRAY(a, double, p->n + 1);
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++) {
        struct probe_sample result = {0};
        p->at[i].measured = measure_in_child(probe_of(object, i), calibrate, WARM_UP, &result);
        if (is_known(p->at[i].measured))
            clocks[n++] = result.tick_cycles;
    }
    p->tick_cycles = n ? known(median(clocks, n)) : missing("no probe could be measured");
    p->clock_hz = q_mul(p->tick_cycles, known(probe_tick_rate()));
}

/* Repeats the probes that differ, several times and for longer, and keeps the lower quartile: other
 * programs make some samples longer, and none shorter. */
static void measure_again(const struct probe_object *object, probe_function calibrate,
                          struct probes *p)
{
    for (size_t i = 0; i < p->n; i++) {
        double at[AGAIN];
        size_t n = 0;
        for (int k = 0; p->at[i].differs && k < AGAIN; k++) {
            struct probe_sample result;
            if (is_known(measure_in_child(probe_of(object, i), calibrate, WARMER, &result)))
                at[n++] = result.cycles;
        }
        if (n)
            p->at[i].measured = known(quarter(at, n));
    }
}

void probe_measure(struct arena *a, const struct probe_object *object, const struct machine *m,
                   struct probes *p)
{
    probe_function calibrate = probe_object_function(object, PROBE_CALIBRATE);
    measure_all(a, object, calibrate, p);
    probe_compare(m, p);
    measure_again(object, calibrate, p);
    probe_compare(m, p);
}

#else

void probe_measure(struct arena *a, const struct probe_object *object, const struct machine *m,
                   struct probes *p)
{
    (void)a, (void)object, (void)m;
    for (size_t i = 0; i < p->n; i++)
        p->at[i].measured = missing("only x86-64 machines can be probed");
}

#endif
