/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The load curve: rates of sets of increasing size, and the sizes of caches that follow from it. */
#include "measure/memory/inside.h"

#include "base/util.h"

#include <math.h>

enum {
    PER_OCTAVE = 4,
    LOW_BYTES = 8192,
    LAST_TIMES = 4,
    LESS_TIMES = 2,
    CHUNKS = 6,
    LEAST_ROUNDS = 3
};
#define KNEE_FACTOR 1.15

struct curve {
    struct memory_run *r;
    double sizes[MEMORY_POINTS];
    struct memory_sweep sweeps[MEMORY_POINTS];
    struct memory_series series[MEMORY_POINTS];
    size_t n;
};

static void measure_point(void *context, size_t i)
{
    struct curve *c = context;
    memory_sweep_repeats(&c->sweeps[i], c->r, CHUNKS, false, &c->series[i]);
}

/* Stores the curve, and returns cycles per byte in *cost. Returns the number of points. */
static size_t finish_curve(struct curve *c, double *size, double *cost)
{
    struct memory_probe *p = c->r->p;
    size_t n = 0;
    p->curve = ARENA_ARRAY(c->r->a, struct memory_point, c->n + 1);
    for (size_t i = 0; i < c->n; i++) {
        struct memory_statistics s = memory_statistics(c->series[i].at, c->series[i].n,
                                                       "the process lost its core in each repeat");
        p->curve[p->n_curve++] = (struct memory_point){c->sizes[i], s.median};
        if (is_known(s.greatest)) {
            size[n] = c->sizes[i];
            cost[n++] = 1 / s.greatest.value;
        }
    }
    return n;
}

/* Sets the effective sizes from the curve. */
static void find_sizes(struct memory_run *r, const double *size, double *cost, size_t n)
{
    int caches = r->p->n_levels - 1;
    size_t breaks[MACHINE_CACHES + 2] = {0};
    bool good = memory_find_cost_breaks(cost, n, log, caches, breaks);
    for (int i = 0; i < caches; i++)
        r->p->levels[i].effective =
            good ? memory_knee(size, cost, breaks[i], breaks[i + 1], breaks[i + 2], KNEE_FACTOR)
                 : missing("too few points of the load curve were measured");
}

/* Returns the greater or the smaller of reported and effective size. */
static double size_bound(const struct memory_level *l, bool greater)
{
    double effective = is_known(l->effective) ? l->effective.value : l->claimed;
    return greater ? fmax(effective, l->claimed) : fmin(effective, l->claimed);
}

/* Uses the measured size of the last cache in place of the reported one, if the curve continues far
 * enough beyond it: a virtual machine can report a cache of which it gets only a part. */
static void find_last_cache(struct memory_run *r, double greatest)
{
    const struct memory_level *l = &r->p->levels[r->p->n_levels - 2];
    if (!is_known(l->effective) || greatest < LAST_TIMES * l->effective.value)
        return;
    r->last_cache = l->effective.value;
    if (l->claimed > LESS_TIMES * l->effective.value)
        note(r->a, &r->p->notes,
             "%s: the system reports %.0f MB, and loads are slower in sets of more than %.0f MB: "
             "this machine has a part of the cache, or shares it with other work",
             l->name, l->claimed / 1048576, l->effective.value / 1048576);
}

/* Chooses the sets of the rates of all levels. */
static void choose_sets(struct memory_run *r)
{
    double near = 0;
    int last = r->p->n_levels - 2;
    for (int i = 0; i < r->p->n_levels; i++) {
        struct memory_level *l = &r->p->levels[i];
        bool memory = i + 1 == r->p->n_levels;
        struct memory_set set =
            memory_choose_set(r->a, near, memory ? 0 : size_bound(l, false), (double)r->huge.bytes);
        l->set = set.bytes;
        l->set_note = set.note;
        near = i == last ? r->last_cache : fmax(near, size_bound(l, true));
    }
}

void memory_measure_curve(struct memory_run *r)
{
    struct curve *c = ARENA_NEW(r->a, struct curve);
    double size[MEMORY_POINTS], cost[MEMORY_POINTS];
    *c = (struct curve){.r = r};
    double high = fmin(LAST_TIMES * r->last_cache, (double)r->huge.bytes / 2);
    c->n = memory_curve_sizes(LOW_BYTES, high, PER_OCTAVE, MEMORY_STEP, c->sizes);
    for (size_t i = 0; i < c->n; i++) {
        c->series[i].a = r->a;
        memory_sweep_init(&c->sweeps[i], r, r->loops.mixes[RATE_LOAD], 1, &r->huge, c->sizes[i]);
    }
    memory_repeat(c->series, c->n, measure_point, c, LEAST_ROUNDS, 20, memory_deadline(r, 0.2));
    size_t n = finish_curve(c, size, cost);
    find_sizes(r, size, cost, n);
    find_last_cache(r, n ? size[n - 1] : 0);
    choose_sets(r);
}
