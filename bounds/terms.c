/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/terms.h"

enum { TERMS_MOST = 256 };

struct sets {
    port_set at[TERMS_MOST];
    size_t n;
    bool full;
};

static void add_set(struct sets *s, port_set ports)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->at[i] == ports)
            return;
    s->full |= s->n == TERMS_MOST;
    if (!s->full)
        s->at[s->n++] = ports;
}

/* Returns the alternatives of each need, and all unions of overlapping sets. */
static struct sets sets_of(const struct port_need *needs, size_t n)
{
    struct sets s = {.n = 0};
    for (size_t i = 0; i < n; i++)
        add_set(&s, needs[i].ports);
    for (size_t i = 0; i < s.n; i++)
        for (size_t j = 0; j < i; j++)
            if (s.at[i] & s.at[j])
                add_set(&s, s.at[i] | s.at[j]);
    return s;
}

struct bound_terms needs_terms(struct arena *a, const struct machine *m,
                               const struct port_need *needs, size_t n)
{
    struct bound_terms t = {.n = 0};
    struct sets s = sets_of(needs, n);
    if (s.full)
        return (struct bound_terms){.missing = "the machine's ports have too many combinations"};
    t.at = ARENA_ARRAY(a, struct bound_term, s.n + MORE_TERMS);
    for (size_t i = 0; i < s.n; i++)
        t.at[t.n++] = (struct bound_term){ports_text(a, m, s.at[i]), s.at[i],
                                          resource_load_on(needs, n, s.at[i])};
    return t;
}

struct bound_terms bound_terms(struct arena *a, const struct machine *m, const struct rates *r,
                               struct quantity td)
{
    struct resource_rows rows = resource_rows(a, m, r, all_classes);
    struct bound_terms t = {.missing = rows.why ? rows.why : td.missing};
    if (t.missing)
        return t;
    t = needs_terms(a, m, rows.at, rows.n);
    if (t.missing)
        return t;
    if (td.value > 0 || t.n == 0)
        t.at[t.n++] = (struct bound_term){"recurrence", 0, td.value};
    return t;
}

struct bound_terms bound_terms_part(struct arena *a, const struct machine *m, const struct rates *r,
                                    const struct bound_terms *of)
{
    struct resource_rows rows = resource_rows(a, m, r, all_classes);
    struct bound_terms t = {.missing = rows.why};
    t.at = ARENA_ARRAY(a, struct bound_term, of->n);
    for (size_t i = 0; i < of->n && !t.missing; i++) {
        t.at[t.n] = of->at[i];
        t.at[t.n++].cpl = resource_load_on(rows.at, rows.n, of->at[i].ports);
    }
    return t;
}

/* ---- the best ratio of loads and stores ---- */

/* Cycles per access as a function of x, the share of stores: the maximum of linear functions. */
struct mixes {
    double load[TERMS_MOST], store[TERMS_MOST]; /* values of each function at 0 and 1 */
    size_t n;
};

static double cycles_at(const struct mixes *m, double x)
{
    double most = 0;
    for (size_t i = 0; i < m->n; i++) {
        double y = (1 - x) * m->load[i] + x * m->store[i];
        most = y > most ? y : most;
    }
    return most;
}

/* The minimum is at an end, or at an intersection of two functions. */
static double least_cycles(const struct mixes *m)
{
    double best = cycles_at(m, 0), end = cycles_at(m, 1);
    best = end < best ? end : best;
    for (size_t i = 0; i < m->n; i++)
        for (size_t j = 0; j < i; j++) {
            double d = m->load[i] - m->load[j], e = m->store[j] - m->store[i], x = d / (d + e);
            if (d + e == 0 || !(x > 0 && x < 1))
                continue;
            double y = cycles_at(m, x);
            best = y < best ? y : best;
        }
    return best;
}

/* Returns the rates of accesses, with whole vectors if the machine has them. */
static struct rates accesses(const struct machine *m, double loads, double stores)
{
    struct rates r = {0};
    struct quantity *of = m->vector_bytes > 0 ? r.vectors : r.of;
    of[OP_LFL] = known(loads);
    of[OP_SFL] = known(stores);
    return r;
}

struct quantity bound_accesses(struct arena *a, const struct machine *m)
{
    struct rates both = accesses(m, 1, 1), loads = accesses(m, 1, 0), stores = accesses(m, 0, 1);
    struct mixes x = {.n = 0};
    if (!m->classes[OP_LFL].n_needs || !m->classes[OP_SFL].n_needs)
        return missing("the machine file has no cost of loads and stores");
    struct bound_terms t = bound_terms(a, m, &both, known(0));
    if (t.missing)
        return missing(t.missing);
    struct bound_terms l = bound_terms_part(a, m, &loads, &t);
    struct bound_terms s = bound_terms_part(a, m, &stores, &t);
    for (; x.n < t.n; x.n++) {
        x.load[x.n] = l.at[x.n].cpl;
        x.store[x.n] = s.at[x.n].cpl;
    }
    return q_div(known(1), known(least_cycles(&x)), "loads and stores have no cost");
}
