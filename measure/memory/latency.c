/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Latencies by pointer chases, and from them the address translation. */
#include "measure/memory/inside.h"

#include "base/util.h"

#include <math.h>

#define CHASE_SECONDS 3e-4
enum {
    LEAST_ROUNDS = 5,
    MOST_ROUNDS = 200,
    CHUNKS = 4,
    LEAST_LINES = 16,
    NEARER_TIMES = 4,
    TRIALS = 12,
    WARM_PASSES = 6,
    FAR_STEP = 4 * MEMORY_LINE,
    FIRST_LOADS = 256
};

/* A cycle of pointers that is followed in chunks. */
struct chase {
    void *at;
    size_t elements; /* of the cycle */
    size_t loads;    /* of a chunk */
    char *base;      /* of its memory */
    size_t warm;     /* bytes from there that are loaded before a chunk; 0 = it is in no cache */
    size_t out;      /* bytes elsewhere that are loaded then, to evict it from nearer caches */
};
struct chase_call {
    memory_chase follow;
    struct chase *c;
    size_t loads;
};

static void run_chase(void *of)
{
    struct chase_call *call = of;
    call->c->at = call->follow(call->c->at, call->loads);
}

static struct memory_time time_chase(struct memory_run *r, struct chase *c)
{
    struct chase_call call = {r->loops.chase, c, c->loads};
    struct memory_time t = memory_time_call(&r->clock, run_chase, &call);
    memory_count_call(&r->clock, &t);
    return t;
}

/* Loads n bytes, which need not be a multiple of a loop's step. */
static void load_bytes(struct memory_run *r, char *at, size_t n)
{
    n = n / MEMORY_STEP * MEMORY_STEP;
    if (n)
        r->loops.mixes[RATE_LOAD](at, at, at, n, n);
}

/* Brings the cycle into the caches by loads in order, which take much less time than to follow it:
 * other programs have less time to evict it. A cache can keep only lines that were used again. */
static void warm_chase(struct memory_run *r, struct chase *c)
{
    for (int i = 0; i < WARM_PASSES; i++)
        load_bytes(r, c->base, c->warm);
    load_bytes(r, r->huge.at + r->huge.bytes - c->out, c->out);
}

/* Chooses the number of loads of a chunk. */
static void choose_loads(struct memory_run *r, struct chase *c)
{
    c->loads = FIRST_LOADS;
    for (int i = 0; i < TRIALS; i++) {
        warm_chase(r, c);
        struct memory_time t = time_chase(r, c);
        if (!t.disturbed && t.seconds >= CHASE_SECONDS / 2)
            break;
        if (!t.disturbed)
            c->loads *= 2;
    }
}

static void add_chase_repeats(struct memory_run *r, struct chase *c, struct memory_series *s)
{
    for (int k = 0; k < CHUNKS; k++) {
        warm_chase(r, c);
        struct memory_time t = time_chase(r, c);
        if (memory_time_counts(&r->clock, &t))
            memory_add_repeat(s, t.cycles / (double)c->loads);
    }
}

static const char lost[] = "the process lost its core in each repeat";

/* ---- latencies of levels ---- */

struct latencies {
    struct memory_run *r;
    struct chase chases[2 * MEMORY_LEVELS]; /* levels on huge pages, then on normal pages */
    struct memory_series series[2 * MEMORY_LEVELS];
};

static void measure_latency(void *context, size_t i)
{
    struct latencies *l = context;
    add_chase_repeats(l->r, &l->chases[i], &l->series[i]);
}

/* Returns the size of the set of a level: at most four times the nearer cache, so that other
 * programs evict little of a shared cache before it has been followed, and the cycle is linked
 * soon. A set in the memory has one line of four, for the same reason. */
static double chase_set(const struct memory_run *r, int i)
{
    const struct memory_probe *p = r->p;
    bool memory = i + 1 == p->n_levels;
    double set = p->levels[i].set, near = i > 0 ? p->levels[i - 1].claimed : set;
    return fmin(set, NEARER_TIMES * (memory ? r->last_cache : near));
}

/* Returns the bytes that evict the set of level i from the nearer caches. */
static size_t evicting_bytes(const struct memory_probe *p, int i)
{
    bool between = i > 0 && i + 1 < p->n_levels;
    return between ? 2 * (size_t)p->levels[i - 1].claimed : 0;
}

