/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The counts of threads, and the gaps computed from them. */
#include "gaps/online/internal.h"

#include <math.h>
#include <string.h>

static struct mg_thread_counts *thread_counts(const macs_gap *g, int loop, int thread)
{
    struct mg_loop_entry *l = mg_loop_entry_at(g, loop);
    return l && thread >= 0 && thread < g->threads ? &l->counts[thread] : NULL;
}

static bool is_count(double v)
{
    return isfinite(v) && v >= 0;
}

int mg_add(macs_gap *g, int loop, int thread, double iterations, double cycles)
{
    struct mg_thread_counts *d = thread_counts(g, loop, thread);
    if (!d || !is_count(iterations) || !is_count(cycles))
        return -1;
    d->iterations += iterations;
    d->cycles += cycles;
    return 0;
}

int mg_skip(macs_gap *g, int loop, int thread, int block, double times)
{
    struct mg_thread_counts *d = thread_counts(g, loop, thread);
    if (!d || block < 0 || (size_t)block >= g->loops[loop].n_blocks || !is_count(times))
        return -1;
    d->skipped[block] += times;
    return 0;
}

void mg_reset(macs_gap *g)
{
    for (size_t i = 0; g && i < g->n; i++)
        for (int t = 0; t < g->threads; t++) {
            struct mg_thread_counts *d = &g->loops[i].counts[t];
            d->iterations = d->cycles = 0;
            if (d->skipped)
                memset(d->skipped, 0, g->loops[i].n_blocks * sizeof *d->skipped);
        }
}

/* ---- gaps ---- */

/* Returns the part of term that skipping the block saves. */
static double saved_cycles(const struct mg_terms *saves, const struct mg_term_entry *term)
{
    for (size_t i = 0; i < saves->n; i++)
        if (saves->at[i].rung == term->rung && strcmp(saves->at[i].name, term->name) == 0)
            return saves->at[i].cpl;
    return 0;
}

/* Returns a bound of a thread: the maximum of its terms, each averaged over the thread's
 * iterations; NaN without terms. */
static double bound_of(const struct mg_loop_entry *l, const struct mg_thread_counts *d,
                       enum mg_rung rung)
{
    double most = NAN;
    for (size_t i = 0; i < l->terms.n; i++) {
        const struct mg_term_entry *term = &l->terms.at[i];
        double cpl = term->cpl;
        if (term->rung != rung)
            continue;
        for (size_t b = 0; b < l->n_blocks && d->skipped; b++)
            if (d->skipped[b] > 0)
                cpl -= d->skipped[b] / d->iterations * saved_cycles(&l->blocks[b].saves, term);
        most = isnan(most) || cpl > most ? cpl : most;
    }
    return most;
}

/* Adds TNF and M of the thread's iterations to r. */
static void add_flops(const struct mg_loop_entry *l, const struct mg_thread_counts *d,
                      struct mg_result *r)
{
    double tnf = l->tnf, m = l->m;
    for (size_t b = 0; b < l->n_blocks && d->skipped; b++)
        if (d->skipped[b] > 0) {
            tnf -= d->skipped[b] / d->iterations * l->blocks[b].tnf;
            m -= d->skipped[b] / d->iterations * l->blocks[b].m;
        }
    r->tnf += d->iterations * tnf;
    r->m += d->iterations * m;
}

static void set_gaps(struct mg_result *r)
{
    r->a = r->ma - r->m;
    r->c = r->mac - r->ma;
    r->s = r->macs - r->mac;
    r->p = r->measured - r->macs;
    r->share_m = r->m / r->measured;
    r->share_a = r->a / r->measured;
    r->share_c = r->c / r->measured;
    r->share_s = r->s / r->measured;
    r->share_p = r->p / r->measured;
    r->muf = r->macs / r->measured;
}

int mg_get(const macs_gap *g, int loop, int thread, struct mg_result *r)
{
    const struct mg_loop_entry *l = mg_loop_entry_at(g, loop);
    if (!l || !r || thread < MG_ALL || thread >= g->threads)
        return -1;
    *r = (struct mg_result){.threads = 0};
    int first = thread == MG_ALL ? 0 : thread, last = thread == MG_ALL ? g->threads - 1 : thread;
    for (int t = first; t <= last; t++) {
        const struct mg_thread_counts *d = &l->counts[t];
        r->cycles += d->cycles;
        if (!(d->iterations > 0))
            continue;
        r->threads++;
        r->iterations += d->iterations;
        add_flops(l, d, r);
        r->ma += d->iterations * bound_of(l, d, MG_MA);
        r->mac += d->iterations * bound_of(l, d, MG_MAC);
        r->macs += d->iterations * bound_of(l, d, MG_MACS);
    }
    double n = r->iterations > 0 ? r->iterations : NAN;
    r->tnf = r->iterations > 0 ? r->tnf / n : l->tnf;
    r->m = r->iterations > 0 ? r->m / n : l->m;
    r->ma /= n;
    r->mac /= n;
    r->macs /= n;
    r->measured = r->cycles > 0 ? r->cycles / n : NAN;
    set_gaps(r);
    return 0;
}
