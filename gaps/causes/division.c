/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/causes/division.h"
#include "base/util.h"

#include "gaps/causes/placed.h"
#include "gaps/causes/problems.h"
#include "gaps/causes/states.h"

#include <ctype.h>
#include <string.h>

/* ---- names of counters ---- */

enum part { NO_PART, WAITING, MEMORY };
static const char *const part_names[] = {NULL, "waiting", "memory"};

static char normalized(char c)
{
    return c == '_' || c == ' ' ? '-' : (char)tolower((unsigned char)c);
}

static bool is_called(const char *name, size_t n, const char *other)
{
    if (strlen(other) != n)
        return false;
    for (size_t i = 0; i < n; i++) /* also ends at the 0 of name */
        if (normalized(name[i]) != normalized(other[i]))
            return false;
    return true;
}

/* Returns the cache of m whose name replaces CACHE of pattern in name; -1 = none. */
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

/* Returns whether the name probably is that of a part of gap P. */
static bool seems_part(const char *name)
{
    for (; *name; name++)
        if (is_called(name, 4, "miss") || is_called(name, 4, "wait"))
            return true;
    return false;
}

/* Returns the names of the counters that are parts of gap P on this machine. */
static const char *used_counters(struct arena *a, const struct machine *m)
{
    const char *list = "waiting";
    for (int i = 0; m && i < m->n_caches; i++)
        list = arena_printf(a, "%s, %s-misses", list, m->caches[i].name);
    return list;
}

/* Returns the additional cycles of a miss of cache i, compared with a hit. */
static struct quantity miss_cost(const struct machine *m, int i)
{
    bool last = i + 1 == m->n_caches;
    struct quantity next = last ? m->memory_latency : m->caches[i + 1].latency;
    return q_sub(next, m->caches[i].latency);
}

/* Returns the part of counter c by its name, and sets its cost. */
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
    c->cost = missing("the meaning of this counter is unknown");
    return NO_PART;
}

/* ---- counts per iteration ---- */

/* The sum of one counter over threads. */
struct counter_total {
    double count, iterations; /* of the threads with the counter */
    long threads;
    bool some_instances; /* extrapolated from some of the instances */
    const char *missing;
};

static void add_thread_count(struct counter_total *g, const struct thread_counter *c)
{
    double value = c->value.value;
    if (!is_known(c->value) || (c->sampled && c->whole <= 0)) {
        g->missing = is_known(c->value) ? "its instances are unknown" : c->value.missing;
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

static void check_cover(struct arena *a, const struct counter_total *g, const char *name,
                        struct gap_loop *row)
{
    if (g->threads && g->threads < row->threads)
        add_problem(
            a, row, PROBLEM_SOME_THREADS,
            "counter '%s' covers %ld of %ld threads: its count per iteration is that of these",
            name, g->threads, row->threads);
    if (g->some_instances)
        add_problem(a, row, PROBLEM_SOME_THREADS,
                    "counter '%s' does not cover all instances: the others are assumed to have the "
                    "same counts",
                    name);
}

static void set_counter(struct arena *a, const struct counter_total *g, const struct machine *m,
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
        add_problem(a, row, PROBLEM_COUNTER,
                    "counter '%s' is not used for gap P; counters that are used: %s", name,
                    used_counters(a, m));
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

/* The sum of the known parts of gap P. */
struct known_parts {
    double all;     /* in CPL */
    double at_most; /* of it: outside the confidence interval of the samples */
    bool counters, samples;
};

static void add_known_part(struct known_parts *t, struct quantity q, bool *by)
{
    if (is_known(q)) {
        t->all += q.value;
        *by = true;
    }
}

static struct known_parts known_parts(const struct gap_loop *row)
{
    const struct gap_division *d = &row->division;
    const struct gap_states *s = &d->states;
    struct known_parts t = {0};
    add_known_part(&t, d->waiting, &t.counters);
    add_known_part(&t, d->memory, &t.counters);
    if (!is_known(d->waiting))
        add_known_part(&t, s->part[STATE_COMMUNICATION], &t.samples);
    add_known_part(&t, s->part[STATE_TIMER], &t.samples);
    add_known_part(&t, s->part[STATE_DISK], &t.samples);
    add_known_part(&t, s->part[STATE_STOPPED], &t.samples);
    add_known_part(&t, s->queued, &t.samples);
    t.at_most = states_unsure(row, !is_known(d->waiting));
    return t;
}

/* Returns why the parts can exceed the gap. */
static const char *why_more(const struct gap_loop *row)
{
    const struct gap_division *d = &row->division;
    if (row->gap.p.value < 0)
        return "the bounds exceed the measured time";
    if (is_known(d->waiting) && d->waiting.value > row->gap.p.value)
        return "waiting was also counted outside of the measured time, or in threads that wait "
               "longer than the others";
    if (is_known(d->states.queued) && d->states.queued.value > row->gap.p.value)
        return "the time in the run queue is that of the whole run, and the instrumentation "
               "library excludes preemption from the time of the loop";
    if (d->states.whole && (!is_known(d->memory) || d->memory.value <= row->gap.p.value))
        return "threads wait more outside of the loop than in it";
    if (!is_known(d->memory))
        return "the share of waiting samples exceeds that of the time: regions in called routines "
               "have separate samples";
    return "misses that overlap with computation or with each other cost less than their latency";
}

static void set_rest(struct arena *a, struct gap_loop *row)
{
    struct gap_division *d = &row->division;
    struct known_parts t = known_parts(row);
    char text[QUANTITY_TEXT];
    d->rest = t.counters || t.samples ? q_sub(row->gap.p, known(t.all))
                                      : missing("no part of gap P is known");
    if (is_known(d->rest) && d->rest.value < -1e-9 - t.at_most)
        add_problem(a, row, PROBLEM_PARTS,
                    "%s account for %s cycle%s per iteration of gap P, which is %.4g: %s",
                    !t.samples    ? "counters"
                    : !t.counters ? "samples"
                                  : "counters and samples",
                    quantity_text(known(t.all), text), plural_s(text), row->gap.p.value,
                    why_more(row));
}

static void set_no_counters(struct gap_loop *row, const char *why)
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
        struct counter_total g = {0};
        for (; i < s->n && strcmp(s->at[i].name, name) == 0; i++)
            add_thread_count(&g, &s->at[i]);
        set_counter(a, &g, m, arena_strdup(a, name), row);
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
        set_no_counters(row, "this run has no counters of the loop");
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
            set_no_counters(row, "this run has no counters");
        else if (!divide_row(a, r, of, row))
            return false;
        set_rest(a, row);
    }
    return true;
}
