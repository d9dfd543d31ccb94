/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gap P (section 5.4): the parts measured by counters and by samples of the threads' states. */
#include "gaps/causes/facts.h"

#include <math.h>
#include <string.h>

static void add_counter_facts(struct fact_writer *t, const struct gap_counter *c,
                              enum fact_kind kind)
{
    const char *count = fact_number(t, c->count.value);
    if (!is_known(c->count))
        add_fact(t, kind, "%s: %s", c->name, c->count.missing);
    else if (!is_known(c->cost))
        add_fact(t, kind, "%s: %s per iteration; the cost of one is unknown: %s", c->name, count,
                 c->cost.missing);
    else if (kind == FACT_WAITING)
        add_fact(t, kind, "%s: %s per iteration", c->name, fact_cycles(t, c->count.value));
    else
        add_fact(t, kind, "%s: %s per iteration x %s: at most %s", c->name, count,
                 fact_cycles(t, c->cost.value), fact_cycles(t, c->count.value * c->cost.value));
}

static void add_part_facts(struct fact_writer *t, const char *part, enum fact_kind kind)
{
    const struct gap_division *d = &t->loop->division;
    for (size_t i = 0; i < d->n; i++)
        if (d->counters[i].part && strcmp(d->counters[i].part, part) == 0)
            add_counter_facts(t, &d->counters[i], kind);
}

/* ---- samples ---- */

/* "7 of 250 samples, 2.8 % (1.4 to 5.7)" */
static const char *share_text(struct fact_writer *t, uint64_t part, uint64_t all)
{
    struct share_interval i = share_interval(part, all);
    return arena_printf(t->a, "%llu of %llu samples, %.3g%% (%.3g to %.3g)",
                        (unsigned long long)part, (unsigned long long)all,
                        100 * (double)part / (double)all, 100 * i.low, 100 * i.high);
}

static void add_states_facts(struct fact_writer *t)
{
    const struct gap_states *s = &t->loop->division.states;
    uint64_t all = state_samples(&s->counts);
    const char *whose = s->whole ? arena_printf(t->a, ", of the whole run %s", s->whole) : "";
    for (int i = 0; i < THREAD_STATES; i++)
        if (i != STATE_PROCESSING && s->counts.n[i])
            add_fact(t, FACT_STATES, "%s: %s x %s measured = %s per iteration%s",
                     i == STATE_UNKNOWN ? "unknown (in no part)" : thread_state_names[i],
                     share_text(t, s->counts.n[i], all),
                     fact_cycles(t, t->loop->cpl.measured.value), fact_cycles(t, s->part[i].value),
                     whose);
    if (is_known(s->queued) && s->queued.value > 0)
        add_fact(
            t, FACT_STATES,
            "queued: in the queue for a CPU, from the kernel's accounting of the whole run: %s "
            "per iteration%s",
            fact_cycles(t, s->queued.value), whose);
    if (all && !is_known(s->queued))
        add_fact(t, FACT_STATES, "queued: %s", s->queued.missing);
}

/* The wait sites of a run, summed over its threads. */
enum { SITES_PRINTED = 3 };
struct site_sum {
    const struct wait_site *of;
    uint64_t samples;
};

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_site(const struct wait_site *a, const struct wait_site *b)
{
    return a->state == b->state && same_text(a->call, b->call) && same_text(a->what, b->what) &&
           same_text(a->peer, b->peer);
}

static void add_site(struct fact_writer *t, struct site_sum **list, size_t *n,
                     const struct wait_site *w)
{
    size_t i = 0;
    while (i < *n && !same_site((*list)[i].of, w))
        i++;
    if (i == *n)
        *ARENA_PUSH(t->a, *list, *n) = (struct site_sum){w, 0};
    (*list)[i].samples += w->samples;
}

static struct site_sum *remove_most(struct site_sum *list, size_t n)
{
    struct site_sum *most = &list[0];
    for (size_t i = 1; i < n; i++)
        if (list[i].samples > most->samples)
            most = &list[i];
    return most;
}

static void add_sites_facts(struct fact_writer *t)
{
    const struct watch *w = t->run->watch;
    struct site_sum *list = NULL;
    size_t n = 0;
    if (!w || !state_samples(&t->loop->division.states.counts))
        return;
    for (size_t i = 0; i < w->n_threads; i++)
        for (size_t k = 0; k < w->threads[i].n_sites; k++)
            add_site(t, &list, &n, &w->threads[i].sites[k]);
    for (size_t i = 0; i < n && i < SITES_PRINTED; i++) {
        struct site_sum *most = remove_most(list, n);
        if (most->samples)
            add_fact(t, FACT_SITES, "in the whole run, %s in %s%s%s%s%s: %llu samples",
                     thread_state_names[most->of->state],
                     most->of->call ? most->of->call : "an unknown system call",
                     most->of->what ? ", for " : "", most->of->what ? most->of->what : "",
                     most->of->peer ? ", ended by " : "", most->of->peer ? most->of->peer : "",
                     (unsigned long long)most->samples);
        most->samples = 0;
    }
}

