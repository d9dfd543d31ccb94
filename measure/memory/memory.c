/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/memory/memory.h"
#include "measure/memory/inside.h"

#include "base/util.h"
#include "machines/features.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Shares of the time limit, so that the whole ends before it. */
#define USED_SHARE 0.85
#define TOUCH_SHARE 0.3
#define SHARED_NOTED 0.05
enum { LEAST_TIMES = 2, SET_TIMES = 12, SLACK = 8 << 20, MEMORY_PARTS = 4 };

double memory_deadline(const struct memory_run *r, double share)
{
    return r->opened + (r->begin + r->limit * USED_SHARE - r->opened) * share;
}

/* Returns the width of the vectors that this CPU has. */
static double vector_bytes(void)
{
    struct host_cpu cpu;
    if (!host_read(&cpu))
        return 0;
    return cpu.features >> FEATURE_AVX512 & 1 ? 64 : cpu.features >> FEATURE_AVX & 1 ? 32 : 16;
}

/* ---- levels ---- */

static const char *level_name(struct arena *a, const char *const *names, int i)
{
    for (int k = 0; names && names[k]; k++)
        if (k == i)
            return names[k];
    return arena_printf(a, "l%d", i + 1);
}

static void set_levels(struct memory_run *r, const char *const *names)
{
    const struct topology *t = r->topology;
    struct memory_probe *p = r->p;
    for (int i = 0; i < t->n_caches; i++)
        p->levels[i] = (struct memory_level){
            .name = level_name(r->a, names, i),
            .claimed = t->caches[i].bytes,
            .line = t->caches[i].line,
            .ways = t->caches[i].ways,
            .shared = topology_sharers(t, i),
            .inclusive = t->caches[i].inclusive,
        };
    p->levels[t->n_caches] = (struct memory_level){
        .name = "memory",
        .shared = t->n_processors,
        .effective = missing("the memory is the last level"),
    };
    p->n_levels = t->n_caches + 1;
    p->topology = t->source;
    p->cores = t->n_processors;
    r->last_cache = t->caches[t->n_caches - 1].bytes;
}

/* ---- memory ---- */

/* Opens the memory in huge pages, as much of it as can be accessed in a part of the time limit. */
static bool open_huge(struct memory_run *r, struct diag *d)
{
    double most = memory_available() / MEMORY_PARTS;
    double bytes = fmin(SET_TIMES * r->last_cache + SLACK, most);
    double deadline = r->begin + r->limit * USED_SHARE * TOUCH_SHARE;
    if (bytes < LEAST_TIMES * r->last_cache ||
        !memory_buffer_open(&r->huge, (size_t)bytes, true, deadline)) {
        diag_error(d, (struct where){0},
                   "too little free memory: %.0f MB are free, and the probe needs %.0f MB",
                   MEMORY_PARTS * most / 1048576,
                   MEMORY_PARTS * LEAST_TIMES * r->last_cache / 1048576);
        return false;
    }
    if ((double)r->huge.bytes < LEAST_TIMES * r->last_cache)
        note(r->a, &r->p->notes,
             "the first access to memory takes long: only %.0f MB are used, %.2g times the "
             "reported size of the last cache",
             (double)r->huge.bytes / 1048576, (double)r->huge.bytes / r->last_cache);
    r->opened = memory_now();
    return true;
}

/* States the kinds of pages. */
static void find_pages(struct memory_run *r)
{
    struct memory_probe *p = r->p;
    p->page = known((double)sysconf(_SC_PAGESIZE));
    if (r->huge.huge_share > 0.9) {
        p->huge_page = known(2 << 20);
        return;
    }
    p->huge_page = missing("the kernel gives this process no huge pages");
    note(r->a, &p->notes,
         "%.0f %% of the memory for huge pages are in huge pages: latencies and rates contain "
         "costs of the address translation",
         100 * r->huge.huge_share);
}

/* Opens memory in normal pages, for the set of the memory's rates. */
static bool open_normal(struct memory_run *r, struct diag *d)
{
    double bytes = r->p->levels[r->p->n_levels - 1].set + SLACK;
    if (memory_buffer_open(&r->normal, (size_t)bytes, false, memory_deadline(r, 0.3)))
        return true;
    diag_error(d, (struct where){0}, "too little free memory: the probe needs %.0f MB more",
               bytes / 1048576);
    return false;
}

/* ---- the whole ---- */

