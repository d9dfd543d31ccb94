/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/reuse.h"
#include "base/util.h"

#include <math.h>

/* Histograms of all threads. */
struct reuse_sum {
    struct stream_reuse loads, stores, written;
    double passes;
    double lines; /* distinct ones of the longest burst */
    double variance;
};

static void add_unit(const struct reuse_ask *ask, const struct stream_thread *t,
                     const struct stream_unit *u, struct reuse_sum *sum)
{
    sum->passes += ask->share * (double)stream_passes(t, u, ask->part);
    for (size_t i = 0; i < ask->n; i++) {
        uint32_t ref = ask->references[i];
        stream_reuse_add(t, u, ref, u->map->references[ref].loads ? &sum->loads : &sum->stores);
        stream_written_add(t, u, ref, &sum->written);
    }
}

/* Of lines with equally many accesses, a sample of R L lines has a relative standard error of
 * sqrt((1 - R) / (R L)). */
static void add_thread(const struct reuse_ask *ask, const struct stream_process *p,
                       const struct stream_thread *t, struct reuse_sum *sum)
{
    double lines = (double)t->longest_lines;
    for (size_t i = 0; i < p->n_units; i++)
        if (p->units[i].map == ask->map)
            add_unit(ask, t, &p->units[i], sum);
    sum->lines = fmax(sum->lines, lines);
    if (t->rate < 1 && t->rate * lines > 0)
        sum->variance = fmax(sum->variance, (1 - t->rate) / (t->rate * lines));
}

/* Adds the accesses of the three histograms with a distance between two, per pass. A part without
 * accesses before it ends where it begins, unless the last one does. */
static void add_part(struct arena *a, struct reuse *to, double from, double distance,
                     const double accesses[3])
{
    struct reuse_part p = {distance, accesses[0] / to->passes, accesses[1] / to->passes,
                           accesses[2] / to->passes};
    double last = to->n ? to->at[to->n - 1].distance : 0;
    if (p.loads + p.stores + p.written <= 0)
        return;
    if (last < from)
        *ARENA_PUSH(a, to->at, to->n) = (struct reuse_part){.distance = from};
    *ARENA_PUSH(a, to->at, to->n) = p;
}

static void add_parts(struct arena *a, const struct reuse_sum *sum, struct reuse *to)
{
    const struct stream_reuse *const of[] = {&sum->loads, &sum->stores, &sum->written};
    struct stream_shares s[COUNT_OF(of)];
    double accesses[COUNT_OF(of)];
    for (size_t i = 0; i < COUNT_OF(of); i++)
        stream_distribute(of[i], &s[i]);
    for (uint32_t b = 0; b < STREAM_BINS; b++) {
        for (size_t i = 0; i < COUNT_OF(of); i++)
            accesses[i] = s[i].share[b] * s[i].accesses;
        add_part(a, to, (double)stream_bin_from(b) * STREAM_LINE,
                 (double)stream_bin_from(b + 1) * STREAM_LINE, accesses);
    }
    for (size_t i = 0; i < COUNT_OF(of); i++)
        accesses[i] = s[i].beyond * s[i].accesses;
    add_part(a, to, 0, INFINITY, accesses);
}

void find_reuse(struct arena *a, const struct reuse_ask *ask, struct reuse *to)
{
    struct reuse_sum sum = {.passes = 0};
    *to = (struct reuse){.line = STREAM_LINE};
    for (size_t i = 0; ask->known && i < ask->n_runs; i++)
        for (size_t k = 0; k < ask->runs[i].n_processes; k++) {
            const struct stream_process *p = &ask->runs[i].processes[k];
            for (size_t t = 0; t < p->n_threads; t++)
                if (p->threads[t].known)
                    add_thread(ask, p, &p->threads[t], &sum);
        }
    to->passes = sum.passes;
    to->window = sum.lines * STREAM_LINE;
    to->error = sqrt(sum.variance);
    if (sum.passes > 0)
        add_parts(a, &sum, to);
}