static void add_rest_facts(struct fact_writer *t)
{
    const struct gap_division *d = &t->loop->division;
    const char *without = NULL;
    if (!is_known(d->rest))
        return;
    if (!is_known(d->waiting) && !is_known(d->states.part[STATE_COMMUNICATION]))
        without = arena_printf(t->a, "waiting is not subtracted: %s", d->waiting.missing);
    if (!is_known(d->memory))
        without = arena_printf(t->a, "memory is not subtracted: %s", d->memory.missing);
    add_fact(t, FACT_UNEXPLAINED, "unexplained: %s of %s per iteration%s%s",
             fact_number(t, d->rest.value), fact_cycles(t, t->to->cpl.value), without ? "; " : "",
             without ? without : "");
}

/* Adds gap D with its limit, or why it is unknown. */
static void add_data_facts(struct fact_writer *t)
{
    const struct gap_data *d = t->loop->data;
    if (!d)
        return;
    if (!is_known(d->gap))
        add_fact(t, FACT_DATA, "D is unknown: %s", d->gap.missing);
    else if (d->gap.value > 0)
        add_fact(t, FACT_DATA, "D %s of P %s: %s", fact_number(t, d->gap.value),
                 fact_number(t, t->to->cpl.value), d->limit);
    else
        add_fact(t, FACT_DATA, "D 0: the data transfers need no more time than MACS, %s: %s",
                 fact_cycles(t, d->macsd.value - d->gap.value), d->limit);
}

/* Adds what the data estimate expects beyond the data bound. */
static void add_estimate_facts(struct fact_writer *t)
{
    const struct gap_data *d = t->loop->data;
    double part = d ? d->estimate.value - d->macsd.value : 0;
    if (!d || !is_known(d->estimate) || !is_known(d->macsd) || part <= 0)
        return;
    const char *expected = arena_printf(
        t->a, "estimate %s%s%s%s - MACSD %s = %s", fact_number(t, d->estimate.value),
        d->estimate_from ? " (" : "", d->estimate_from ? d->estimate_from : "",
        d->estimate_from ? ")" : "", fact_number(t, d->macsd.value), fact_number(t, part));
    if (is_known(d->rest) && part > d->rest.value)
        add_fact(t, FACT_ESTIMATE,
                 "%s: expected time of the data, no bound; the measured time is %s shorter",
                 expected, fact_cycles(t, part - d->rest.value));
    else
        add_fact(t, FACT_ESTIMATE, "%s of P %s: expected time of the data, no bound", expected,
                 fact_number(t, t->to->cpl.value));
}

/* Returns the part of gap P in page faults; 0 = none is known. */
static double touch_part(const struct gap_loop *l)
{
    return l->touch && is_known(l->touch->part) ? l->touch->part.value : 0;
}

/* Adds the page faults of the loop, whether they are a part of gap P or not. */
static void add_touch_facts(struct fact_writer *t)
{
    const struct gap_touch *p = t->loop->touch;
    if (!p || !is_known(p->faults) || !(p->faults.value > 0))
        return;
    const char *n = arena_printf(t->a, "about %.0f page faults", p->faults.value);
    if (is_known(p->part))
        add_fact(t, FACT_FIRST_TOUCH, "first touch %s of P %s: %s", fact_number(t, p->part.value),
                 fact_number(t, t->to->cpl.value), n);
    else if (is_known(p->cycles))
        add_fact(t, FACT_FIRST_TOUCH, "%s take %s per iteration, which are not in P: %s", n,
                 fact_cycles(t, p->cycles.value), p->part.missing);
    else
        add_fact(t, FACT_FIRST_TOUCH, "%s, whose time is unknown: %s", n, p->cycles.missing);
}

/* Returns the part of gap P that is in neither the data bound nor the data estimate. */
static double outside_estimate(const struct gap_data *d)
{
    double expected = is_known(d->estimate) ? d->estimate.value - d->macsd.value : 0;
    return d->rest.value - fmax(expected, 0);
}

/* Adds what neither counters, page faults, the data bound nor the data estimate explain. */
static void add_unknown_facts(struct fact_writer *t)
{
    const struct gap_data *d = t->loop->data;
    const char *why = t->loop->division.waiting.missing;
    bool known = d && is_known(d->gap) && is_known(d->rest);
    bool divided = known && (d->gap.value > 0 || is_known(d->estimate));
    double touch = touch_part(t->loop);
    double outside = (known ? outside_estimate(d) : t->to->cpl.value) - touch;
    if (!divided && touch <= 0)
        add_fact(t, FACT_COUNTERS, "no part of gap P is known: %s", why);
    else if (outside > 0)
        add_fact(t, FACT_UNEXPLAINED, "unexplained: %s of %s per iteration: %s",
                 fact_number(t, outside), fact_cycles(t, t->to->cpl.value), why);
}

void add_gap_p_facts(struct fact_writer *t)
{
    add_data_facts(t);
    add_estimate_facts(t);
    add_touch_facts(t);
    add_part_facts(t, "waiting", FACT_WAITING);
    add_states_facts(t);
    add_sites_facts(t);
    add_part_facts(t, "memory", FACT_MISSES);
    add_rest_facts(t);
    if (!is_known(t->loop->division.rest))
        add_unknown_facts(t);
}
