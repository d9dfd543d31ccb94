/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulates passes until the state of the core at the end of a pass repeats. From then on
 * everything repeats, and the cycles of one period give the exact rate, without the start-up. Large
 * queues of waiting operations may never repeat their order, even if each pass has the same events.
 * It is therefore also sufficient that cycles and used entries have repeated for as many passes as
 * are in flight. If that does not happen either, three windows with equal rates, each several times
 * as long as the passes in flight, give the rate. */
#include "bounds/steady.h"

#include "bounds/core.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPERATIONS_MOST = 100000, /* maximum number of simulated operations of a body */
    PASSES_MOST = 4000,
    PASSES_LEAST = 12,
    TABLE = 4096,
    PERIODS_MOST = 64, /* longest period of the used entries that is searched for */
    REPEATS_LEAST = 24,
    LOOK_EVERY = 16,
    TURNS = 3,
    WINDOWS = 3,
    WINDOW_LEAST = 24,
    WINDOW_SLOTS = 1500,
    FEW_OPERATIONS = 2,
    FEW_CYCLES = 2,
    EACH_PASS = 40,
    STATE_EVERY = 12
};

#define RATE_TOLERANCE 0.001 /* rates that differ by at most this share are equal */

enum { STOCKS = MACHINE_PORTS + 2 };

/* State of the core at the end of a pass. */
struct snapshot {
    uint64_t state;   /* hash of the whole state */
    uint64_t entries; /* hash of the numbers of used entries */
    long now, pass;
    long retired; /* slots */
    long busy[MACHINE_PORTS], stalls[STALLS];
    int stock[STOCKS]; /* occupancy of the queues: it changes until the start-up is over */
};
struct history {
    struct snapshot *at;
    size_t n;
    int *table; /* 1 + index, by state */
    long *over; /* by pass: the cycle in which its last slot retired */
    size_t n_over;
};

/* The hash of the whole state is expensive: later passes compute it less often. */
static bool is_state_hashed(size_t n)
{
    return n < EACH_PASS || (n < TABLE / 2 && n % STATE_EVERY == 0);
}

static void take_snapshot(struct history *h, struct arena *a, const struct core *c)
{
    struct snapshot *s = ARENA_PUSH(a, h->at, h->n);
    s->state = is_state_hashed(h->n) ? core_state(c) : 0;
    s->entries = core_entries(c);
    s->now = c->now;
    s->pass = c->rename_pass;
    s->retired = c->retired;
    memcpy(s->busy, c->busy, sizeof s->busy);
    memcpy(s->stalls, c->stalls, sizeof s->stalls);
    memcpy(s->stock, c->pending, sizeof c->pending);
    s->stock[MACHINE_PORTS] = (int)(c->renamed - c->retired);
    s->stock[MACHINE_PORTS + 1] = c->stores;
}

/* Returns the earlier snapshot with the state of the last one, and stores the last one in the
 * table. */
