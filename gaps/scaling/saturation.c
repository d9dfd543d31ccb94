/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/scaling/saturation.h"

#include "bounds/data.h"
#include "machines/machine.h"

#include <string.h>

/* The total rate to the cores still grows if that of the greatest number of cores exceeds all
 * others by this factor. */
static const double growth = 1.05;

/* The greatest total rate from a level to several cores. */
struct shared_rate {
    double rate; /* bytes per cycle; 0 = not known */
    long cores;  /* that reach it */
    bool grows;
};

/* Returns the greatest rate of any mix from a level to a number of cores, bytes per cycle; 0 = the
 * machine has none. */
static double rate_to(const struct machine *m, int level, long cores, struct quantity clock)
{
    double most = 0;
    for (int mix = 0; mix < RATE_MIXES; mix++) {
        const struct machine_rate *r = machine_rate(m, level, (enum rate_mix)mix, cores);
        struct quantity rate = r && is_known(r->greatest.bytes)
                                   ? machine_flow_per_cycle(r->greatest, clock)
                                   : missing("");
        if (is_known(rate) && rate.value > most)
            most = rate.value;
    }
    return most;
}

static struct shared_rate shared_rate(const struct machine *m, int level, struct quantity clock)
{
    const struct machine_level *l = &m->levels[level];
    struct shared_rate s = {0};
    double before = 0;
    for (int i = 0; i < l->n_rates[RATE_LOAD]; i++) {
        long cores = l->rates[RATE_LOAD][i].cores;
        double rate = rate_to(m, level, cores, clock);
        before = s.rate;
        s.grows = rate > growth * before;
        if (rate > s.rate) {
            s.rate = rate;
            s.cores = cores;
        }
    }
    if (l->n_rates[RATE_LOAD] < 2)
        s.rate = 0;
    return s;
}

static int level_named(const struct machine *m, const char *name)
{
    int i = m->n_caches;
    while (i > 0 && strcmp(machine_level_name(m, i), name) != 0)
        i--;
    return i;
}

/* Returns the first row on 1 processor with a data bound and a measured time; NULL = none. */
static const struct gap_loop *row_on_one(const struct run_group *g, size_t l)
{
    for (size_t r = 0; r < g->n; r++) {
        const struct gap_loop *row = g->rows[l * g->n + r];
        if (row && g->runs[r]->processors == 1 && row->data && row->data->bound &&
            is_known(row->cpl.measured))
            return row;
    }
    return NULL;
}

/* Replaces *to by the prediction of a level if that is earlier. */
static void add_level(struct gap_saturation *to, const struct gap_loop *row,
                      const struct data_level *at)
{
    const struct gap_data *d = row->data;
    int level = level_named(d->machine, at->name);
    struct shared_rate r = shared_rate(d->machine, level, d->clock_hz);
    double bytes = is_known(at->bytes) ? at->bytes.value / d->k : 0;
    if (!(r.rate > 0) || !(bytes > 0))
        return;
    double cores = row->cpl.measured.value * r.rate / bytes;
    if (is_known(to->cores) && to->cores.value <= cores)
        return;
    *to = (struct gap_saturation){.cores = known(cores),
                                  .level = at->name,
                                  .bytes = bytes,
                                  .rate = r.rate,
                                  .rate_cores = r.cores,
                                  .grows = r.grows};
}

struct gap_saturation saturation_of(struct arena *a, const struct run_group *g, size_t l)
{
    const struct gap_loop *row = l < g->n_loops ? row_on_one(g, l) : NULL;
    struct gap_saturation s = {
        .cores = missing("no run on 1 processor has its data accesses and its time")};
    if (!row)
        return s;
    s.cores = missing(arena_printf(
        a, "machine %s has no data rates to several cores from a level that its data come from",
        row->data->machine->name));
    for (int i = 0; i < row->data->bound->n; i++)
        add_level(&s, row, &row->data->bound->at[i]);
    return s;
}
