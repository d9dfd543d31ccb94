/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/data.h"

#include <math.h>

static bool is_amount(double n)
{
    return isfinite(n) && n >= 0;
}

static const char *check_level(const struct loop_level *l)
{
    if (is_known(l->trip) && !is_amount(l->trip.value))
        return "a number of iterations of a nest is below 0 or not finite";
    return NULL;
}

static const char *check_sweep(const struct movement *m, size_t i)
{
    const struct sweep *s = &m->at[i];
    if (s->group < 0 || (size_t)s->group > i || m->at[s->group].group != s->group)
        return "a recorded reference has no group";
    if (s->storage < 0 || (size_t)s->storage >= m->n)
        return "a recorded reference has no storage";
    if (s->bytes <= 0 || !isfinite(s->offset) || (s->group == (int)i && s->offset != 0))
        return "a recorded reference has no bytes or no offset";
    for (int k = 0; k < m->n_levels; k++)
        if (is_known(s->strides[k]) && !isfinite(s->strides[k].value))
            return "a stride is not finite";
    return NULL;
}

static const char *check_reuse(const struct reuse *r)
{
    if (!is_amount(r->line) || !is_amount(r->passes) || !is_amount(r->window) ||
        !is_amount(r->error))
        return "a number of the reuse distances is below 0 or not finite";
    for (size_t i = 0; i < r->n; i++) {
        const struct reuse_part *p = &r->at[i];
        if (!is_amount(p->loads) || !is_amount(p->stores) || !is_amount(p->written))
            return "a number of accesses is below 0 or not finite";
        if (!(p->distance >= 0) || (i > 0 && !(r->at[i - 1].distance < p->distance)))
            return "reuse distances are not in ascending order";
    }
    return NULL;
}

const char *hot_data_check(const struct hot_data *d)
{
    const struct movement *m = &d->movement;
    const char *wrong = m->n_levels < 0 || m->n_levels > MOVEMENT_LEVELS
                            ? "a nest has too many levels"
                            : check_reuse(&d->reuse);
    for (int k = 0; !wrong && k < m->n_levels; k++)
        wrong = check_level(&m->levels[k]);
    for (size_t i = 0; !wrong && i < m->n; i++)
        wrong = check_sweep(m, i);
    return wrong;
}
