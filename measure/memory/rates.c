/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data rates of one core, and the share of transfers that its work hides. */
#include "measure/memory/inside.h"

#include "base/util.h"

#include <math.h>

enum { CHUNKS = 4, LEAST_ROUNDS = 5, MOST_ROUNDS = 300, OWN_REPEATS = 20, OWN_ATTEMPTS = 1000 };
enum { ELEMENT = 8 };
#define LOADS_PER_CYCLE 2.5
#define KERNEL_SHARE 0.5
static const char lost[] = "the process lost its core in each repeat";

struct rates {
    struct memory_run *r;
    struct memory_sweep sweeps[MEMORY_LEVELS * 2 * RATE_MIXES];
    struct memory_series series[MEMORY_LEVELS * 2 * RATE_MIXES];
    size_t n;
};
/* Indices: all mixes of a level on huge pages, then on normal pages. */
enum { PER_LEVEL = 2 * RATE_MIXES };

static void measure_rate(void *context, size_t i)
{
    struct rates *f = context;
    bool per_second = i / PER_LEVEL >= MEMORY_LEVELS_PER_CYCLE;
    memory_sweep_repeats(&f->sweeps[i], f->r, CHUNKS, per_second, &f->series[i]);
}

static void store_rates(struct rates *f)
{
    struct memory_probe *p = f->r->p;
    for (size_t i = 0; i < f->n; i++) {
        size_t level = i / PER_LEVEL, mix = i % RATE_MIXES;
        struct memory_level *l = &p->levels[level];
        struct memory_rate rate = {1, level >= MEMORY_LEVELS_PER_CYCLE,
                                   memory_statistics(f->series[i].at, f->series[i].n, lost)};
        if (i % PER_LEVEL >= RATE_MIXES)
            l->normal[mix] = rate;
        else
            *ARENA_PUSH(f->r->a, l->rates[mix], l->n_rates[mix]) = rate;
    }
}

/* Returns the median rate of one core per cycle. */
static struct quantity rate_per_cycle(const struct memory_probe *p, int level, int mix)
{
    const struct memory_rate *rate = &p->levels[level].rates[mix][0];
    return rate->per_second ? q_div(rate->of.median, p->clock_hz, "the clock is unknown")
                            : rate->of.median;
}

/* Sets the share of the load loop, and notes the mixes of which the core's own work takes more than
 * half of the time. */
static void find_kernel_shares(struct memory_run *r)
{
    struct memory_probe *p = r->p;
    for (int i = 0; i < p->n_levels; i++) {
        const char *list = "";
        for (int mix = 0; mix < RATE_MIXES; mix++) {
            struct quantity share =
                q_div(rate_per_cycle(p, i, mix), rate_per_cycle(p, 0, mix), "no rate");
            if (mix == RATE_LOAD)
                p->levels[i].kernel_share = share;
            if (i > 0 && is_known(share) && share.value > KERNEL_SHARE)
                list = arena_printf(r->a, "%s%s%s", list, *list ? ", " : "", rate_mix_names[mix]);
        }
        if (*list)
            note(
                r->a, &p->notes,
                "%s: more than half of the time of %s is the loop's own, as in %s: such a rate can "
                "be a limit of the core",
                p->levels[i].name, list, p->levels[0].name);
    }
}

void memory_measure_rates(struct memory_run *r)
{
    struct rates *f = ARENA_NEW(r->a, struct rates);
    *f = (struct rates){.r = r, .n = (size_t)r->p->n_levels * PER_LEVEL};
    for (size_t i = 0; i < f->n; i++) {
        enum rate_mix of = (enum rate_mix)(i % RATE_MIXES);
        f->series[i].a = r->a;
        memory_sweep_init(&f->sweeps[i], r, r->loops.mixes[of], memory_arrays(of),
                          i % PER_LEVEL >= RATE_MIXES ? &r->normal : &r->huge,
                          r->p->levels[i / PER_LEVEL].set);
    }
    memory_repeat(f->series, f->n, measure_rate, f, LEAST_ROUNDS, MOST_ROUNDS,
                  memory_deadline(r, 0.45));
    store_rates(f);
    r->p->clock_hz = memory_clock_hz(&r->clock);
    find_kernel_shares(r);
}

/* ---- overlap ---- */

/* A level's loop that only loads lines, and loops that also execute a chain of adds, or loads from
 * one line, beside each line. */
struct overlaps {
    struct memory_run *r;
    struct memory_sweep load[MEMORY_LEVELS], both[2 * MEMORY_LEVELS];
    double work[2 * MEMORY_LEVELS]; /* cycles of the adds or loads for each line */
    struct memory_series series[2 * MEMORY_LEVELS];
};
/* Indices: adds of all levels, then loads. */
enum { LOADS = MEMORY_LEVELS };

static double chunk_cycles(struct memory_sweep *s, struct overlaps *o, struct memory_time *t)
{
    memory_sweep_warm(s, o->r->last_cache);
    double bytes = memory_sweep_chunk(s, &o->r->clock, t);
    memory_count_call(&o->r->clock, t);
    return t->cycles / (bytes / MEMORY_LINE);
}

