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

const char *reuse_unknown(struct arena *a, const struct reuse *r, double bytes)
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

struct reuse_missed reuse_beyond(const struct reuse *r, double bytes)
{
    struct reuse_missed sum = {.loads = 0};
    double from = 0;
    for (size_t i = 0; i < r->n; from = r->at[i++].distance) {
        double share = share_beyond(from, r->at[i].distance, bytes);
        sum.loads += share * r->at[i].loads;
        sum.stores += share * r->at[i].stores;
        sum.written += share * r->at[i].written;
    }
    return sum;
}

static void sum_level(const struct reuse *r, struct reuse_level *l)
{
    struct reuse_missed lines = reuse_beyond(r, l->nearer);
    l->loads = known(lines.loads);
    l->stores = known(lines.stores);
    l->bytes = known((lines.loads + lines.stores) * r->line);
}

int reuse_levels(struct arena *a, const struct machine *m, const struct reuse *r,
                 struct reuse_level *at)
{
    for (int i = 1; i <= m->n_caches; i++) {
        struct reuse_level *l = &at[i - 1];
        *l = (struct reuse_level){.name = machine_level_name(m, i), .nearer = data_capacity(m, i)};
        const char *why = reuse_unknown(a, r, l->nearer);
        if (why)
            l->loads = l->stores = l->bytes = missing(why);
        else
            sum_level(r, l);
    }
    return m->n_caches;
}
