/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/causes/division.h"
#include "base/util.h"

#include "gaps/causes/placed.h"
#include "gaps/causes/problems.h"
#include "gaps/causes/states.h"

#include <ctype.h>
#include <string.h>

/* ---- what a counter's name means ---- */

enum part { NO_PART, WAITING, MEMORY };
static const char *const part_names[] = {NULL, "waiting", "memory"};

static char like(char c)
{
    return c == '_' || c == ' ' ? '-' : (char)tolower((unsigned char)c);
}

static bool is_called(const char *name, size_t n, const char *other)
{
    if (strlen(other) != n)
        return false;
    for (size_t i = 0; i < n; i++) /* ends at name's 0, too */
        if (like(name[i]) != like(other[i]))
            return false;
    return true;
}

/* The cache of m that name has in place of CACHE in pattern; -1 = none. */
static int cache_in(const struct machine *m, const char *name, const char *pattern)
{
    static const char word[] = "CACHE";
    size_t n = strlen(name), rest = strlen(pattern) - strlen(word);
    for (int i = 0; n > rest && i < m->n_caches; i++)
        if (is_called(name, n - rest, m->caches[i].name) &&
            is_called(name + n - rest, rest, pattern + strlen(word)))
            return i;
    return -1;
}

/* A name that may be meant for a part of gap P. */
static bool seems_part(const char *name)
{
    for (; *name; name++)
        if (is_called(name, 4, "miss") || is_called(name, 4, "wait"))
            return true;
    return false;
}

static const char *cache_names(struct arena *a, const struct machine *m)
{
    const char *list = NULL;
    for (int i = 0; m && i < m->n_caches; i++)
        list = list ? arena_printf(a, "%s or %s", list, m->caches[i].name) : m->caches[i].name;
    return list ? list : "none, for the machine has no caches";
}

/* Cycles that a miss of cache i adds to a hit in it. */
static struct quantity miss_cost(const struct machine *m, int i)
{
    bool last = i + 1 == m->n_caches;
    struct quantity next = last ? m->memory_latency : m->caches[i + 1].latency;
    return q_sub(next, m->caches[i].latency);
}

/* Part and cost of counter c by its name. */
static enum part meaning_of(const struct machine *m, struct gap_counter *c)
{
    static const struct {
        const char *name;
        enum part part;
    } names[] = {
#define COUNTER(name, part, meaning) {name, part},
#include "gaps/causes/counters.def"
#undef COUNTER
    };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        bool pattern = strncmp(names[i].name, "CACHE", 5) == 0;
        int cache = pattern && m ? cache_in(m, c->name, names[i].name) : -1;
        if (cache < 0 && (pattern || !is_called(c->name, strlen(c->name), names[i].name)))
            continue;
        c->cost = cache < 0 ? known(1) : miss_cost(m, cache);
        return names[i].part;
    }
    c->cost = missing("nothing says what this counter counts");
    return NO_PART;
}

/* ---- counts of an iteration ---- */

/* What is gathered of one counter over threads. */
struct gathered {
    double count, iterations; /* of the threads that have it */
    long threads;
    bool some_instances; /* scaled up from a part of the instances */
    const char *missing;
};

static void gather(struct gathered *g, const struct thread_counter *c)
{
    double value = c->value.value;
    if (!is_known(c->value) || (c->sampled && c->whole <= 0)) {
        g->missing = is_known(c->value) ? "its instances are not known" : c->value.missing;
        return;
    }
    if (c->sampled && c->instances != c->whole) {
        value *= c->whole / c->instances;
        g->some_instances = true;
    }
    g->count += value;
    g->iterations += c->iterations;
    g->threads++;
}

static void check_cover(struct arena *a, const struct gathered *g, const char *name,
                        struct gap_loop *row)
{
    if (g->threads && g->threads < row->threads)
        add_problem(a, row, PROBLEM_SOME_THREADS,
                    "counter '%s' covers %ld of %ld threads: its count of an iteration is theirs",
                    name, g->threads, row->threads);
    if (g->some_instances)
        add_problem(a, row, PROBLEM_SOME_THREADS,
                    "counter '%s' does not cover all instances: the others are taken to be like "
                    "those that it covers",
                    name);
}

static void take_counter(struct arena *a, const struct gathered *g, const struct machine *m,
                         const char *name, struct gap_loop *row)
{
    struct gap_division *d = &row->division;
    struct gap_counter c = {.name = name};
    enum part part = meaning_of(m, &c);
    c.part = part_names[part];
    c.count = g->missing ? missing(arena_strdup(a, g->missing))
                         : q_div(known(g->count), known(g->iterations), "no iteration was run");
    struct quantity cycles = q_mul(c.count, c.cost);
    struct quantity *sum = part == WAITING ? &d->waiting : part == MEMORY ? &d->memory : NULL;
    bool first = true;
    for (size_t i = 0; i < d->n; i++)
        first &= d->counters[i].part != c.part;
    if (sum)
        *sum = first ? cycles : q_add(*sum, cycles);
    else if (seems_part(name))
        add_problem(
            a, row, PROBLEM_COUNTER,
            "counter '%s' is in no part of gap P: known are waiting and CACHE-misses, CACHE "
            "being %s",
            name, cache_names(a, m));
    check_cover(a, g, name, row);
    *ARENA_PUSH(a, d->counters, d->n) = c;
}