static const struct snapshot *find_equal_state(struct history *h)
{
    const struct snapshot *last = &h->at[h->n - 1];
    if (!is_state_hashed(h->n))
        return NULL;
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

/* The interval between two snapshots. */
struct interval {
    const struct snapshot *from, *to;
    double cycles; /* per pass */
    long period;   /* passes; 0 = a mean */
};

static double cycles_between(const struct snapshot *from, const struct snapshot *to)
{
    return (double)(to->now - from->now) / (double)(to->pass - from->pass);
}

static struct interval exact_interval(const struct snapshot *from, const struct snapshot *to)
{
    return (struct interval){from, to, cycles_between(from, to), to->pass - from->pass};
}

/* Returns how many passes the work of the busiest ports corresponds to. */
static double passes_by_ports(struct arena *a, const struct body_parts *p,
                              const struct snapshot *from, const struct snapshot *to)
{
    port_set busiest = 0;
    struct body_needs needs = body_needs(a, p, NULL);
    double need = resource_load(needs.at, needs.n, &busiest) * __builtin_popcount(busiest);
    double done = 0;
    for (int q = 0; q < p->m->n_ports; q++)
        if (busiest >> q & 1)
            done += (double)(to->busy[q] - from->busy[q]) / UNIT_PARTS;
    return need > 0 ? done / need : (double)(to->pass - from->pass);
}

/* A queue that grew was filled by operations renamed too early, one that shrank by operations
 * completed too late: uses the smallest number of passes. */
static struct interval mean_interval(struct arena *a, const struct body_parts *p,
                                     const struct snapshot *from, const struct snapshot *to)
{
    double passes = (double)(to->pass - from->pass);
    double over = (double)(to->retired - from->retired) / p->n_slots;
    double done = passes_by_ports(a, p, from, to);
    passes = over < passes ? over : passes;
    passes = done < passes ? done : passes;
    return (struct interval){from, to, (double)(to->now - from->now) / passes, 0};
}

/* Returns true if each of the last passes equals the one `period` snapshots before. */
static bool has_period(const struct history *h, size_t period, size_t least)
{
    for (size_t n = 0; n < least; n++) {
        const struct snapshot *s = &h->at[h->n - 1 - n], *before = s - period;
        if (s->entries != before->entries ||
            s->pass - before->pass != s[-1].pass - before[-1].pass ||
            s->now - s[-1].now != before->now - before[-1].now)
            return false;
    }
    return true;
}

/* Returns the shortest period of cycles and used entries; 0 = none. */
static size_t period_of(const struct history *h, long in_flight)
{
    size_t least = REPEATS_LEAST + (size_t)in_flight;
    for (size_t period = 1; period <= PERIODS_MOST && least + 2 * period + 1 < h->n; period++)
        if (has_period(h, period, least + period))
            return period;
    return 0;
}

/* Returns true if the occupancy of each queue equals that of n snapshots before, except for a small
 * share of the operations since then. */
static bool queues_are_stable(const struct history *h, size_t n, int slots)
{
    const struct snapshot *to = &h->at[h->n - 1], *from = to - n;
    double most = FEW_OPERATIONS + RATE_TOLERANCE * (double)(to->pass - from->pass) * slots;
    for (int i = 0; i < STOCKS; i++)
        if (abs(to->stock[i] - from->stock[i]) > most)
            return false;
    return true;
}

/* Returns the shortest period of the cycles in which passes end, if no queue grows; 0 = none. */
static size_t period_of_ends(const struct history *h, long in_flight, int slots)
{
    size_t least = REPEATS_LEAST + (size_t)in_flight;
    for (size_t p = 1; p <= PERIODS_MOST && least + 2 * p + 1 < h->n_over; p++) {
        const long *last = &h->over[h->n_over - 1];
        size_t same = 0;
        while (same < least + p && last[-(long)same] - last[-(long)(same + 1)] ==
                                       last[-(long)(same + p)] - last[-(long)(same + p + 1)])
            same++;
        if (same == least + p && least + 2 * p < h->n && queues_are_stable(h, least + 2 * p, slots))
            return p;
    }
    return 0;
}

/* Returns the cycles per pass of the interval that ends `before_end` snapshots before the last one
 * and is n long. */
static double interval_rate(const struct history *h, size_t before_end, size_t n)
{
    const struct snapshot *to = &h->at[h->n - 1 - before_end];
    return cycles_between(to - n, to);
}

/* Returns the snapshots of each of three consecutive windows with equal rates, ending with the last
 * one; 0 = none. All operations in flight change several times within a window. */
static size_t equal_windows(const struct history *h, long in_flight, int slots)
{
    size_t n = (size_t)(in_flight * TURNS), least_n = (size_t)(WINDOW_SLOTS / slots);
    n = n < WINDOW_LEAST ? WINDOW_LEAST : n;
    n = n < least_n ? least_n : n;
    if (h->n <= (WINDOWS + 1) * n || !queues_are_stable(h, WINDOWS * n, slots))
        return 0;
    double least = interval_rate(h, 0, n), most = least;
    for (size_t w = 1; w < WINDOWS; w++) {
        double r = interval_rate(h, w * n, n);
        least = r < least ? r : least;
        most = r > most ? r : most;
    }
    return (most - least) * (double)n <= FEW_CYCLES || most - least <= RATE_TOLERANCE * most ? n
                                                                                             : 0;
}

/* Returns the interval that determines the rate; its end is NULL if it is not yet known. */
static struct interval steady_interval(struct arena *a, struct history *h, const struct core *c)
{
    const struct snapshot *last = &h->at[h->n - 1], *same = find_equal_state(h);
    long in_flight = c->rename_pass - c->retire_pass;
    if (same)
        return exact_interval(same, last);
    if (h->n % LOOK_EVERY)
        return (struct interval){0};
    size_t period = period_of(h, in_flight);
    if (period)
        return exact_interval(last - period, last);
    period = period_of_ends(h, in_flight, c->p->n_slots);
    if (period) {
        const long *over = &h->over[h->n_over - 1];
        return (struct interval){last - period, last,
                                 (double)(*over - over[-(long)period]) / (double)period,
                                 (long)period};
    }
    size_t window = equal_windows(h, in_flight, c->p->n_slots);
    return window ? mean_interval(a, c->p, last - WINDOWS * window, last) : (struct interval){0};
}

static struct interval simulate(struct core *c, struct arena *a, const struct body_parts *p)
{
    long most = passes_most(p);
    struct history h = {.table = ARENA_ARRAY(a, int, TABLE)};
    core_start(c, a, p);
    for (long pass = 0; pass < most;) {
        long now = c->now;
        core_cycle(c);
        while ((long)h.n_over < c->retire_pass)
            *ARENA_PUSH(a, h.over, h.n_over) = now;
        if (c->rename_pass == pass)
            continue;
        pass = c->rename_pass;
        take_snapshot(&h, a, c);
        struct interval d = steady_interval(a, &h, c);
        if (d.to)
            return d;
    }
    return mean_interval(a, p, &h.at[h.n / 2], &h.at[h.n - 1]);
}

/* ---- the limiting resource ---- */

#define LIMIT_SHARE                                                                                \
    0.985 /* a limit that alone explains this share of the time is the limiting resource */

static const char *stall_name(struct arena *a, const struct machine *m, int stall)
{
    static const char *const names[] = {"fetch", "dispatch", "reorder buffer", "load buffer",
                                        "stores into the cache"};
    if (stall < STALL_SCHEDULER)
        return names[stall];
    return arena_printf(a, "scheduler of %s",
                        ports_text(a, m, m->core.schedulers[stall - STALL_SCHEDULER].ports));
}

/* The terms of MAC come first: they do not depend on the order. */
static const char *term_that_limits(struct arena *a, const struct body_parts *p, double cycles)
{
    struct recurrence r = parts_recurrence(a, p);
    struct quantity td =
        r.missing ? missing(r.missing) : known(r.n ? r.latency / (double)r.distance : 0);
    struct bound_terms t = parts_terms(a, p, NULL, td);
    const struct bound_term *best = NULL;
    for (size_t i = 0; i < t.n; i++)
        if (!best || t.at[i].cpl > best->cpl * (1 + 1e-9))
            best = &t.at[i];
    return best && best->cpl >= LIMIT_SHARE * cycles ? best->name : NULL;
}

/* Returns a port that received more than its share; NULL if none was always busy. */
static const char *busy_port(const struct machine *m, const struct steady *s)
{
    for (int q = 0; q < m->n_ports; q++)
        if (s->busy[q] >= LIMIT_SHARE * s->cycles.value)
            return m->ports[q];
    return NULL;
}

/* Returns the most frequent cause of empty front-end slots. */
static int commonest_stall(const struct interval *d)
{
    int best = 0;
    for (int i = 0; i < STALLS; i++)
        if (d->to->stalls[i] - d->from->stalls[i] > d->to->stalls[best] - d->from->stalls[best])
            best = i;
    return best;
}

static void find_limit(struct steady *s, struct arena *a, const struct body_parts *p,
                       const struct interval *d)
{
    int stall = commonest_stall(d);
    double width = p->m->core.issue * (double)(d->to->now - d->from->now);
    s->limit = term_that_limits(a, p, s->cycles.value);
    if (s->limit)
        return;
    if (width > 0)
        s->stalled = (double)(d->to->stalls[stall] - d->from->stalls[stall]) / width;
    if (stall != STALL_FETCH && stall != STALL_DISPATCH && stall != STALL_STORES)
        s->limit = busy_port(p->m, s);
    if (!s->limit)
        s->limit = stall_name(a, p->m, stall);
}

static void find_busy(struct steady *s, const struct body_parts *p, const struct interval *d)
{
    double passes = (double)(d->to->pass - d->from->pass);
    for (int q = 0; q < p->m->n_ports; q++)
        s->busy[q] = (double)(d->to->busy[q] - d->from->busy[q]) / UNIT_PARTS / passes;
}

/* ---- sequences of passes ---- */

static struct steady steady_of(struct arena *a, const struct body_parts *p)
{
    struct steady s = {.cycles = known(0), .period = 1};
    struct arena scratch = {0};
    struct core c;
    if (p->n_slots == 0)
        return s;
    struct interval d = simulate(&c, &scratch, p);
    s.cycles = known(d.cycles);
    s.period = d.period;
    find_busy(&s, p, &d);
    find_limit(&s, a, p, &d);
    arena_free(&scratch);
    return s;
}

/* Makes numbers for all passes of a sequence numbers per pass. */
static void divide_by_passes(struct steady *s, const struct machine *m,
                             const struct pass_sequence *of)
{
    for (int q = 0; q < m->n_ports; q++)
        s->busy[q] /= of->whole;
    s->period *= of->passes;
}

/* Returns the cycles of the sequence, and keeps its steady state. */
static struct quantity sequence_cycles(struct arena *a, const struct pass_model *p,
                                       const struct pass_sequence *s, void *with)
{
    struct arena scratch = {0};
    struct steady *kept = with;
    struct body_parts parts = body_parts(&scratch, p->m, s->body);
    *kept = (struct steady){.cycles = missing(NULL)};
    if (parts.missing) {
        kept->cycles = missing(arena_strdup(a, parts.missing));
    } else {
        *kept = steady_of(a, &parts);
        kept->limit = kept->limit ? arena_strdup(a, kept->limit) : NULL;
        divide_by_passes(kept, p->m, s);
    }
    arena_free(&scratch);
    return kept->cycles;
}

/* Returns the steady state of the simulated path with the least cycles, or with the greatest ones
 * if the model is that of the longest path. */
static struct steady steady_of_paths(struct arena *a, const struct pass_model *p)
{
    struct steady best = {.limit = NULL};
    for (size_t i = 0; i < p->paths.n_simulated; i++) {
        struct pass_model one = *p;
        one.paths.n_simulated = 0;
        one.straight = one.counted = body_sequence(a, p->b, &p->paths.simulated[i], 1);
        struct steady s = steady_state(a, &one);
        if (s.cycles.missing)
            return s;
        bool better =
            p->longest ? s.cycles.value > best.cycles.value : s.cycles.value < best.cycles.value;
        if (i == 0 || better)
            best = s;
    }
    return best;
}

struct steady steady_state(struct arena *a, const struct pass_model *p)
{
    struct steady s;
    if (!p->frequencies && p->paths.n_simulated > 1)
        return steady_of_paths(a, p);
    struct quantity cycles = mean_of_sequences(a, p, true, sequence_cycles, &s);
    s.cycles = cycles;
    if (!p->frequencies || cycles.missing)
        return s;
    struct bound mac = bound_mac_body(a, p, known(1));
    if (is_known(mac.cpl) && mac.cpl.value > cycles.value) {
        s.cycles = mac.cpl;
        s.limit = mac.limit;
    }
    return s;
}