static bool measure_all(struct memory_run *r, struct diag *d)
{
    memory_measure_curve(r);
    if (!open_normal(r, d))
        return false;
    memory_measure_rates(r);
    memory_measure_overlap(r);
    memory_measure_crossings(r);
    memory_measure_cores(r);
    memory_pin(r->topology->processors[0]);
    memory_measure_latencies(r);
    memory_measure_tlbs(r);
    return true;
}

/* Values of one kind, and those of them whose repeats differ by more than the limit. */
struct noise {
    int all, noisy;
    double most; /* spread */
};

static void count_noise(struct noise *n, const struct memory_statistics *s)
{
    bool noisy = !is_known(s->spread) || s->spread.value > MEMORY_SPREAD;
    n->all++;
    n->noisy += noisy;
    if (noisy && is_known(s->spread))
        n->most = fmax(n->most, s->spread.value);
}

static void note_kind(struct arena *a, struct memory_probe *p, const struct noise *n,
                      const char *kind, const char *effect)
{
    if (n->noisy)
        note(a, &p->notes,
             "noise: repeats of %d of %d %s spread by more than %g %%, up to %.0f %%; %s", n->noisy,
             n->all, kind, 100 * MEMORY_SPREAD, 100 * n->most, effect);
}

static void note_noise(struct arena *a, struct memory_probe *p)
{
    struct noise rates = {.all = 0}, latencies = {.all = 0};
    for (int i = 0; i < p->n_levels; i++) {
        for (int mix = 0; mix < RATE_MIXES; mix++)
            for (size_t k = 0; k < p->levels[i].n_rates[mix]; k++)
                count_noise(&rates, &p->levels[i].rates[mix][k].of);
        for (int kind = 0; kind < 2; kind++)
            count_noise(&latencies, &p->levels[i].latency[kind]);
    }
    note_kind(a, p, &rates, "rates",
              "other work on this machine lowers medians more than greatest rates");
    note_kind(a, p, &latencies, "latencies", "other work on this machine increases them");
}

/* Notes that other threads used the core during many of the repeats. */
static void note_shared(struct memory_run *r)
{
    const struct memory_clock *c = &r->clock;
    double share = c->calls ? (double)c->shared / (double)c->calls : 0;
    if (share > SHARED_NOTED)
        note(r->a, &r->p->notes,
             "another hardware thread used the core during %.0f %% of the repeats%s", 100 * share,
             memory_core_is_shared(c) ? ": the rates are those of a shared core"
                                      : ", which were discarded");
}

/* Measures with loaded loops and open buffers. */
static bool run_measurement(struct memory_run *r, struct diag *d)
{
    cpu_set_t allowed;
    bool restore = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    memory_pin(r->topology->processors[0]);
    r->clock.calibrate = r->loops.calibrate;
    r->clock.branches = r->loops.branches;
    r->clock.tick_hz = probe_tick_rate();
    bool good = measure_all(r, d);
    if (restore)
        sched_setaffinity(0, sizeof allowed, &allowed);
    r->p->disturbed = r->clock.calls ? (double)r->clock.disturbed / (double)r->clock.calls : 0;
    r->p->seconds = memory_now() - r->begin;
    note_shared(r);
    note_noise(r->a, r->p);
    return good;
}

bool memory_probe_run(struct arena *a, const struct memory_options *o, const char *const *names,
                      struct memory_probe *p, struct diag *d)
{
    struct topology *t = ARENA_NEW(a, struct topology);
    struct memory_run r = {.a = a,
                           .topology = t,
                           .p = p,
                           .begin = memory_now(),
                           .limit = o->quick ? MEMORY_QUICK_SECONDS : MEMORY_SECONDS,
                           .quick = o->quick};
    *p = (struct memory_probe){.vector_bytes = vector_bytes()};
    if (p->vector_bytes == 0 || !topology_read(t)) {
        diag_error(d, (struct where){0},
                   p->vector_bytes == 0 ? "only x86-64 machines can be probed"
                                        : "neither libhwloc nor the kernel reports the caches of "
                                          "this machine");
        return false;
    }
    set_levels(&r, names);
    bool good = memory_load_loops(a, o->compiler, p->vector_bytes, &r.loops, d);
    if (good) {
        good = open_huge(&r, d);
        if (good) {
            find_pages(&r);
            good = run_measurement(&r, d);
        }
        probe_object_close(&r.loops.object);
    }
    memory_buffer_close(&r.huge);
    memory_buffer_close(&r.normal);
    return good;
}

long memory_allowed_cores(void)
{
    struct topology t;
    return topology_read(&t) ? t.n_processors : 1;
}
