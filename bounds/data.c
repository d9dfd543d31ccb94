/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/data.h"
#include "base/util.h"
#include "bounds/footprint.h"
#include "bounds/traffic.h"

#include <math.h>
#include <string.h>

enum { SWEEPS_MOST = 400 }; /* references of a loop that are analysed */
#define TRIP_MOST 1e12      /* more iterations than a loop has */

/* ---- the machine ---- */

bool machine_has_rates(const struct machine *m)
{
    for (int i = 0; i <= m->n_caches; i++)
        for (int mix = 0; mix < RATE_MIXES; mix++)
            if (m->levels[i].n_rates[mix])
                return true;
    return false;
}

/* A virtual machine can report more than it gets. Sets somewhat larger than the effective size
 * still have a part of their lines in the cache: twice that size is assumed. */
static double cache_bytes(const struct machine_cache *c)
{
    double bytes = c->bytes * (double)c->user_ways / (double)c->ways;
    return is_known(c->effective) ? fmax(fmin(bytes, 2 * c->effective.value), c->effective.value)
                                  : bytes;
}

/* Only an inclusive cache certainly contains the lines of the nearer caches; otherwise all of them
 * can have different lines. */
double data_capacity(const struct machine *m, int level)
{
    double sum = 0;
    for (int i = 0; i < level; i++) {
        double bytes = cache_bytes(&m->caches[i]);
        sum = m->caches[i].fill == FILL_INCLUSIVE ? fmax(sum, bytes) : sum + bytes;
    }
    return sum;
}

static struct quantity flow_per_cycle(const struct machine_rate *r, struct quantity clock_hz)
{
    if (r->greatest.per_second && !is_known(clock_hz))
        return missing("its rate is per second, and the machine file gives no clock; add --set "
                       "'clock=3 GHz' with the clock rate of the program");
    return machine_flow_per_cycle(r->greatest, clock_hz);
}

/* Returns the greatest rate of any mix to one core. The load mix must be among them, because it
 * brings most data. */
static struct quantity greatest_rate(struct arena *a, const struct machine *m, int level)
{
    struct quantity best = missing(
        arena_printf(a, "the machine file gives no rate.%s.load", machine_level_name(m, level)));
    for (int mix = 0; mix < RATE_MIXES; mix++) {
        const struct machine_rate *r = machine_rate(m, level, (enum rate_mix)mix, 1);
        if (r && is_known(r->greatest.bytes)) {
            struct quantity rate = flow_per_cycle(r, m->clock_hz);
            if (mix == RATE_LOAD || !is_known(rate))
                best = rate;
            else if (is_known(best))
                best = q_max(best, rate);
        }
        if (!is_known(best))
            return best;
    }
    return best;
}

/* ---- the set of a sweep ---- */

/* What is counted at a level. */
struct set_rule {
    double line;
    bool stores; /* a store that misses always reads its line */
};

static struct set_rule set_rule_of(const struct machine *m, int level)
{
    if (level == 0)
        return (struct set_rule){1, false};
    const struct machine_cache *c = &m->caches[level - 1];
    return (struct set_rule){c->line_bytes, c->allocate == ALLOCATE_ALWAYS};
}

/* The references whose data are counted. */
struct data_set {
    const struct movement *m;
    bool recorded; /* data_bound_recorded() */
    const struct reference *refs;
};

/* Returns true if no store of the loop can have written the loaded element before: each store to
 * this storage writes the same element in the same iteration, after the load. */
static bool loads_old_data(const struct movement *m, size_t load)
{
    const struct sweep *l = &m->at[load];
    for (size_t i = 0; i < m->n; i++) {
        const struct sweep *s = &m->at[i];
        if (s->write && s->storage == l->storage &&
            (i < load || s->group != l->group || s->offset != l->offset || s->bytes != l->bytes))
            return false;
    }
    return true;
}

/* Returns whether the strides of a reference are known in the loops from `outer` inward. */
static bool has_strides(const struct movement *m, size_t i, int outer)
{
    for (int k = outer; k < m->n_levels; k++)
        if (!is_known(m->at[i].strides[k]))
            return false;
    return true;
}

