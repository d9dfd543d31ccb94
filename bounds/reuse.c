/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/reuse.h"
#include "bounds/data.h"

#include <math.h>

/* Returns the share of the accesses between two distances whose distance is at least `bytes`. */
static double share_beyond(double from, double to, double bytes)
{
    if (from >= bytes || isinf(to))
        return 1;
    return to > bytes ? (to - bytes) / (to - from) : 0;
}

/* Returns why the accesses beyond a capacity are unknown; NULL = they are known. */
static const char *unknown_beyond(struct arena *a, const struct reuse *r, double bytes)
{
    if (r->passes <= 0)
        return "no reuse distances were recorded";
    if (r->window >= bytes || r->n == 0 || !isinf(r->at[r->n - 1].distance))
        return NULL;
    return arena_printf(a,
                        "the recorded intervals accessed at most %.4g MB, less than the %.4g MB of "
                        "the nearer levels",
                        r->window / 1e6, bytes / 1e6);
}

static void sum_level(const struct reuse *r, struct reuse_level *l)
{
    double from = 0, loads = 0, stores = 0;
    for (size_t i = 0; i < r->n; from = r->at[i++].distance) {
        double share = share_beyond(from, r->at[i].distance, l->nearer);
        loads += share * r->at[i].loads;
        stores += share * r->at[i].stores;
    }
    l->loads = known(loads);
    l->stores = known(stores);
    l->bytes = known((loads + stores) * r->line);
}

int reuse_levels(struct arena *a, const struct machine *m, const struct reuse *r,
                 struct reuse_level *at)
{
    for (int i = 1; i <= m->n_caches; i++) {
        struct reuse_level *l = &at[i - 1];
        *l = (struct reuse_level){.name = machine_level_name(m, i), .nearer = data_capacity(m, i)};
        const char *why = unknown_beyond(a, r, l->nearer);
        if (why)
            l->loads = l->stores = l->bytes = missing(why);
        else
            sum_level(r, l);
    }
    return m->n_caches;
}