/* Places the cycles of all levels on one kind of pages one after the other in a buffer. */
static void place_chases(struct latencies *l, int kind, const struct memory_buffer *b)
{
    size_t used = 0;
    for (int i = 0; i < l->r->p->n_levels; i++) {
        bool memory = i + 1 == l->r->p->n_levels;
        size_t bytes = (size_t)chase_set(l->r, i) / 4096 * 4096;
        bytes = memory ? min_size(bytes, b->bytes - used) : bytes;
        struct chase *c = &l->chases[kind * MEMORY_LEVELS + i];
        if (used + bytes > b->bytes || bytes < MEMORY_LINE * LEAST_LINES)
            continue;
        char *base = b->at + used;
        size_t step = memory ? FAR_STEP : MEMORY_LINE, n = bytes / step;
        *c = (struct chase){memory_link_cycle(base, n, step, memory, n),
                            n,
                            0,
                            base,
                            memory ? 0 : bytes,
                            evicting_bytes(l->r->p, i)};
        choose_loads(l->r, c);
        l->series[kind * MEMORY_LEVELS + i].unused = false;
        used += bytes;
    }
}

void memory_measure_latencies(struct memory_run *r)
{
    struct latencies *l = ARENA_NEW(r->a, struct latencies);
    *l = (struct latencies){.r = r};
    for (int i = 0; i < 2 * MEMORY_LEVELS; i++)
        l->series[i] = (struct memory_series){.a = r->a, .unused = true};
    place_chases(l, 0, &r->huge);
    place_chases(l, 1, &r->normal);
    memory_repeat(l->series, 2 * MEMORY_LEVELS, measure_latency, l, LEAST_ROUNDS, MOST_ROUNDS,
                  memory_deadline(r, 0.88));
    for (int i = 0; i < r->p->n_levels; i++)
        for (int kind = 0; kind < 2; kind++) {
            struct memory_series *s = &l->series[kind * MEMORY_LEVELS + i];
            r->p->levels[i].latency[kind] = memory_statistics(s->at, s->n, lost);
        }
}

/* ---- address translation ---- */

/* Chases over n pages, one line in each, and over n adjacent lines: the difference is the cost of
 * the translation, as long as the lines are in the second cache. */
enum { TLB_LOW = 16, PER_OCTAVE = 3 };
struct translations {
    struct memory_run *r;
    double pages[MEMORY_POINTS];
    struct memory_series series[2 * MEMORY_POINTS]; /* pages, then lines */
    size_t n;
};

/* The cycles of all points would use the same lines, so each is linked again. */
static void measure_translation(void *context, size_t i)
{
    struct translations *t = context;
    bool lines = i >= t->n;
    size_t n = (size_t)t->pages[lines ? i - t->n : i];
    size_t step = lines ? MEMORY_LINE : (size_t)t->r->p->page.value;
    char *base = lines ? t->r->huge.at : t->r->normal.at;
    struct chase c = {memory_link_cycle(base, n, step, !lines, n), n, 0, base, 0, 0};
    choose_loads(t->r, &c);
    add_chase_repeats(t->r, &c, &t->series[i]);
}

/* Sets the entries and costs of TLBs from the costs of n points. */
static void find_tlbs(struct memory_probe *p, const double *pages, double *cost, size_t n)
{
    size_t breaks[MEMORY_TLBS + 2] = {0};
    bool good = memory_find_cost_breaks(cost, n, log1p, MEMORY_TLBS, breaks);
    for (int i = 0; i < MEMORY_TLBS; i++) {
        struct memory_tlb *tlb = &p->tlbs[i];
        if (!good) {
            tlb->entries = tlb->latency = missing("too few points were measured");
            continue;
        }
        size_t from = breaks[i], at = breaks[i + 1], to = breaks[i + 2];
        tlb->entries = memory_knee(pages, cost, from, at, to, 1);
        double rise = cost[(at + to - 1) / 2] - cost[(from + at - 1) / 2];
        if (rise < 2)
            tlb->entries = missing("more pages hardly cost more");
        tlb->latency = is_known(tlb->entries) ? known(rise) : tlb->entries;
    }
}

void memory_measure_tlbs(struct memory_run *r)
{
    struct translations *t = ARENA_NEW(r->a, struct translations);
    double cost[MEMORY_POINTS], pages[MEMORY_POINTS];
    size_t n = 0;
    *t = (struct translations){.r = r};
    double second = r->p->levels[r->p->n_levels > 2 ? 1 : 0].claimed;
    double high = fmin(second / 2 / MEMORY_LINE, (double)r->normal.bytes / r->p->page.value);
    t->n = memory_curve_sizes(TLB_LOW, high, PER_OCTAVE, 1, t->pages);
    for (size_t i = 0; i < 2 * t->n; i++)
        t->series[i].a = r->a;
    memory_repeat(t->series, 2 * t->n, measure_translation, t, 2, 10, memory_deadline(r, 1));
    for (size_t i = 0; i < t->n; i++) {
        struct memory_series *one = &t->series[i], *other = &t->series[t->n + i];
        struct memory_statistics with = memory_statistics(one->at, one->n, lost);
        struct memory_statistics without = memory_statistics(other->at, other->n, lost);
        struct quantity more = q_sub(with.quarter, without.quarter);
        if (is_known(more)) {
            pages[n] = t->pages[i];
            cost[n++] = fmax(more.value, 0);
        }
    }
    find_tlbs(r->p, pages, cost, n);
}