/* Returns true if the accessed data come from this level or farther, unless they are nearer. Stores
 * that a recorded list lacks may have written the data before. Non-temporal stores never read their
 * lines. */
static bool is_brought(const struct data_set *d, size_t i, int outer, const struct set_rule *rule)
{
    const struct movement *m = d->m;
    if (m->at[i].conditional || m->at[i].nontemporal || !has_strides(m, i, outer))
        return false;
    return rule->stores || (!m->at[i].write && !m->missing && loads_old_data(m, i));
}

/* Returns the bytes of the spans in one execution of the loops from `outer` inward, which has
 * `trip` iterations. one: a reference with their strides. */
static double bytes_of_trip(struct arena *a, const struct movement *m, const struct sweep *one,
                            const struct span *spans, size_t n, int outer, double trip, double line)
{
    struct repetition r[MOVEMENT_LEVELS];
    struct span *copy = ARENA_ARRAY(a, struct span, n);
    memcpy(copy, spans, n * sizeof *copy);
    for (int k = outer; k < m->n_levels; k++)
        r[k - outer] =
            (struct repetition){one->strides[k].value, k == outer ? trip : m->levels[k].trip.value};
    return footprint_bytes(a, copy, n, r, (size_t)(m->n_levels - outer), line);
}

/* Returns at most the mean of the bytes of executions whose mean number of iterations is `trip`.
 * Each further iteration adds at most as many elements as the one before it: the bytes are concave
 * in the number of iterations, hence not below the line from 1, where only elements count, because
 * a later iteration may need no further line, to the most that is possible. */
static double bytes_of_mean_trip(struct arena *a, const struct movement *m, const struct sweep *one,
                                 const struct span *spans, size_t n, int outer, double trip,
                                 double line)
{
    double first = bytes_of_trip(a, m, one, spans, n, outer, 1, 1);
    double all = bytes_of_trip(a, m, one, spans, n, outer, TRIP_MOST, line);
    return first + (all - first) * ((fmax(trip, 1) - 1) / (TRIP_MOST - 1));
}

/* Returns the bytes of a group of references in one execution of the loops from `outer` inward. */
static double group_bytes(struct arena *a, const struct data_set *d, int group, int outer,
                          const struct set_rule *rule)
{
    const struct movement *m = d->m;
    const struct loop_level *loop = &m->levels[outer];
    struct span *spans = ARENA_ARRAY(a, struct span, m->n + 1);
    const struct sweep *one = NULL;
    size_t n = 0;
    for (size_t i = 0; i < m->n; i++) {
        const struct sweep *s = &m->at[i];
        if (s->group != group || !is_brought(d, i, outer, rule))
            continue;
        one = s;
        spans[n++] = (struct span){s->offset, s->offset + s->bytes};
    }
    if (n == 0)
        return 0;
    return (loop->varies ? bytes_of_mean_trip : bytes_of_trip)(a, m, one, spans, n, outer,
                                                               loop->trip.value, rule->line);
}

/* Returns the bytes of one execution of the loops from `outer` inward. Groups whose distance is
 * unknown may access the same data: only the largest in each storage counts. */
static double set_bytes(const struct data_set *d, int outer, const struct set_rule *rule)
{
    struct arena scratch = {0};
    const struct movement *m = d->m;
    double *largest = ARENA_ARRAY(&scratch, double, m->n + 1), sum = 0;
    for (size_t i = 0; i < m->n; i++) {
        double *of = &largest[m->at[i].storage];
        if (m->at[i].group == (int)i)
            *of = fmax(*of, group_bytes(&scratch, d, (int)i, outer, rule));
    }
    for (size_t i = 0; i < m->n; i++)
        sum += largest[i];
    arena_free(&scratch);
    return sum;
}

/* ---- the nest ---- */

const char *data_unknown_size(const struct movement *m)
{
    bool moves = false;
    for (int k = 0; k < m->n_levels; k++) {
        for (size_t i = 0; i < m->n; i++) {
            const struct quantity stride = m->at[i].strides[k];
            if (!is_known(stride))
                return stride.missing;
            moves |= stride.value != 0;
        }
        if (!is_known(m->levels[k].trip) && (moves || k + 1 == m->n_levels))
            return m->levels[k].trip.missing;
        if (is_known(m->levels[k].trip) && m->levels[k].trip.value <= 0)
            return "the nest has no iterations";
    }
    return NULL;
}

