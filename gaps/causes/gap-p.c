/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gap P (section 5.4): what counters tell of it. */
#include "gaps/causes/tell.h"

#include <string.h>

static void tell_counter(struct teller *t, const struct gap_counter *c, enum fact_kind kind)
{
    const char *count = told(t, c->count.value);
    if (!is_known(c->count))
        tell(t, kind, "%s: %s", c->name, c->count.missing);
    else if (!is_known(c->cost))
        tell(t, kind, "%s: %s an iteration; what one costs is not known: %s", c->name, count,
             c->cost.missing);
    else if (kind == FACT_WAITING)
        tell(t, kind, "%s: %s cycles an iteration", c->name, count);
    else
        tell(t, kind, "%s: %s an iteration x %s cycles = at most %s cycles", c->name, count,
             told(t, c->cost.value), told(t, c->count.value * c->cost.value));
}

static void tell_part(struct teller *t, const char *part, enum fact_kind kind)
{
    const struct gap_division *d = &t->loop->division;
    for (size_t i = 0; i < d->n; i++)
        if (d->counters[i].part && strcmp(d->counters[i].part, part) == 0)
            tell_counter(t, &d->counters[i], kind);
}

static void tell_rest(struct teller *t)
{
    const struct gap_division *d = &t->loop->division;
    const char *without = NULL;
    if (!is_known(d->rest))
        return;
    if (!is_known(d->waiting))
        without = arena_printf(t->a, "waiting: %s", d->waiting.missing);
    if (!is_known(d->memory))
        without = arena_printf(t->a, "memory: %s", d->memory.missing);
    tell(t, FACT_UNEXPLAINED, "unexplained: %s of %s cycles an iteration%s%s",
         told(t, d->rest.value), told(t, t->to->cpl.value), without ? "; not taken off, " : "",
         without ? without : "");
}

void tell_gap_p(struct teller *t)
{
    const struct gap_division *d = &t->loop->division;
    tell_part(t, "waiting", FACT_WAITING);
    tell_part(t, "memory", FACT_MISSES);
    tell_rest(t);
    if (!is_known(d->waiting) && !is_known(d->memory))
        tell(t, FACT_COUNTERS, "no part of it is known: %s", d->waiting.missing);
}
