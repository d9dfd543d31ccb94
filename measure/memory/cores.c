/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data rates of several cores at once, from levels that they share. */
#include "measure/memory/inside.h"

#include "base/util.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

enum { CHUNKS = 4, LEAST_ROUNDS = 6, MOST_ROUNDS = 200, SPINS = 20000, NEARER_TIMES = 2 };
enum { CORE_COUNTS = 12 };
/* Threads that run at the same time for less than this share of the longest one do not count. */
#define TOGETHER 0.8

/* A core's loop over data of its own. */
struct worker {
    struct crew *crew;
    pthread_t thread;
    int processor;
    struct memory_buffer buffer;
    struct memory_sweep sweep;
    double bytes, seconds, cycles, from, to; /* of the last repeat */
    bool disturbed;
};
/* The cores that run at once. */
struct crew {
    struct memory_run *r;
    struct worker *workers;
    int n;              /* cores of the present repeat */
    atomic_int arrived; /* threads that have their data in place */
};

/* A level, a mix, a number of cores, and the sweep of the first of them. */
struct crew_point {
    int level, cores;
    enum rate_mix mix;
    struct memory_sweep sweep;
};
struct crew_points {
    struct crew crew;
    struct crew_point at[MEMORY_LEVELS * RATE_MIXES * CORE_COUNTS];
    struct memory_series series[MEMORY_LEVELS * RATE_MIXES * CORE_COUNTS];
    size_t n;
};

bool memory_pin(int processor)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)processor, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

/* Waits until all threads are here. */
static void meet(struct crew *c)
{
    atomic_fetch_add(&c->arrived, 1);
    for (long i = 0; atomic_load(&c->arrived) < c->n; i++)
        if (i > SPINS)
            sched_yield();
}

static void *work(void *of)
{
    struct worker *w = of;
    struct crew *c = w->crew;
    w->disturbed = !memory_pin(w->processor);
    memory_sweep_warm(&w->sweep, c->r->last_cache / c->n);
    meet(c);
    w->from = memory_now();
    w->bytes = w->seconds = w->cycles = 0;
    for (int i = 0; i < CHUNKS; i++) {
        struct memory_time t;
        w->bytes += memory_sweep_chunk(&w->sweep, &c->r->clock, &t);
        w->seconds += t.seconds;
        w->cycles += t.cycles;
        w->disturbed |= !memory_time_counts(&c->r->clock, &t);
    }
    w->to = memory_now();
    return NULL;
}

/* Returns whether all threads had their cores, and at the same time. */
static bool ran_together(const struct crew *c)
{
    double from = 0, to = HUGE_VAL, longest = 0;
    for (int i = 0; i < c->n; i++) {
        const struct worker *w = &c->workers[i];
        if (w->disturbed)
            return false;
        from = fmax(from, w->from);
        to = fmin(to, w->to);
        longest = fmax(longest, w->to - w->from);
    }
    return to - from >= TOGETHER * longest;
}

/* Runs the loop on all cores of the crew at once: this thread is the first of them. Returns whether
 * it is a valid repeat. */