/* Returns the reason why no sweep of recorded references is known; NULL = there is one. */
static const char *unknown_recorded(const struct movement *m)
{
    const char *why = "the loop has no references";
    const struct quantity trip = m->levels[m->n_levels - 1].trip;
    if (!is_known(trip))
        return trip.missing;
    for (size_t i = 0; i < m->n; i++) {
        if (has_strides(m, i, m->n_levels - 1))
            return NULL;
        why = m->at[i].strides[m->n_levels - 1].missing;
    }
    return why;
}

/* Returns the outermost loop from which inward all numbers of iterations are known; n_levels =
 * none. Of recorded loops, the mean number suffices in the outermost one. */
static int first_regular_level(const struct data_set *d)
{
    const struct movement *m = d->m;
    int first = 0;
    for (int k = 0; k < m->n_levels; k++)
        if (!is_known(m->levels[k].trip) || (m->levels[k].varies && !d->recorded))
            first = k + 1;
        else if (m->levels[k].optional || m->levels[k].varies)
            first = k;
    return first;
}

static const char *unknown_reason(const struct data_set *d)
{
    const struct movement *m = d->m;
    if (m->missing && !d->recorded)
        return m->missing;
    if (m->n_levels == 0)
        return d->recorded ? "no reference was recorded" : "only innermost loops have a data bound";
    if (m->n > SWEEPS_MOST)
        return "it has too many references";
    const char *why = d->recorded ? unknown_recorded(m) : data_unknown_size(m);
    if (!why && first_regular_level(d) == m->n_levels)
        why = m->levels[m->n_levels - 1].varies;
    return why;
}

/* Finds the sweep with the most bytes per iteration that cannot be in the nearer levels (eq. D.3).
 */
static void find_bytes(const struct data_set *d, const struct set_rule *rule, struct data_level *l)
{
    const struct movement *m = d->m;
    double iterations = 1;
    l->bytes = known(-1);
    for (int k = m->n_levels, first = first_regular_level(d); k-- > first;) {
        iterations *= m->levels[k].trip.value;
        double set = set_bytes(d, k, rule);
        double bytes = fmax(set - l->nearer, 0) / iterations;
        if (bytes < l->bytes.value || (bytes == 0 && l->bytes.value > 0))
            continue;
        l->bytes = known(bytes);
        l->set = known(set);
        l->sweep = k;
        l->iterations = iterations;
    }
}

/* Lines from farther levels also come through this one if its lines have the same size. */
static void include_farther(struct data_bound *d, const struct machine *m, int i)
{
    struct data_level *near = &d->at[i], *far = &d->at[i + 1];
    bool same = i > 0 && m->caches[i - 1].line_bytes == m->caches[i].line_bytes;
    if (!same || !is_known(far->bytes) || far->bytes.value <= near->bytes.value)
        return;
    near->bytes = far->bytes;
    near->set = far->set;
    near->sweep = far->sweep;
    near->iterations = far->iterations;
    near->nearer = far->nearer;
}

/* why: reason why nothing is known; NULL = none. */
static void find_levels(struct data_bound *d, struct arena *a, const struct machine *m,
                        const struct data_set *of, const char *why)
{
    d->n = m->n_caches + 1;
    for (int i = d->n; i-- > 0;) {
        struct data_level *at = &d->at[i];
        struct set_rule rule = set_rule_of(m, i);
        *at = (struct data_level){.name = machine_level_name(m, i),
                                  .nearer = data_capacity(m, i),
                                  .rate = greatest_rate(a, m, i)};
        if (why)
            at->bytes = at->set = missing(why);
        else {
            find_bytes(of, &rule, at);
            if (i + 1 < d->n)
                include_farther(d, m, i);
        }
        at->cycles = is_known(at->bytes) && at->bytes.value == 0
                         ? known(0)
                         : q_div(at->bytes, at->rate, "the rate is 0");
    }
}

/* ---- the limit ---- */

