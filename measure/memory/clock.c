/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times calls in seconds and in cycles of the core. */
#include "measure/memory/inside.h"

#include "base/util.h"

#include <math.h>
#include <sys/resource.h>

/* A greater change of the clock, or an interruption, makes a call useless. */
#define CLOCK_CHANGE 0.02
enum { CALIBRATION_PASSES = 50, CALIBRATIONS = 3, BRANCHES = 2000, FEW_CALLS = 400 };
/* Cycles of a taken branch on a shared core; more shared calls than this share are the rule. */
#define SHARED_CYCLES 1.25
#define SHARED_MOST 0.9

double memory_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Returns how often this thread lost its core. */
static long lost_cores(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

/* Returns ticks per cycle: the shortest of several chains of adds, since a longer one was
 * interrupted. */
static double calibrate(const struct memory_clock *c)
{
    double least = HUGE_VAL;
    for (int i = 0; i < CALIBRATIONS; i++) {
        uint64_t from = probe_ticks();
        c->calibrate(CALIBRATION_PASSES);
        least = fmin(least, (double)(probe_ticks() - from));
    }
    return least / (CALIBRATION_PASSES * (double)PROBE_CALIBRATION);
}

/* Returns whether another hardware thread uses this core. */
static bool is_core_shared(const struct memory_clock *c, double tick_cycles)
{
    uint64_t from = probe_ticks();
    c->branches(BRANCHES);
    return (double)(probe_ticks() - from) > SHARED_CYCLES * BRANCHES * tick_cycles;
}

bool memory_core_is_shared(const struct memory_clock *c)
{
    return c->calls >= FEW_CALLS && (double)c->shared > SHARED_MOST * (double)c->calls;
}

bool memory_time_counts(const struct memory_clock *c, const struct memory_time *t)
{
    return !t->disturbed && (!t->shared || memory_core_is_shared(c));
}

struct memory_time memory_time_call(const struct memory_clock *c, void (*work)(void *of), void *of)
{
    long lost = lost_cores();
    double before = calibrate(c);
    bool shared = is_core_shared(c, before);
    uint64_t from = probe_ticks();
    work(of);
    double ticks = (double)(probe_ticks() - from);
    double after = calibrate(c);
    shared |= is_core_shared(c, after);
    return (struct memory_time){
        .seconds = ticks / c->tick_hz,
        .cycles = ticks / ((before + after) / 2),
        .disturbed = lost_cores() != lost || fabs(after - before) > CLOCK_CHANGE * before,
        .shared = shared,
    };
}

void memory_count_call(struct memory_clock *c, const struct memory_time *t)
{
    c->calls++;
    c->disturbed += t->disturbed;
    c->shared += t->shared;
    if (memory_time_counts(c, t) && t->seconds > 0)
        c->tick_cycles[c->n_ticks++ % MEMORY_TICKS] = t->cycles / (t->seconds * c->tick_hz);
}

struct quantity memory_clock_hz(struct memory_clock *c)
{
    size_t n = min_size(c->n_ticks, MEMORY_TICKS);
    struct memory_statistics s =
        memory_statistics(c->tick_cycles, n, "the process lost its core in each repeat");
    return q_mul(s.median, known(c->tick_hz));
}
