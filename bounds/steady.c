/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passes are simulated until the state of the core comes back at the end of one: from then on
 * everything repeats, and the cycles between the two are those of the passes between, exactly.
 * Nothing is averaged over a start. */
#include "bounds/steady.h"

#include "bounds/areas.h"
#include "bounds/core.h"

#include <math.h>
#include <string.h>

enum {
    OPERATIONS_MOST = 60000, /* that are simulated of a body */
    PASSES_MOST = 4096,
    PASSES_LEAST = 12,
    TABLE = 8192
};

/* The core at the end of a pass. */
struct snapshot {
    uint64_t state;
    long now, pass;
    long busy[MACHINE_PORTS], stalls[STALLS];
};
struct history {
    struct snapshot *at;
    size_t n;
    int *table; /* 1 + index, by state */
};

static void take(struct history *h, const struct core *c)
{
    struct snapshot *s = &h->at[h->n++];
    s->state = core_state(c);
    s->now = c->now;
    s->pass = c->rename_pass;
    memcpy(s->busy, c->busy, sizeof s->busy);
    memcpy(s->stalls, c->stalls, sizeof s->stalls);
}

/* The earlier snapshot of the same state as the last one, which then is put into the table. */
static const struct snapshot *seen(struct history *h)
{
    const struct snapshot *last = &h->at[h->n - 1];
    size_t i = last->state % TABLE;
    for (; h->table[i]; i = (i + 1) % TABLE)
        if (h->at[h->table[i] - 1].state == last->state)
            return &h->at[h->table[i] - 1];
    h->table[i] = (int)h->n;
    return NULL;
}

static long passes_most(const struct body_parts *p)
{
    long n = OPERATIONS_MOST / (p->n_ops + p->n_slots + 1);
    return n > PASSES_MOST ? PASSES_MOST : n < PASSES_LEAST ? PASSES_LEAST : n;
}

/* What lies between two snapshots. */
struct stretch {
    const struct snapshot *from, *to;
    bool exact;
};

static struct stretch simulate(struct core *c, struct arena *a, const struct body_parts *p)
{
    long most = passes_most(p);
    struct history h = {ARENA_ARRAY(a, struct snapshot, (size_t)most + 64), 0,
                        ARENA_ARRAY(a, int, TABLE)};
    core_start(c, a, p);
    for (long pass = 0; pass < most && (long)h.n < most + 32;) {
        core_cycle(c);
        if (c->rename_pass == pass)
            continue;
        pass = c->rename_pass;
        take(&h, c);
        const struct snapshot *same = seen(&h);
        if (same)
            return (struct stretch){same, &h.at[h.n - 1], true};
    }
    return (struct stretch){&h.at[h.n / 2], &h.at[h.n - 1], false};
}

/* ---- which limit it is ---- */

#define NEAR 0.985 /* a limit that alone takes this share of the time is the limit */

static const char *stall_name(struct arena *a, const struct machine *m, int stall)
{
    static const char *const names[] = {"fetch", "reorder buffer", "load buffer", "store buffer"};
    if (stall < STALL_SCHEDULER)
        return names[stall];
    return arena_printf(a, "scheduler of %s",
                        ports_text(a, m, m->core.schedulers[stall - STALL_SCHEDULER].ports));
}

/* The terms of MAC come first: what they explain is no effect of the order. */
static const char *term_that_limits(struct arena *a, const struct body_parts *p, double cycles)
{
    struct recurrence r = parts_recurrence(a, p);
    struct quantity td =
        r.missing ? missing(r.missing) : known(r.n ? r.latency / (double)r.distance : 0);
    struct bound_terms t = parts_terms(a, p, (struct area_shares){NULL, 0}, td);
    const struct bound_term *best = NULL;
    for (size_t i = 0; i < t.n; i++)
        if (!best || t.at[i].cpl > best->cpl * (1 + 1e-9))
            best = &t.at[i];
    return best && best->cpl >= NEAR * cycles ? best->name : NULL;
}

/* A port to which more was bound than its share; NULL if none was busy all the time. */
static const char *busy_port(const struct machine *m, const struct steady *s)
{
    for (int q = 0; q < m->n_ports; q++)
        if (s->busy[q] >= NEAR * s->cycles.value)
            return m->ports[q];
    return NULL;
}

/* What kept places of the front end empty most often. */
static int commonest_stall(const struct stretch *d)
{
    int best = 0;
    for (int i = 0; i < STALLS; i++)
        if (d->to->stalls[i] - d->from->stalls[i] > d->to->stalls[best] - d->from->stalls[best])
            best = i;
    return best;
}

static void find_limit(struct steady *s, struct arena *a, const struct body_parts *p,
                       const struct stretch *d)
{
    int stall = commonest_stall(d);
    double width = p->m->core.issue * (double)(d->to->now - d->from->now);
    s->limit = term_that_limits(a, p, s->cycles.value);
    if (s->limit)
        return;
    if (width > 0)
        s->stalled = (double)(d->to->stalls[stall] - d->from->stalls[stall]) / width;
    if (stall != STALL_FETCH)
        s->limit = busy_port(p->m, s);
    if (!s->limit)
        s->limit = stall_name(a, p->m, stall);
}

static void find_busy(struct steady *s, const struct body_parts *p, const struct stretch *d)
{
    double passes = (double)(d->to->pass - d->from->pass);
    for (int q = 0; q < p->m->n_ports; q++)
        s->busy[q] = (double)(d->to->busy[q] - d->from->busy[q]) / UNIT_PARTS / passes;
}

/* ---- bodies with areas ---- */

/* The steady state of the body that most passes run stands for all, but for the cycles. */
struct mean_steady {
    struct steady *s;
    double weight;
};

static struct steady steady_of(struct arena *a, const struct body_parts *p)
{
    struct steady s = {.cycles = known(0)};
    struct arena scratch = {0};
    struct core c;
    if (p->n_slots == 0)
        return s;
    struct stretch d = simulate(&c, &scratch, p);
    s.cycles = known((double)(d.to->now - d.from->now) / (double)(d.to->pass - d.from->pass));
    s.period = d.exact ? d.to->pass - d.from->pass : 0;
    find_busy(&s, p, &d);
    find_limit(&s, a, p, &d);
    arena_free(&scratch);
    return s;
}

static struct quantity cycles_of(struct arena *a, const struct body_parts *p, double weight,
                                 void *with)
{
    struct mean_steady *mean = with;
    struct steady s = steady_of(a, p);
    if (weight > mean->weight) {
        *mean->s = s;
        mean->weight = weight;
    }
    return s.cycles;
}

struct steady steady_state(struct arena *a, const struct machine *m,
                           const struct instruction_body *b, struct area_shares shares)
{
    struct steady s = {.cycles = known(0)};
    struct mean_steady mean = {&s, 0};
    s.cycles = over_areas(a, m, b, shares, cycles_of, &mean);
    return s;
}