/* The loops would take the sum of both times without any overlap, and the longer time with full
 * overlap. Each repeat compares neighbours in time. */
static void measure_overlap(void *context, size_t i)
{
    struct overlaps *o = context;
    struct memory_time t, u;
    double load = chunk_cycles(&o->load[i % LOADS], o, &t);
    double both = chunk_cycles(&o->both[i], o, &u);
    double hidden = (load + o->work[i] - both) / fmin(load, o->work[i]);
    if (memory_time_counts(&o->r->clock, &t) && memory_time_counts(&o->r->clock, &u))
        memory_add_repeat(&o->series[i], fmin(fmax(hidden, 0), 1));
}

/* Returns the loop whose numbers of adds or loads take the time nearest to that of the transfer of
 * a line. */
static int choose_adds(double cycles)
{
    int best = 0;
    for (int i = 1; i < MEMORY_ADDS; i++)
        if (fabs(log(memory_adds[i] / cycles)) < fabs(log(memory_adds[best] / cycles)))
            best = i;
    return best;
}

/* Returns the least cycles for each line of a loop whose data are in the first cache, and begin
 * `shift` bytes after the begin of a line. */
static double own_cycles(struct memory_run *r, memory_loop loop, int shift)
{
    struct memory_sweep s;
    double least = HUGE_VAL;
    memory_sweep_init(&s, r, loop, 1, &r->huge, MEMORY_STEP);
    s.base += shift;
    for (int i = 0, n = 0; i < OWN_ATTEMPTS && n < OWN_REPEATS; i++) {
        struct memory_time t;
        double bytes = memory_sweep_chunk(&s, &r->clock, &t);
        memory_count_call(&r->clock, &t);
        if (!memory_time_counts(&r->clock, &t))
            continue;
        least = fmin(least, t.cycles / (bytes / MEMORY_LINE));
        n++;
    }
    return least;
}

/* Returns the cycles of the transfer of a line from level i. */
static struct quantity line_cycles(const struct memory_probe *p, int i)
{
    const struct memory_rate *rate = &p->levels[i].rates[RATE_LOAD][0];
    struct quantity clock = rate->per_second ? p->clock_hz : known(1);
    return q_div(q_mul(known(MEMORY_LINE), clock), rate->of.median, "the rate is 0");
}

/* Prepares both loops of level i. The time of the loads is that of the loop without the time of its
 * lines; processors execute up to LOADS_PER_CYCLE in a cycle. */
static void prepare_overlap(struct overlaps *o, int i, double cycles)
{
    struct memory_run *r = o->r;
    double set = r->p->levels[i].set;
    int adds = choose_adds(cycles), loads = choose_adds(LOADS_PER_CYCLE * cycles);
    o->work[i] = memory_adds[adds];
    o->work[LOADS + i] =
        own_cycles(r, r->loops.loads[loads], 0) - own_cycles(r, r->loops.mixes[RATE_LOAD], 0);
    memory_sweep_init(&o->load[i], r, r->loops.mixes[RATE_LOAD], 1, &r->huge, set);
    memory_sweep_init(&o->both[i], r, r->loops.overlap[adds], 1, &r->huge, set);
    memory_sweep_init(&o->both[LOADS + i], r, r->loops.loads[loads], 1, &r->huge, set);
    o->series[LOADS + i].unused = !(o->work[LOADS + i] > 0 && isfinite(o->work[LOADS + i]));
}

void memory_measure_overlap(struct memory_run *r)
{
    struct overlaps *o = ARENA_NEW(r->a, struct overlaps);
    struct memory_probe *p = r->p;
    *o = (struct overlaps){.r = r};
    for (int i = 0; i < 2 * MEMORY_LEVELS; i++)
        o->series[i] = (struct memory_series){.a = r->a, .unused = true};
    for (int i = 1; i < p->n_levels; i++) {
        struct quantity cycles = line_cycles(p, i);
        o->series[i].unused = !is_known(cycles);
        if (is_known(cycles))
            prepare_overlap(o, i, cycles.value);
    }
    memory_repeat(o->series, 2 * MEMORY_LEVELS, measure_overlap, o, 15, 100,
                  memory_deadline(r, 0.55));
    for (int i = 0; i < p->n_levels; i++) {
        const char *why = i == 0 ? "loads from the first cache are work of the core" : lost;
        p->levels[i].overlap = memory_statistics(o->series[i].at, o->series[i].n, why);
        p->levels[i].overlap_loads =
            memory_statistics(o->series[LOADS + i].at, o->series[LOADS + i].n, why);
    }
}

/* ---- accesses that cross lines ---- */

/* If vectors begin one element after a line, one of them crosses the end of each line. */
void memory_measure_crossings(struct memory_run *r)
{
    static const enum rate_mix mixes[2] = {RATE_LOAD, RATE_STORE};
    for (int write = 0; write < 2; write++) {
        memory_loop loop = r->loops.mixes[mixes[write]];
        double aligned = own_cycles(r, loop, 0), shifted = own_cycles(r, loop, ELEMENT);
        r->p->crossing[write] = isfinite(aligned) && isfinite(shifted)
                                    ? known(fmax(shifted - aligned, 0))
                                    : missing(lost);
    }
}
