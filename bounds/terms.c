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

/* Alternatives of each need, and unions of those that overlap, until there are no more. */
static struct sets sets_of(const struct resource_rows *rows)
{
    struct sets s = {.n = 0};
    for (size_t i = 0; i < rows->n; i++)
        add_set(&s, rows->at[i].ports);
    for (size_t i = 0; i < s.n; i++)
        for (size_t j = 0; j < i; j++)
            if (s.at[i] & s.at[j])
                add_set(&s, s.at[i] | s.at[j]);
    return s;
}

struct bound_terms bound_terms(struct arena *a, const struct machine *m, const struct rates *r,
                               struct quantity td)
{
    struct resource_rows rows = resource_rows(a, m, r, all_classes);
    struct bound_terms t = {.missing = rows.why ? rows.why : td.missing};
    if (t.missing)
        return t;
    struct sets s = sets_of(&rows);
    if (s.full)
        return (struct bound_terms){.missing = "the machine's ports have too many combinations"};
    t.at = ARENA_ARRAY(a, struct bound_term, s.n + 1);
    for (size_t i = 0; i < s.n; i++)
        t.at[t.n++] = (struct bound_term){ports_text(a, m, s.at[i]), s.at[i],
                                          resource_load_on(rows.at, rows.n, s.at[i])};
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