/* ---- the parts ---- */

struct gap_division gap_no_division(const char *why)
{
    struct gap_division d = {.waiting = missing(why), .memory = missing(why)};
    d.rest = missing(why);
    d.states = gap_no_states(why);
    return d;
}

/* Returns the sum of the known parts of gap P. */
struct told_parts {
    double all;     /* in CPL */
    double at_most; /* of it: above what the samples are sure of */
    bool counters, samples;
};

static void add_known_facts(struct told_parts *t, struct quantity q, bool *by)
{
    if (is_known(q)) {
        t->all += q.value;
        *by = true;
    }
}

static struct told_parts told_parts(const struct gap_loop *row)
{
    const struct gap_division *d = &row->division;
    const struct gap_states *s = &d->states;
    struct told_parts t = {0};
    add_known_facts(&t, d->waiting, &t.counters);
    add_known_facts(&t, d->memory, &t.counters);
    if (!is_known(d->waiting))
        add_known_facts(&t, s->part[STATE_COMMUNICATION], &t.samples);
    add_known_facts(&t, s->part[STATE_TIMER], &t.samples);
    add_known_facts(&t, s->part[STATE_DISK], &t.samples);
    add_known_facts(&t, s->part[STATE_STOPPED], &t.samples);
    add_known_facts(&t, s->queued, &t.samples);
    t.at_most = states_unsure(row, !is_known(d->waiting));
    return t;
}

/* Returns why the parts can exceed the gap. */
static const char *why_more(const struct gap_loop *row)
{
    const struct gap_division *d = &row->division;
    if (row->gap.p.value < 0)
        return "the bounds are above the measurement, so that nothing is left for them";
    if (is_known(d->waiting) && d->waiting.value > row->gap.p.value)
        return "waiting was counted outside of the loop's time, too, or in threads that wait "
               "longer than the others";
    if (is_known(d->states.queued) && d->states.queued.value > row->gap.p.value)
        return "the queue for a CPU is that of the threads' whole run, and the instrumentation "
               "library takes off the time that other programs took the CPU away";
    if (d->states.whole && (!is_known(d->memory) || d->memory.value <= row->gap.p.value))
        return "threads wait more outside of the loop than within it";
    if (!is_known(d->memory))
        return "more of the samples than of the time are waiting: regions of routines that it "
               "calls have samples of their own";
    return "misses that overlap with work or with each other cost less than their latency";
}

static void set_rest(struct arena *a, struct gap_loop *row)
{
    struct gap_division *d = &row->division;
    struct told_parts t = told_parts(row);
    char text[QUANTITY_TEXT];
    d->rest = t.counters || t.samples ? q_sub(row->gap.p, known(t.all))
                                      : missing("no part of gap P is known");
    if (is_known(d->rest) && d->rest.value < -1e-9 - t.at_most)
        add_problem(a, row, PROBLEM_PARTS,
                    "%s tell %s cycle%s an iteration of gap P, which is "
                    "%.4g: %s",
                    !t.samples    ? "counters"
                    : !t.counters ? "samples"
                                  : "counters and samples",
                    quantity_text(known(t.all), text), plural_s(text), row->gap.p.value,
                    why_more(row));
}

static void no_counters(struct gap_loop *row, const char *why)
{
    row->division.waiting = row->division.memory = missing(why);
}

static void divide(struct arena *a, const struct machine *m, const struct thread_counters *s,
                   struct gap_loop *row)
{
    row->division.waiting = missing("no counter of waiting");
    row->division.memory = missing("no counter of cache misses");
    for (size_t i = 0; i < s->n;) {
        const char *name = s->at[i].name;
        struct gathered g = {0};
        for (; i < s->n && strcmp(s->at[i].name, name) == 0; i++)
            gather(&g, &s->at[i]);
        take_counter(a, &g, m, arena_strdup(a, name), row);
    }
}

static bool divide_row(struct arena *a, struct runs *r, const struct table_row *of,
                       struct gap_loop *row)
{
    const struct machine *m = row->place < 0 ? NULL : of->build->loops[row->place].machine;
    struct thread_counters s;
    struct arena scratch = {0};
    bool ok = runs_counters(r, &scratch, of->run->id, row->loop, &s);
    if (ok && s.n)
        divide(a, m, &s, row);
    else
        no_counters(row, "this run has no counters of the loop");
    arena_free(&scratch);
    return ok;
}

bool divide_gaps(struct arena *a, struct runs *r, const struct table_row *of, struct gap_run *to)
{
    bool any = false;
    if (of->run && !runs_has_counters(r, of->run->id, &any))
        return false;
    for (size_t i = 0; i < to->n; i++)
        to->loops[i].division = gap_no_division("not measured");
    divide_by_states(a, of->build, to);
    for (size_t i = 0; i < to->n; i++) {
        struct gap_loop *row = &to->loops[i];
        if (!row->measured)
            continue;
        if (!any)
            no_counters(row, "this run has no counters");
        else if (!divide_row(a, r, of, row))
            return false;
        set_rest(a, row);
    }
    return true;
}
