/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/areas.h"

/* Returns the largest share of an area below `below`; 0 if there is none. */
static double next_share(struct area_shares shares, double below)
{
    double next = 0;
    for (size_t i = 0; i < shares.n; i++)
        if (shares.at[i] < below && shares.at[i] > next)
            next = shares.at[i];
    return next;
}

/* Passes are numbered from 0 to 1. Passes with a number below `share` run exactly the areas whose
 * share is above it. */
struct quantity over_areas(struct arena *a, const struct machine *m,
                           const struct instruction_body *b, struct area_shares shares,
                           body_value *value, void *with)
{
    size_t n = shares.at ? shares.n : 0;
    bool *run = ARENA_ARRAY(a, bool, n + 1);
    struct quantity sum = known(0);
    for (double above = 1, below = 0; above > 0; above = below) {
        below = n ? next_share(shares, above) : 0;
        for (size_t i = 0; i < n; i++)
            run[i] = shares.at[i] >= above;
        struct body_parts p = body_parts(a, m, b, n ? run : NULL);
        struct quantity v = p.missing ? missing(p.missing) : value(a, &p, above - below, with);
        sum = q_add(sum, q_mul(known(above - below), v));
    }
    return sum;
}