const char *data_limit_text(struct arena *a, const struct data_bound *d, double k, const char *per)
{
    char bytes[QUANTITY_TEXT], rate[QUANTITY_TEXT];
    if (!is_known(d->cycles))
        return NULL;
    if (d->limiting < 0)
        return arena_printf(a, "its data may be in %s", d->first);
    const struct data_level *at = &d->at[d->limiting];
    return arena_printf(a, "%s to core, %s bytes %s at %s bytes a cycle%s%s", at->name,
                        quantity_text(known(at->bytes.value / k), bytes), per,
                        quantity_text(at->rate, rate), d->windows ? "; " : "",
                        d->windows ? d->windows : "");
}

/* Returns the windows that fit into the levels nearer than level i, or do not; NULL = none. */
static const char *windows_text(struct arena *a, const struct machine *m, const struct data_set *of,
                                const struct data_bound *d, int i)
{
    if (i <= 0)
        return NULL;
    struct cache_level nearer = {m->caches[i - 1].name, d->at[i].nearer,
                                 m->caches[i - 1].line_bytes};
    return traffic_of_movement(a, of->m, of->refs, &nearer).condition;
}

/* Removes the first cache if its rate is not given: MA contains the limits of its ports. */
static void remove_ports_level(struct data_bound *d)
{
    if (is_known(d->at[0].rate))
        return;
    d->n--;
    d->limiting -= d->limiting >= 0;
    memmove(d->at, d->at + 1, sizeof *d->at * (size_t)d->n);
}

static struct data_bound find_bound(struct arena *a, const struct machine *m,
                                    const struct data_set *of, const char *why)
{
    struct data_bound d = {.limiting = -1, .first = machine_level_name(m, 0)};
    find_levels(&d, a, m, of, why);
    int first = is_known(d.at[0].rate) ? 0 : 1;
    d.cycles = known(0);
    for (int i = d.n; i-- > first;) {
        if (is_known(d.at[i].cycles) && is_known(d.cycles) && d.at[i].cycles.value > d.cycles.value)
            d.limiting = i;
        d.cycles = q_max(d.cycles, d.at[i].cycles);
    }
    if (is_known(d.cycles))
        d.windows = windows_text(a, m, of, &d, d.limiting);
    remove_ports_level(&d);
    d.limit = data_limit_text(a, &d, 1, "an iteration");
    return d;
}

struct data_bound data_bound_find(struct arena *a, const struct machine *m,
                                  const struct source_loop *l)
{
    struct data_set of = {&l->movement, false, l->refs};
    const char *why =
        l->excluded ? "the loop was not analysed; see its notes" : unknown_reason(&of);
    return find_bound(a, m, &of, why);
}

struct data_bound data_bound_recorded(struct arena *a, const struct machine *m,
                                      const struct movement *recorded)
{
    struct data_set of = {recorded, true, NULL};
    return find_bound(a, m, &of, unknown_reason(&of));
}

struct quantity bound_with_data(struct quantity bound, const struct data_bound *d)
{
    return q_max(bound, d->cycles);
}

/* ---- equations ---- */

static void print_level(FILE *out, const struct data_level *l, const char *iterations)
{
    char bytes[QUANTITY_TEXT], rate[QUANTITY_TEXT], cycles[QUANTITY_TEXT];
    if (is_known(l->bytes))
        fprintf(out, "  %s: (%.0f bytes - %.0f nearer) / %.0f %s: %s bytes", l->name, l->set.value,
                l->nearer, l->iterations, iterations, quantity_text(l->bytes, bytes));
    else
        fprintf(out, "  %s", l->name);
    if (is_known(l->cycles) && is_known(l->rate))
        fprintf(out, ", at %s bytes a cycle: %s cycles\n", quantity_text(l->rate, rate),
                quantity_text(l->cycles, cycles));
    else if (is_known(l->cycles))
        fputs(": 0 cycles\n", out);
    else
        fprintf(out, ": %s\n", l->cycles.missing);
}

void data_levels_print(FILE *out, const struct data_bound *d, const char *iterations)
{
    for (int i = 0; i < d->n; i++)
        print_level(out, &d->at[i], iterations);
}
