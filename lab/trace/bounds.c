/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the lower and upper bound on local-cache misses for each synchronization region
 * (assumptions: analysis.h). */
#include "lab/trace/state.h"

#include <stdlib.h>

void bounds_add_reference(struct state *s, struct subpage *p, struct user *u, bool write)
{
    if (!p->in_region) {
        p->in_region = true;
        if (s->n_listed == s->room_listed)
            s->listed = array_widen(s->listed, sizeof *s->listed, s->n_listed + 1, &s->room_listed);
        s->listed[s->n_listed++] = p;
    }
    if (write)
        u->writes++;
    else
        u->reads++;
}

static void add_misses(struct state *s, const struct user *u, enum analysis_count k, uint64_t n)
{
    s->out->by_cell[u->cell][k] += n;
    s->out->rows.at[s->row].counts[k] += n;
}

static bool has_references(const struct user *u)
{
    return u->reads + u->writes > 0;
}

/* Cells that had a copy before share one miss; all others miss once each. */
static void count_lower(struct state *s, const struct subpage *p)
{
    bool updated = false;

    for (const struct user *u = p->users; u; u = u->next)
        if (has_references(u) && !u->lower && !(u->known && updated)) {
            updated |= u->known;
            add_misses(s, u, COUNT_LOWER, 1);
        }
}

static void count_upper(struct state *s, const struct subpage *p, uint64_t writes)
{
    for (const struct user *u = p->users; u; u = u->next) {
        uint64_t references = u->reads + u->writes;
        uint64_t most = !u->upper + (writes - u->writes) + u->fetches;
        add_misses(s, u, COUNT_UPPER, references < most ? references : most);
    }
}

/* Returns whether a cell reads what another cell writes: the response on the ring can update all
 * copies. */
static bool has_response(const struct subpage *p, uint64_t writes)
{
    for (const struct user *u = p->users; u; u = u->next)
        if (u->reads > 0 && writes > u->writes)
            return true;
    return false;
}

static void end_subpage_region(struct subpage *p, uint64_t writes)
{
    bool updated = has_response(p, writes);

    for (struct user *u = p->users; u; u = u->next) {
        if (has_references(u))
            u->lower = u->known = true;
        else if (writes > 0)
            u->lower = updated && u->known;
        if (writes > u->writes)
            u->upper = false;
        else if (has_references(u))
            u->upper = true;
        u->reads = u->writes = u->fetches = 0;
    }
    p->in_region = false;
}

void bounds_end_region(struct state *s)
{
    for (size_t i = 0; i < s->n_listed; i++) {
        struct subpage *p = s->listed[i];
        uint64_t writes = 0;
        for (const struct user *u = p->users; u; u = u->next)
            writes += u->writes;
        count_lower(s, p);
        count_upper(s, p, writes);
        end_subpage_region(p, writes);
    }
    s->n_listed = 0;
}
