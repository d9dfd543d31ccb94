/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assembles, loads and times the probes. */
#include "measure/probe/inside.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    WARM_UP = 100,
    WARMER = 2000,
    AGAIN = 9,
    SAMPLES = 51,
    PASSES = 500,
    CALIBRATION_PASSES = 100
};

bool probe_assemble(const char *compiler, const char *source, const char *object, struct diag *d)
{
    const char *const argv[] = {compiler, "-shared", "-nostdlib", "-o", object, source, NULL};
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        execvp(compiler, (char *const *)argv);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    diag_error(d, (struct where){0},
               child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 127
                   ? "no command '%s' to assemble the probes: install it, or name another "
                     "compiler with --compiler"
                   : "'%s' can't assemble the probes: name another compiler with --compiler",
               compiler);
    return false;
}

#ifdef __x86_64__

#include <x86intrin.h>

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

typedef void (*probe_function)(long passes);

static double ticks(probe_function f, long passes)
{
    _mm_lfence();
    uint64_t from = __rdtsc();
    _mm_lfence();
    f(passes);
    _mm_lfence();
    return (double)(__rdtsc() - from);
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

static struct quantity tick_rate(void)
{
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    uint64_t begin = __rdtsc();
    do
        clock_gettime(CLOCK_MONOTONIC, &to);
    while ((double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) * 1e-9 < 0.05);
    double seconds = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) * 1e-9;
    return known((double)(__rdtsc() - begin) / seconds);
}

/* POSIX requires this conversion from a data pointer to a function pointer. */
static probe_function function_of(void *object, const char *name)
{
    void *data = dlsym(object, name);
    probe_function f;
    memcpy(&f, &data, sizeof f);
    return f;
}

static probe_function probe_of(void *object, size_t i)
{
    char name[40];
    snprintf(name, sizeof name, "macs_probe_%zu", i);
    return function_of(object, name);
}

/* Measures all probes once, and the core's clock. */
static void measure_all(struct arena *a, void *object, probe_function calibrate, struct probes *p)
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
    p->clock_hz = q_mul(p->tick_cycles, tick_rate());
}

/* Repeats the probes that differ, several times and for longer, and keeps the lower quartile: other
 * programs make some samples longer, and none shorter. */
static void measure_again(void *object, probe_function calibrate, struct probes *p)
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

bool probe_measure(struct arena *a, const char *object, const struct machine *m, struct probes *p,
                   struct diag *d)
{
    void *loaded = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    probe_function calibrate = loaded ? function_of(loaded, PROBE_CALIBRATE) : NULL;
    if (!calibrate) {
        diag_error(d, (struct where){0}, "the assembled probes can't be loaded: %s", dlerror());
        return false;
    }
    measure_all(a, loaded, calibrate, p);
    probe_compare(m, p);
    measure_again(loaded, calibrate, p);
    probe_compare(m, p);
    dlclose(loaded);
    return true;
}

#else

bool probe_measure(struct arena *a, const char *object, const struct machine *m, struct probes *p,
                   struct diag *d)
{
    (void)a, (void)object, (void)m, (void)p;
    diag_error(d, (struct where){0}, "only x86-64 machines can be probed");
    return false;
}

#endif