static bool run_crew(struct crew *c)
{
    int started = 1;
    atomic_store(&c->arrived, 0);
    while (started < c->n &&
           pthread_create(&c->workers[started].thread, NULL, work, &c->workers[started]) == 0)
        started++;
    if (started < c->n)
        atomic_fetch_add(&c->arrived, c->n - started);
    work(&c->workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(c->workers[i].thread, NULL);
    return started == c->n && ran_together(c);
}

static void measure_crew(void *context, size_t i)
{
    struct crew_points *p = context;
    struct crew *c = &p->crew;
    double sum = 0;
    c->n = p->at[i].cores;
    for (int w = 0; w < c->n; w++) {
        c->workers[w].sweep = p->at[i].sweep;
        c->workers[w].sweep.base = c->workers[w].buffer.at;
    }
    bool valid = run_crew(c);
    p->at[i].sweep.at = c->workers[0].sweep.at;
    c->r->clock.calls++;
    c->r->clock.disturbed += !valid;
    for (int w = 0; w < c->n; w++)
        sum += c->workers[w].bytes / (p->at[i].level >= MEMORY_LEVELS_PER_CYCLE
                                          ? c->workers[w].seconds
                                          : c->workers[w].cycles);
    if (valid)
        memory_add_repeat(&p->series[i], sum);
}

/* ---- which points ---- */

/* Returns the cores that share level i with the first one. */
static long sharers_of(const struct memory_run *r, int level)
{
    bool memory = level + 1 == r->p->n_levels;
    return memory ? r->topology->n_processors : topology_sharers(r->topology, level);
}

/* Returns the bytes of the set of each of that many cores. */
static double set_of(const struct memory_run *r, int level, long cores)
{
    return r->p->levels[level].set / (double)cores;
}

/* Adds the points of all mixes for that many cores. */
static void add_mixes(struct crew_points *p, struct memory_run *r, int level, long cores)
{
    for (int mix = 0; mix < RATE_MIXES && p->n < COUNT_OF(p->at); mix++) {
        p->series[p->n] = (struct memory_series){.a = r->a};
        p->at[p->n++] =
            (struct crew_point){.level = level, .cores = (int)cores, .mix = (enum rate_mix)mix};
    }
}

/* Returns the next number of cores: twice as many, and at the end all of them. */
static long next_cores(long cores, long all)
{
    return cores < all && 2 * cores > all ? all : 2 * cores;
}

/* Adds the points of a level: 2, 4 ... cores, and all that share it. */
static void add_points(struct crew_points *p, struct memory_run *r, int level)
{
    const struct memory_level *l = &r->p->levels[level];
    long all = sharers_of(r, level);
    double near = r->p->levels[level - 1].claimed;
    bool memory = level + 1 == r->p->n_levels;
    for (long cores = 2; cores <= all; cores = next_cores(cores, all)) {
        if (!memory && set_of(r, level, cores) < NEARER_TIMES * near) {
            note(r->a, &r->p->notes,
                 "%s: rates of %ld cores and more are not measured: the parts of its cores would "
                 "fit into nearer caches",
                 l->name, cores);
            return;
        }
        add_mixes(p, r, level, cores);
    }
}

/* ---- data of each core ---- */

/* Opens the data of a worker on its processor, so that its pages are near to it. */
static void *open_data(void *of)
{
    struct worker *w = of;
    w->disturbed =
        !memory_pin(w->processor) ||
        !memory_buffer_open(&w->buffer, w->buffer.bytes, true, memory_deadline(w->crew->r, 0.65));
    return NULL;
}

/* Opens the data of all workers but the first, which uses those of the measurement. Returns false
 * if there is too little memory. */
static bool open_crew(struct crew_points *p, struct memory_run *r, int n)
{
    struct crew *c = &p->crew;
    bool good = true;
    for (int w = 0; w < n; w++)
        c->workers[w] = (struct worker){.crew = c, .processor = r->topology->processors[w]};
    c->workers[0].buffer = r->huge;
    for (size_t i = 0; i < p->n; i++)
        for (int w = 1; w < p->at[i].cores; w++) {
            size_t bytes = (size_t)set_of(r, p->at[i].level, p->at[i].cores) + (1 << 20);
            c->workers[w].buffer.bytes = max_size(c->workers[w].buffer.bytes, bytes);
        }
    for (int w = 1; w < n && good; w++) {
        good = (double)c->workers[w].buffer.bytes < memory_available() / 2 &&
               pthread_create(&c->workers[w].thread, NULL, open_data, &c->workers[w]) == 0;
        good = good && pthread_join(c->workers[w].thread, NULL) == 0 && !c->workers[w].disturbed;
    }
    return good;
}

static void store_points(struct crew_points *p, struct memory_run *r)
{
    for (size_t i = 0; i < p->n; i++) {
        const struct crew_point *at = &p->at[i];
        struct memory_level *l = &r->p->levels[at->level];
        *ARENA_PUSH(r->a, l->rates[at->mix], l->n_rates[at->mix]) = (struct memory_rate){
            at->cores, at->level >= MEMORY_LEVELS_PER_CYCLE,
            memory_statistics(p->series[i].at, p->series[i].n,
                              "the cores never ran at the same time without interruption")};
    }
}

void memory_measure_cores(struct memory_run *r)
{
    struct crew_points *p = ARENA_NEW(r->a, struct crew_points);
    int n = r->topology->n_processors;
    p->crew.r = r;
    p->crew.workers = ARENA_ARRAY(r->a, struct worker, (size_t)n);
    for (int i = 1; i < r->p->n_levels; i++)
        add_points(p, r, i);
    if (open_crew(p, r, n)) {
        for (size_t i = 0; i < p->n; i++)
            memory_sweep_init(&p->at[i].sweep, r, r->loops.mixes[p->at[i].mix],
                              memory_arrays(p->at[i].mix), &r->huge,
                              set_of(r, p->at[i].level, p->at[i].cores));
        memory_repeat(p->series, p->n, measure_crew, p, LEAST_ROUNDS, MOST_ROUNDS,
                      memory_deadline(r, 0.75));
        store_points(p, r);
    } else {
        note(r->a, &r->p->notes, "rates of several cores are not measured: too little memory");
    }
    for (int w = 1; w < n; w++)
        memory_buffer_close(&p->crew.workers[w].buffer);
}
