/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parallel regions, as a series of phases between barriers. */
#include "gaps/regions/evaluation.h"

/* Reads the cycles of the threads of region i from region events. Returns false if there are none.
 */
static bool read_thread_cycles(struct evaluation *e, int i, struct team *own)
{
    struct parallel_sample *list;
    size_t n;
    const char *name = e->t->at[i].name;
    const struct stored_run *run = e->of->run;
    struct quantity share = part_of_run(e, i);
    *own = team_begin();
    if (!run || !name || !is_known(share))
        return false;
    if (!runs_parallel(e->g->r, e->a, run->id, name, &list, &n)) {
        e->failed = true;
        return false;
    }
    own->at = ARENA_ARRAY(e->a, struct team_thread, n + 1);
    for (size_t k = 0; k < n; k++) {
        own->at[own->n++] = (struct team_thread){.thread = list[k].thread,
                                                 .measured = list[k].cycles * share.value};
        if (list[k].lost > 0)
            own->no_measured =
                arena_printf(e->a, "samples of parallel region '%s' were lost", name);
    }
    return n > 0;
}

/* Stores the threads of region i: bound, measured time and idle time at its end. own: their
 * measured cycles, NULL = those of all. */
static void set_threads(struct evaluation *e, int i, struct team *all, const struct team *own,
                        struct quantity measured)
{
    struct gap_region *to = &e->to->at[i];
    size_t k = 0;
    if (e->reported[i])
        return;
    if (own) {
        struct team more = *own;
        for (size_t t = 0; t < all->n; t++)
            all->at[t].measured = 0;
        all->no_measured = NULL;
        team_add(e->a, all, &more, 1);
    }
    to->threads = ARENA_ARRAY(e->a, struct region_thread, all->n + 1);
    for (; k < all->n; k++) {
        const struct team_thread *t = &all->at[k];
        struct quantity cycles = all->no_measured ? missing(all->no_measured) : known(t->measured);
        to->threads[k] = (struct region_thread){.thread = t->thread,
                                                .bound = all->no_cycles[REGION_MACS]
                                                             ? missing(all->no_cycles[REGION_MACS])
                                                             : known(t->cycles[REGION_MACS]),
                                                .measured = cycles,
                                                .idle = q_sub(measured, cycles)};
    }
    to->n_threads = all->n;
}

/* Adds the phase to s and all, and begins a new one. */
static void end_phase(struct evaluation *e, struct span *s, struct team *phase, struct team *all)
{
    for (int r = 0; r < REGION_RUNGS; r++) {
        s->bound.balanced[r] = q_add(s->bound.balanced[r], phase->balanced[r]);
        s->bound.actual[r] = q_add(s->bound.actual[r], team_cycles(phase, (enum region_rung)r));
    }
    s->measured = q_add(s->measured, team_measured(phase));
    team_add(e->a, all, phase, 1);
    *phase = team_begin();
}

struct span parallel_span(struct evaluation *e, int i, struct quantity p)
{
    struct span s = span_of_nothing();
    struct team phase = team_begin(), all = team_begin(), own;
    for (int c = e->first[i]; c >= 0; c = e->next[c]) {
        struct team more = team_begin();
        if (e->t->at[c].kind == REGION_BARRIER)
            end_phase(e, &s, &phase, &all);
        else {
            more = team_of_region(e, c, p);
            team_add(e->a, &phase, &more, 1);
        }
    }
    end_phase(e, &s, &phase, &all);
    bool sampled = read_thread_cycles(e, i, &own);
    if (sampled) {
        s.measured = team_measured(&own);
        e->to->at[i].timed = true;
    }
    s.thread = lowest_thread(&all);
    if (!e->reported[i])
        e->to->at[i].processors = p;
    set_threads(e, i, &all, sampled ? &own : NULL, measured_or_given(e, i, s.measured));
    return s;
}
